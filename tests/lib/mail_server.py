#!/usr/bin/env python3
"""A mail server for a test: encrypted, and with a name and a password.

mail_server.py MODE CERTIFICATE TRANSCRIPT prints its port and serves until its
standard input ends.  MODE: "clear", "starttls" or "tls", and behind a "+" what it
does besides: "wrong" refuses every password.  Each line of a client is appended
to the transcript, behind "clear" or "tls" as it came.
"""

import socket
import ssl
import sys
import threading


def serve(connection, mode, context, transcript):
    extra = mode.partition("+")[2]
    mode = mode.partition("+")[0]
    encrypted = mode == "tls"
    if encrypted:
        connection = context.wrap_socket(connection, server_side=True)
    lines = connection.makefile("rb")

    def say(text):
        connection.sendall(text.encode() + b"\r\n")

    def note(line):
        with open(transcript, "a", encoding="latin-1") as f:
            f.write(("tls " if encrypted else "clear ") + line + "\n")

    def authenticated(line):
        if line.upper().startswith("AUTH LOGIN"):
            for question in ("VXNlcm5hbWU6", "UGFzc3dvcmQ6"):
                say("334 " + question)
                note(lines.readline().decode("latin-1").rstrip())
        elif line.count(" ") == 1:
            say("334 ")
            note(lines.readline().decode("latin-1").rstrip())
        say("535 no such player" if extra == "wrong" else "235 welcome")

    say("220 box")
    while True:
        line = lines.readline().decode("latin-1").rstrip()
        if not line:
            return
        note(line)
        word = line.split(" ")[0].split(":")[0].upper()
        if word == "EHLO":
            offers = ["box", "AUTH LOGIN" if extra == "login" else "AUTH PLAIN LOGIN"]
            if mode == "starttls" and not encrypted:
                offers.append("STARTTLS")
            for i, offer in enumerate(offers):
                say("250" + ("-" if i + 1 < len(offers) else " ") + offer)
        elif word == "STARTTLS" and mode == "starttls":
            say("220 go on")
            connection = context.wrap_socket(connection, server_side=True)
            lines = connection.makefile("rb")
            encrypted = True
        elif word == "AUTH":
            authenticated(line)
        elif word == "DATA":
            say("354 go on")
            while lines.readline() not in (b".\r\n", b""):
                pass
            note("(a mail)")
            say("250 kept")
        elif word == "QUIT":
            say("221 bye")
            return
        else:
            say("250 well")


def served(*arguments):
    try:
        serve(*arguments)
    except (OSError, ssl.SSLError):
        pass  # a client that does not trust it goes away
    finally:
        arguments[0].close()


def main():
    mode, certificate, transcript = sys.argv[1:]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)

    def accept():
        while True:
            connection = listener.accept()[0]
            connection.settimeout(10)
            threading.Thread(target=served, args=(connection, mode, context, transcript),
                             daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    sys.stdin.read()


main()
