/*
 * load.c - many kept-alive connections from one thread, as fast as they answer.
 *
 * It never sleeps: to wake a sleeping client on another virtual processor costs
 * the server's send() more than the whole request, and whoever is slower than
 * the client would pay that and whoever is faster would not.
 */
#define _GNU_SOURCE
#include "bench/load.h"

#include "bench/bench.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define REQUEST_MAX 4096
#define ANSWER_MAX 262144
#define LATENCIES_MAX 4000000

struct connection {
	int fd;
	char request[REQUEST_MAX];
	char *answer;
	size_t answer_n;
	double asked;
	int open;
};

static int dial(int port)
{
	struct sockaddr_in to = {.sin_family = AF_INET,
				 .sin_port = htons((uint16_t)port),
				 .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;

	if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to) != 0) {
		perror("connect");
		exit(1);
	}
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
	return fd;
}

/* Requests are small: they fit the socket's buffer whole. */
static void ask(const struct load *load, struct connection *c, unsigned number)
{
	size_t n = load->next(load->cls, number, c->request, sizeof c->request);

	c->answer_n = 0;
	c->asked = bench_now();
	if (!n || send(c->fd, c->request, n, MSG_NOSIGNAL) != (ssize_t)n) {
		close(c->fd);
		c->open = 0;
	}
}

/* The status of a complete answer and where its body is, or 0 while it is not complete. */
static int parse(const struct connection *c, char **body, size_t *n)
{
	char *end, *field;
	size_t length;

	c->answer[c->answer_n] = '\0';
	end = strstr(c->answer, "\r\n\r\n");
	if (!end)
		return 0;
	field = strcasestr(c->answer, "\r\nContent-Length:");
	length = field && field < end ? strtoul(field + 17, NULL, 10) : 0;
	*body = end + 4;
	*n = length;
	return c->answer_n >= (size_t)(*body - c->answer) + length ? atoi(c->answer + 9) : 0;
}

static int by_size(const void *a, const void *b)
{
	float x = *(const float *)a, y = *(const float *)b;

	return (x > y) - (x < y);
}

static void sum_up(struct load_result *out, float *latencies, size_t n, double seconds)
{
	out->seconds = seconds;
	out->per_second = (double)out->answers / seconds;
	if (!n)
		return;
	qsort(latencies, n, sizeof *latencies, by_size);
	out->p50_ms = latencies[n / 2] * 1e3;
	out->p99_ms = latencies[n * 99 / 100] * 1e3;
	out->max_ms = latencies[n - 1] * 1e3;
}

struct run {
	const struct load *load;
	struct load_result *out;
	struct connection *all;
	unsigned open;	  /* connections that still ask */
	float *latencies; /* of the first answers, as many as there is room for */
	size_t measured;
	int epoll;
};

static void open_all(struct run *run)
{
	for (unsigned i = 0; i < run->load->connections; i++) {
		struct epoll_event event = {.events = EPOLLIN, .data.u32 = i};

		run->all[i].answer = malloc(ANSWER_MAX + 1);
		run->all[i].fd = dial(run->load->port);
		run->all[i].open = 1;
		epoll_ctl(run->epoll, EPOLL_CTL_ADD, run->all[i].fd, &event);
	}
	run->open = run->load->connections;
}

/* Something has come on this connection: a piece of an answer, its end, or the end of all. */
static void hear(struct run *run, unsigned number)
{
	struct connection *c = &run->all[number];
	ssize_t got = recv(c->fd, c->answer + c->answer_n, ANSWER_MAX - c->answer_n, 0);
	char *body;
	size_t body_n;
	int status;

	if (got <= 0) {
		close(c->fd);
		c->open = 0;
		run->out->errors++;
		run->open--;
		return;
	}
	c->answer_n += (size_t)got;
	status = parse(c, &body, &body_n);
	if (!status)
		return;
	if (run->measured < LATENCIES_MAX)
		run->latencies[run->measured++] = (float)(bench_now() - c->asked);
	run->out->answers++;
	run->out->errors += status >= 400;
	if (run->load->answer)
		run->load->answer(run->load->cls, number, status, body, body_n);
	ask(run->load, c, number);
	run->open -= !c->open;
}

void load_run(const struct load *load, struct load_result *out)
{
	struct run run = {
		.load = load,
		.out = out,
		.all = calloc(load->connections, sizeof *run.all),
		.latencies = malloc(LATENCIES_MAX * sizeof *run.latencies),
		.epoll = epoll_create1(EPOLL_CLOEXEC),
	};
	struct epoll_event events[256];
	double begun, until;

	memset(out, 0, sizeof *out);
	open_all(&run);
	begun = bench_now();
	until = begun + load->seconds;
	for (unsigned i = 0; i < load->connections; i++) {
		ask(load, &run.all[i], i);
		run.open -= !run.all[i].open;
	}
	while (run.open && bench_now() < until && (!load->most || out->answers < load->most)) {
		int n = epoll_wait(run.epoll, events, 256, 0);

		for (int i = 0; i < n; i++)
			hear(&run, events[i].data.u32);
	}
	sum_up(out, run.latencies, run.measured, bench_now() - begun);
	for (unsigned i = 0; i < load->connections; i++) {
		if (run.all[i].open)
			close(run.all[i].fd);
		free(run.all[i].answer);
	}
	close(run.epoll);
	free(run.latencies);
	free(run.all);
}
