"""api/openapi.yaml as something one can ask: which operation is this, is this answer as it says?"""
import json
import re
import urllib.parse

from openapi_schema import Validator

METHODS = ("get", "post", "put", "patch", "delete")
# Header fields that mean something of their own in an answer; others are HTTP's business.
TOLD = {
    "etag", "location", "link", "retry-after", "www-authenticate", "allow", "vary", "request-id",
    "idempotency-replayed", "idempotency-key", "content-language", "ratelimit", "ratelimit-policy",
}  # fmt: skip
# ... and in a request, beside Authorization, Content-Type and Request-Id.
SENT = {"accept", "accept-language", "if-match", "if-none-match", "idempotency-key"}


def once(pairs):
    """An object of JSON whose members are there once."""
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member is there twice")
    return members


class Operation:
    def __init__(self, contract, method, path, item):
        raw = item[method]
        self.contract, self.raw = contract, raw
        self.method, self.path = method.upper(), path
        self.name = f"{self.method} {path}"
        self.parameters = [contract.follow(p) for p in item.get("parameters", []) + raw.get("parameters", [])]
        self.body = contract.follow(raw.get("requestBody"))
        self.responses = {status: contract.follow(r) for status, r in raw["responses"].items()}
        self.problems = set(raw.get("x-problems", []))
        segments = (re.sub(r"\{\w+\}", "[^/]+", s) if "{" in s else re.escape(s) for s in path.split("/"))
        self.pattern = re.compile("/".join(segments))

    def named(self, where):
        return {p["name"].lower() if where == "header" else p["name"]: p for p in self.parameters if p["in"] == where}

    def body_schema(self):
        return self.body and self.body["content"]["application/json"]["schema"]


class Contract:
    def __init__(self, document):
        self.document = document
        self.validator = Validator(document)
        self.operations = [
            Operation(self, method, path, item)
            for path, item in document["paths"].items()
            for method in METHODS
            if method in item
        ]
        self.types = document["x-problem-types"]
        self.of_any = set(document["x-problems-of-any-request"])
        self.problem = document["components"]["responses"]["Problem"]

    def follow(self, thing):
        """What stands where only a reference may stand."""
        return self.validator.resolve(thing["$ref"]) if thing and "$ref" in thing else thing

    def find(self, method, path):
        """The operation of a request; None where there is none. An address by name comes before {…}."""
        fits = [o for o in self.operations if o.method == method and o.pattern.fullmatch(path)]
        return min(fits, key=lambda o: o.path.count("{"), default=None)

    # ---- requests

    def request_differences(self, operation, query, headers, body, answer):
        """Where what was sent and taken is not what is described."""
        described = operation.named("query")
        for name, value in urllib.parse.parse_qsl(query, keep_blank_values=True):
            if name not in described:
                yield f"?{name} is not described"
                continue
            for wrong in self.validator.problems(described[name]["schema"], self.read(described[name], value)):
                yield f"?{name}={value} was taken: {wrong}"
        described = operation.named("header")
        for name in headers:
            if name.lower() in SENT and name.lower() not in described:
                yield f"the header field {name} is not described"
        for name, p in described.items():
            if p.get("required") and name not in {h.lower() for h in headers}:
                yield f"it was taken without the header field {name}"
        if body is None:
            if operation.body and operation.body.get("required"):
                yield "it was taken without a body"
        elif not operation.body:
            yield "a body was taken that is not described"
        else:
            for wrong in self.validator.problems(operation.body_schema(), body):
                yield f"the body was taken: {wrong}"

    def read(self, parameter, text):
        """The value of a parameter as its schema means it."""
        schema = self.follow(parameter["schema"])
        if schema.get("type") == "integer" and re.fullmatch("-?[0-9]+", text):
            return int(text)
        if schema.get("type") == "boolean" and text in ("true", "false"):
            return text == "true"
        return text

    # ---- answers

    def answer_differences(self, operation, answer):
        """Where an answer is not what is described. operation None: of an address there is none of."""
        responses = operation.responses if operation else {"default": self.problem}
        response = responses.get(str(answer.status))
        if answer.status >= 400:
            response = response or responses.get("default")
        if not response:
            yield f"the status {answer.status} is not described"
            return
        yield from self.header_differences(response, answer)
        yield from self.body_differences(response, answer)
        if answer.status >= 400:
            yield from self.problem_differences(operation, answer)

    def header_differences(self, response, answer):
        described = {name.lower(): self.follow(h) for name, h in response.get("headers", {}).items()}
        for name, value in answer.headers.items():
            if name in TOLD and name not in described:
                yield f"the header field {name}: {value} is not described"
        for name, header in described.items():
            if name in answer.headers:
                for wrong in self.validator.problems(header["schema"], answer.headers[name]):
                    yield f"the header field {name}: {wrong}"
            elif header.get("required"):
                yield f"the header field {name} is missing"

    def body_differences(self, response, answer):
        kind = answer.headers.get("content-type", "").split(";")[0]
        content = response.get("content")
        if not content or answer.status == 304:
            if answer.text:
                yield f"a body is not described: {answer.text[:200]}"
            return
        if kind not in content:
            yield f"the type {kind!r} is not described"
            return
        value = answer.text
        if kind.endswith("ndjson"):  # the schema is that of a line
            for line in answer.text.splitlines():
                yield from self.validator.problems(content[kind]["schema"], json.loads(line))
            return
        if kind.endswith("json"):
            try:
                value = answer.json = json.loads(answer.text, object_pairs_hook=once)
            except ValueError as e:
                yield f"the body is not JSON: {e}: {answer.text[:200]}"
                return
        yield from self.validator.problems(content[kind].get("schema", {}), value)

    def problem_differences(self, operation, answer):
        p = answer.json
        if not isinstance(p, dict) or not isinstance(p.get("type"), str):
            return
        name = p["type"].rsplit("/", 1)[-1]
        allowed = self.of_any | (operation.problems if operation else set())
        if name not in self.types:
            yield f"the problem type {name} is not described"
            return
        if name not in allowed:
            yield f"{name} is not among the problems of this operation"
        usual = {"type", "title", "status", "detail", "instance", "request_id"}
        for member in sorted(set(p) - usual - set(self.types[name]["members"])):
            yield f"{name} has the member {member}, which is not described for it"
        if p.get("status") != answer.status:
            yield f"the status is {answer.status} and in the body {p.get('status')}"
        if p.get("request_id") != answer.headers.get("request-id"):
            yield "the request_id is not the Request-Id"
        if answer.path is not None and p.get("instance") != answer.path:
            yield f"the instance is {p.get('instance')}"
        for status, field in ((401, "www-authenticate"), (405, "allow"), (429, "retry-after"), (503, "retry-after")):
            if answer.status == status and field not in answer.headers:
                yield f"a {status} without {field}"
