/*
 * sizes.h - how long names, keys and hashes are in the book: a part of store.h.
 */
#ifndef SCHEMA_SIZES_H
#define SCHEMA_SIZES_H

#define STORE_NAME_MAX 32   /* characters of an account's name  */
#define STORE_KEY_SIZE 11   /* ten characters and the zero      */
#define STORE_HASH_SIZE 32
#define STORE_PASSWORD_SIZE 128

#endif
