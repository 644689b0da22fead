"""A real server to ask, and a teller that holds every answer against the contract."""
import contextlib
import ctypes
import http.client
import json
import os
import random
import re
import shutil
import subprocess
import tempfile
import time
import urllib.parse
import xml.etree.ElementTree

BUILD = os.environ["TABLAS_BUILDDIR"]
KEY = "Idempotency-Key"


def end_with_parent():
    """A server does not outlive a test that is killed: PR_SET_PDEATHSIG, SIGKILL."""
    ctypes.CDLL(None).prctl(1, 9)


class Server:
    """tablasd with a book of its own on any free port."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="tablasd-openapi-")
        self.process = self.port = None

    def command(self, *flags, plugins=None):
        return [
            os.path.join(BUILD, "tablasd"), "--database", os.path.join(self.folder, "book.db"),
            "--plugins", plugins or os.path.join(BUILD, ".libs"), "--log-level", "error", *flags,
        ]  # fmt: skip

    def errand(self, *flags):
        return subprocess.run(self.command(*flags), capture_output=True, text=True, check=True).stdout.strip()

    def start(self, *flags, plugins=None):
        file = os.path.join(self.folder, "port")
        if os.path.exists(file):
            os.unlink(file)
        # The same dice in every run; which they are does not matter.
        faces = random.Random(1283).choices("123456", k=2000)
        more = ["--listen", "127.0.0.1:0", "--port-file", file, "--dice", " ".join(faces)]
        self.process = subprocess.Popen(self.command(*more, *flags, plugins=plugins), preexec_fn=end_with_parent)
        while not os.path.exists(file):
            if self.process.poll() is not None:
                raise RuntimeError(f"tablasd ended with {self.process.returncode}")
            time.sleep(0.02)
        with open(file, encoding="ascii") as f:
            self.port = int(f.read())

    def stop(self):
        """SIGTERM; its exit status."""
        if not self.process:
            return 0
        self.process.terminate()
        status = self.process.wait(60)
        self.process = None
        return status

    def end(self):
        if self.process:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Answer:
    def __init__(self, got, path):
        self.status, self.path, self.json = got.status, path, None
        self.headers = {}
        for name, value in got.getheaders():
            name = name.lower()
            self.headers[name] = f"{self.headers[name]}, {value}" if name in self.headers else value
        self.text = got.read().decode("utf-8")

    def __getitem__(self, key):
        if self.json is None:
            self.json = json.loads(self.text)
        return self.json[key]

    def xml_differences(self):
        """What a reader of XML has against a picture."""
        if self.text and self.headers.get("content-type", "").startswith("image/svg+xml"):
            try:
                xml.etree.ElementTree.fromstring(self.text)
            except xml.etree.ElementTree.ParseError as error:
                yield f"no well-formed picture: {error}"


class Unexpected(Exception):
    """An answer without which the story cannot go on."""


class Teller:
    def __init__(self, tap, contract, refusals):
        self.tap, self.contract = tap, contract
        self.titles = {slug: status for slug, status in refusals.values()}
        self.tokens = {}
        self.connection = self.quiet = None
        self.asked, self.statuses, self.queries, self.members, self.slugs = set(), set(), set(), set(), set()

    def connect(self, port):
        self.port = port
        self.connection = self.another()

    def another(self):
        """A connection of its own, for a request that waits."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)

    def prepare(self, who, body, headers, raw):
        sent = dict(headers or {})
        if who:
            sent.setdefault("Authorization", "Bearer " + self.tokens[who])
        data = raw
        if body is not None:
            data = json.dumps(body)
        if data is not None:
            sent.setdefault("Content-Type", "application/json")
        return data, sent

    def ask(self, sentence, method, path, *, who=None, body=None, status=200, problem=None, headers=None, raw=None):
        """
        One request and its answer: one line of TAP.  problem: the slug it must
        be refused with.  status None: any.  raw: a body that is no JSON or not to
        be looked at.
        """
        data, sent = self.prepare(who, body, headers, raw)
        self.connection.request(method, path, data, sent)
        return self.judge(sentence, method, path, sent, body, data, status, problem, self.connection.getresponse())

    def judge(self, sentence, method, path, sent, body, data, status, problem, got):
        bare, _, query = path.partition("?")
        answer = Answer(got, urllib.parse.unquote(bare) if "%" in bare else bare)
        if answer.status in (414, 431):
            answer.path = None  # not read to its end
        operation = self.contract.find("GET" if method == "HEAD" else method, bare)
        if problem:
            status = self.titles[problem]
        wrong = []
        if status and answer.status != status:
            wrong.append(f"{answer.status} instead of {status}: {answer.text[:600]}")
        if method not in ("HEAD", "OPTIONS"):
            wrong += self.contract.answer_differences(operation, answer)
        if problem and answer.json and str(answer.json.get("type")).rsplit("/", 1)[-1] != problem:
            wrong.append(f"{answer.json.get('type')} instead of {problem}: {answer.json.get('detail')}")
        wrong += answer.xml_differences() if method != "HEAD" else []
        if operation:
            wrong += self.judge_request(operation, query, sent, body, data, answer, problem)
        if self.quiet is None:
            self.tap.tell(f"{method} {path.split('cursor=')[0]}: {sentence}", wrong)
        else:
            self.quiet += (f"{method} {path}: {w}" for w in wrong)
        if status and answer.status != status:
            raise Unexpected(f"{method} {path}")
        return answer

    @contextlib.contextmanager
    def together(self, sentence):
        """Many requests in one line of TAP."""
        self.quiet = []
        try:
            yield
        finally:
            wrong, self.quiet = self.quiet, None
            self.tap.tell(sentence, wrong)

    def judge_request(self, operation, query, sent, body, data, answer, problem):
        self.asked.add(operation.name)
        self.statuses.add((operation.name, str(answer.status)))
        if answer.status >= 400 and answer.json:
            self.slugs.add((operation.name, str(answer.json.get("type")).rsplit("/", 1)[-1]))
        if answer.status >= 400:
            # What is refused for its form must not be what the contract allows.
            if problem in ("unknown-member", "missing-member") and operation.body:
                if not self.contract.validator.problems(operation.body_schema(), body):
                    yield f"the body was refused, and is as the contract wants it: {body}"
            return
        for name, _ in urllib.parse.parse_qsl(query):
            self.queries.add((operation.name, name))
        for name in body if isinstance(body, dict) else ():
            self.members.add((operation.name, name))
        if data is None or body is not None:
            yield from self.contract.request_differences(operation, query, sent, body, answer)

    # ---- what was left out

    def tell_coverage(self):
        operations = self.contract.operations
        self.tap.tell(
            "the story has asked every operation", [o.name for o in operations if o.name not in self.asked]
        )
        self.tap.tell(
            "the story has seen every good answer there is",
            [f"{o.name} {s}" for o in operations for s in o.responses
             if s != "default" and (o.name, s) not in self.statuses],
        )  # fmt: skip
        self.tap.tell(
            "the story has used every query parameter",
            [f"{o.name} ?{q}" for o in operations for q in o.named("query") if (o.name, q) not in self.queries],
        )
        self.tap.tell(
            "the story has sent every member of every body",
            [f"{o.name} {m}" for o in operations if o.body
             for m in self.members_of(o.body_schema()) if (o.name, m) not in self.members],
        )  # fmt: skip
        unseen = {p for o in operations for p in o.problems} - {p for _, p in self.slugs}
        print(f"# problems the story has not met: {', '.join(sorted(unseen))}")

    def members_of(self, schema):
        return self.contract.follow(schema)["properties"]


def next_page(answer):
    found = re.match(r'<([^>]*)>; rel="next"', answer.headers.get("link", ""))
    return found and found.group(1)


def pages(s, sentence, path, member, who):
    """Asks for all pages of a list, of which there must be several."""
    n, first = 0, path
    with s.together(f"GET {first}: {sentence}, on several pages"):
        while path:
            answer = s.ask("a page", "GET", path, who=who)
            path, n = next_page(answer), n + 1
            if n > 200 or (n == 1 and not path) or not answer[member]:
                raise Unexpected(f"GET {first}: page {n} is the last or empty")
