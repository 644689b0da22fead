/*
 * openapi.h - the contract, as part of the program: a daemon that was copied
 * somewhere without its files still describes itself.  Made by the build from
 * api/openapi.yaml and api/openapi.json.
 */
#ifndef API_OPENAPI_H
#define API_OPENAPI_H

#include <stddef.h>

extern const unsigned char openapi_yaml[], openapi_json[];
extern const size_t openapi_yaml_n, openapi_json_n;

#endif
