/*
 * stream.c - answers that are written while they are sent.
 *
 * The library asks for as much as it can send at once.  A piece is made when the
 * one before has been taken, in the loop and for one connection at a time; a
 * client that does not read is asked nothing, and in the end let go like any
 * other that is idle.
 */
#include "api/exchange.h"

#include <stdlib.h>
#include <string.h>

struct flow {
	struct stream *stream;
	struct out piece;
	size_t sent; /* of it */
	enum stream_state state;
};

static ssize_t flow_read(void *cls, uint64_t position, char *room, size_t most)
{
	struct flow *f = cls;
	size_t n;

	(void)position;
	while (f->sent == f->piece.n) {
		if (f->state != STREAM_GOES_ON)
			return f->state == STREAM_ENDS ? MHD_CONTENT_READER_END_OF_STREAM
						       : MHD_CONTENT_READER_END_WITH_ERROR;
		f->piece.n = f->sent = 0;
		f->piece.first = true;
		f->state = f->stream->more(f->stream, &f->piece);
	}
	n = f->piece.n - f->sent;
	if (n > most)
		n = most;
	memcpy(room, f->piece.p + f->sent, n);
	f->sent += n;
	return (ssize_t)n;
}

static void flow_end(void *cls)
{
	struct flow *f = cls;

	f->stream->end(f->stream);
	out_free(&f->piece);
	free(f);
}

struct MHD_Response *stream_response(struct stream *take)
{
	struct flow *f = calloc(1, sizeof *f);

	if (!f)
		abort();
	f->stream = take;
	f->state = STREAM_GOES_ON;
	out_init(&f->piece);
	struct MHD_Response *response = MHD_create_response_from_callback(
		MHD_SIZE_UNKNOWN, POOL_SIZE, flow_read, f, flow_end);

	if (!response)
		flow_end(f);
	return response;
}
