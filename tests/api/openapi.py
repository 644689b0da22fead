"""
The contract and the server, compared: first what the sources say of themselves,
then a whole story asked of a real server, every answer of it held against
api/openapi.yaml.  One line of TAP for each.
"""
import json
import os
import re
import sys

import yaml

import openapi_story
from openapi_contract import Contract
from openapi_schema import Unknown, Validator

SOURCE = os.environ["TABLAS_SRCDIR"]


class Tap:
    def __init__(self):
        self.n = self.failed = 0

    def tell(self, sentence, wrong=()):
        wrong = [str(w) for w in wrong]
        self.n += 1
        self.failed += bool(wrong)
        print(f"{'not ok' if wrong else 'ok'} {self.n} - {sentence.replace('#', '')}")
        for line in wrong[:20]:
            print("# " + line.replace("\n", "\n# ")[:2000])
        sys.stdout.flush()

    def finish(self):
        print(f"1..{self.n}")


def source(path):
    with open(os.path.join(SOURCE, path), encoding="utf-8") as f:
        return f.read()


def api_sources():
    folder = os.path.join(SOURCE, "api")
    return {name: source("api/" + name) for name in sorted(os.listdir(folder)) if name.endswith(".c")}


# ---- what the sources say ---------------------------------------------------------------


class Route:
    def __init__(self, method, path, handler, scope, flags, aliases):
        for alias, meaning in aliases.items():
            flags = re.sub(rf"\b{alias}\b", meaning, flags)
        self.method, self.path, self.handler = method, path, handler
        self.flags = set(re.findall(r"ROUTE_\w+", flags))
        self.scope = scope

    @property
    def name(self):
        return f"{self.method} {self.path}"


def read_routes():
    text = source("api/routes.h")
    aliases = dict(re.findall(r"#define (ROUTE_POST\w*) \((.*)\)", text))
    listed = text[text.index("#define ROUTES(R)") :].replace("\\\n", " ")
    listed = listed[: listed.index("struct route")]
    found = re.findall(r'R\((\w+), "([^"]+)", (\w+), (\w+),\s*([A-Z_ |\s]+),\s*"', listed)
    return [Route(*f, aliases) for f in found], len(re.findall(r"\bR\([A-Z]+,", listed))


def read_list(path, pattern):
    return re.findall(pattern, source(path).replace("\\\n", " "))


def scope_words():
    return dict(("SCOPE_" + name, word) for name, word in read_list("daemon/secrets.h", r'X\((\w+), \d+, "([^"]+)"'))


def refusals():
    """NAME -> (slug, status), in order."""
    found = read_list("game/errors.h", r'X\(([A-Z_]+), (\d+), "([a-z-]+)"')
    return {name: (slug, int(status)) for name, status, slug in found}


# ---- comparing ----------------------------------------------------------------------------


def compare_routes(contract, routes, counted):
    if len(routes) != counted or counted < 20:
        yield f"{counted} routes are listed and {len(routes)} could be read"
    described = {o.name for o in contract.operations}
    for route in routes:
        if route.name not in described:
            yield f"{route.name} is not described"
    for name in sorted(described - {r.name for r in routes}):
        yield f"{name} is described and is no route"


def wanted_security(route):
    scopes = scope_words()
    if route.scope != "0":
        return [{"token": [scopes[route.scope]]}]
    return None if "ROUTE_MAYBE_TOKEN" in route.flags else []


def compare_route(operation, route):
    security = operation.raw.get("security")
    wanted = wanted_security(route)
    if wanted is None:
        if not security or security[0] != {} or len(security) != 2:
            yield f"the token is optional and the security {security}"
    elif security != wanted:
        yield f"the security is {security} and should be {wanted}"
    required = operation.body.get("required", False) if operation.body else None
    wanted = True if "ROUTE_BODY" in route.flags else False if "ROUTE_BODY_OPTIONAL" in route.flags else None
    if required != wanted:
        yield f"requestBody.required is {required} and should be {wanted}"
    key = operation.named("header").get("idempotency-key")
    # Registering has its own way with keys (register.c).
    honoured = "ROUTE_KEY" in route.flags or route.handler == "accounts_create"
    if bool(key) != honoured:
        yield f"Idempotency-Key is {'' if honoured else 'not '}honoured and {'not ' if honoured else ''}described"
    elif key and key.get("required", False) != ("ROUTE_KEY_NEEDED" in route.flags):
        yield f"Idempotency-Key is described with required: {key.get('required', False)}"
    if sorted(operation.named("path")) != sorted(re.findall(r"\{(\w+)\}", route.path)):
        yield f"the parameters of the path are {sorted(operation.named('path'))}"
    implied = {
        "unauthorized": route.scope != "0" or "ROUTE_MAYBE_TOKEN" in route.flags,
        "insufficient-scope": route.scope != "0",
        "malformed-json": wanted is not None,
        "unsupported-media-type": wanted is not None,
        "unknown-member": wanted is not None,
        "idempotency-key-reused": honoured,
        "idempotency-key-needed": "ROUTE_KEY_NEEDED" in route.flags,
        "invalid-cursor": "cursor" in operation.named("query"),
    }
    for slug, must in implied.items():
        if must and slug not in operation.problems:
            yield f"{slug} is missing among the problems"


def compare_outline(contract):
    ids = [o.raw.get("operationId") for o in contract.operations]
    for name in sorted({i for i in ids if not i or ids.count(i) > 1}, key=str):
        yield f"operationId {name} is there {ids.count(name)} times"
    tags = {t["name"] for t in contract.document["tags"]}
    for o in contract.operations:
        if not o.raw.get("summary") or not set(o.raw.get("tags", [])) <= tags or not o.raw.get("tags"):
            yield f"{o.name} lacks a summary or a tag"
        unknown = set(o.raw) - {"operationId", "tags", "summary", "description", "security", "x-problems",
                                "parameters", "requestBody", "responses"}  # fmt: skip
        if unknown:
            yield f"{o.name} has {sorted(unknown)}"
        if not [s for s in o.responses if s.startswith("2")] or "default" not in o.responses:
            yield f"{o.name} lacks an answer"
        for p in o.parameters:
            if not ({"name", "in", "schema"} <= set(p)) or p["in"] == "path" and not p.get("required"):
                yield f"{o.name}: the parameter {p}"


def compare_problems(contract):
    wanted = [slug for slug, _ in refusals().values()]
    if list(contract.types) != wanted:
        missing, spare = set(wanted) - set(contract.types), set(contract.types) - set(wanted)
        yield f"x-problem-types: missing {sorted(missing)}, too much {sorted(spare)}, or in another order"
    listed = set(contract.of_any).union(*(o.problems for o in contract.operations))
    for slug in sorted(listed - set(wanted)):
        yield f"{slug} is listed and is no problem"
    for slug in sorted(set(contract.types) - listed):
        yield f"{slug} is listed by no operation"
    members = set(contract.document["components"]["schemas"]["Problem"]["properties"])
    told = set().union(*(t["members"] for t in contract.types.values()))
    usual = {"type", "title", "status", "detail", "instance", "request_id"}
    if told | usual != members:
        yield f"members of problems that are told in one place only: {sorted((told | usual) ^ members)}"


def compare_raised(contract):
    """What handlers raise by name is listed by some operation."""
    listed = set(contract.of_any).union(*(o.problems for o in contract.operations))
    names, found = refusals(), set()
    for name, text in api_sources().items():
        for word in set(re.findall(r"\b[A-Z][A-Z_]+\b", text)) & set(names):
            found.add(word)
            if names[word][0] not in listed:
                yield f"{name} raises {names[word][0]}, which no operation lists"
    if len(found) < 20:
        yield f"only {len(found)} refusals were found in api/"


def compare_queries(contract):
    asked = {}
    for name, text in api_sources().items():
        for word in re.findall(r'(?:request_query\w*|query_flag)\(r, "(\w+)"', text):
            asked.setdefault(word, name)
    described = {name for o in contract.operations for name in o.named("query")}
    for word in sorted(set(asked) - described):
        yield f"{asked[word]} reads ?{word}, which is not described"
    for word in sorted(described - set(asked)):
        yield f"?{word} is described and read nowhere"


def compare_words(contract):
    schemas = contract.document["components"]["schemas"]
    lists = {
        "FactKind": [w for _, w in read_list("game/facts.h", r'X\((?!NAME)([A-Z_]+), "(\w+)"')],
        "EntryKind": [w for _, w in read_list("game/stakes.c", r'\[(TRANSFER_\w+)\] = "(\w+)"')],
        "Scope": list(scope_words().values()),
    }
    for name, words in lists.items():
        if schemas[name]["enum"] != words:
            yield f"{name} is {schemas[name]['enum']} and should be {words}"
    scheme = contract.document["components"]["securitySchemes"]["token"]["description"]
    for word in lists["Scope"]:
        if f"`{word}`" not in scheme:
            yield f"the scope {word} is not explained"
    told = schemas["FactKind"]["description"] + schemas["EntryKind"]["description"]
    for word in lists["FactKind"] + lists["EntryKind"]:
        if f"`{word}`" not in told:
            yield f"{word} is not explained"


def schemas_of(contract):
    for name, schema in contract.document["components"]["schemas"].items():
        # Members that others are made of are closed by those.
        yield f"schemas/{name}", schema, name.endswith("Members")
    for o in contract.operations:
        for p in o.parameters:
            yield f"{o.name} {p['name']}", p["schema"], False
        if o.body:
            yield f"{o.name} body", o.body_schema(), False
            media = o.body["content"]["application/json"]
            if "example" in media:
                yield f"{o.name} body", {"allOf": [o.body_schema()], "examples": [media["example"]]}, True
        for status, response in o.responses.items():
            for kind, media in response.get("content", {}).items():
                yield f"{o.name} {status} {kind}", media["schema"], False
            for name, header in response.get("headers", {}).items():
                yield f"{o.name} {status} {name}", contract.follow(header)["schema"], False


def compare_schemas(contract):
    for where, schema, closed in schemas_of(contract):
        yield from contract.validator.faults(schema, where, closed)


def compare_components(contract):
    """Everything that is described once is used."""
    used = set(re.findall(r'"\$ref": "#/components/(\w+/\w+)"', json.dumps(contract.document)))
    for kind, things in contract.document["components"].items():
        for name in things:
            if kind != "securitySchemes" and f"{kind}/{name}" not in used:
                yield f"components/{kind}/{name} is not used"


def compare_json(document):
    with open(os.path.join(SOURCE, "api/openapi.json"), encoding="utf-8") as f:
        if json.load(f) != document:
            yield "api/openapi.json is not made of api/openapi.yaml as it is; run api/openapi-json"


def planted():
    """The validator finds what it is there to find."""
    v = Validator({"components": {"a": {"type": "object", "properties": {"x": {"type": "integer"}}}}})
    closed = {"allOf": [{"$ref": "#/components/a"}], "unevaluatedProperties": False}
    good = [
        (closed, {"x": 1}),
        ({"oneOf": [{"type": "null"}, {"const": "pot"}, {"type": "integer", "minimum": 0}]}, 0),
        ({"type": ["array", "null"], "items": {"enum": ["a", 1]}}, ["a", 1]),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, {"pips": 167}),
    ]
    bad = [
        (closed, {"x": 1, "y": 2}),
        (closed, {"x": "1"}),
        ({"type": "integer"}, True),
        ({"const": 1}, True),
        ({"enum": ["a"]}, "b"),
        ({"type": "object", "required": ["x"], "additionalProperties": False, "properties": {"x": {}}}, {}),
        ({"type": "object", "additionalProperties": False}, {"x": 1}),
        ({"dependentRequired": {"x": ["y"]}}, {"x": 1}),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, {"x": "1"}),
        ({"oneOf": [{"type": "integer"}, {"minimum": 0}]}, 1),
        ({"oneOf": [{"type": "null"}, {"type": "string"}]}, 1),
        ({"anyOf": [{"type": "null"}, {"type": "string"}]}, 1),
        ({"items": {"maximum": 3}}, [1, 4]),
        ({"minItems": 1}, []),
        ({"maxLength": 2}, "abc"),
        ({"pattern": "^a$"}, "b"),
    ]
    for schema, value in good:
        yield from v.problems(schema, value)
    for schema, value in bad:
        if not v.problems(schema, value):
            yield f"{value} passes {schema}"
    for schema in ({"uniqueItems": True}, {"type": "text"}, {"$ref": "#/components/b"}):
        try:
            v.problems(schema, [])
            yield f"{schema} is understood"
        except Unknown:
            pass
        if not list(v.faults(schema, "")):
            yield f"{schema} is found sound"
    if not list(v.faults({"type": "object", "properties": {}}, "")):
        yield "an open object is found sound"


def main():
    os.chdir(SOURCE)
    tap = Tap()
    document = yaml.safe_load(source("api/openapi.yaml"))
    contract = Contract(document)
    tap.tell("the validator finds planted faults", planted())
    tap.tell("the JSON is the YAML", compare_json(document))
    routes, counted = read_routes()
    tap.tell("every route is described, and nothing else", compare_routes(contract, routes, counted))
    for route in routes:
        operation = next((o for o in contract.operations if o.name == route.name), None)
        tap.tell(f"{route.name} is described as routes.h has it", operation and compare_route(operation, route) or ())
    tap.tell("every operation has what it needs", compare_outline(contract))
    tap.tell("every refusal is described, in order, and raised by some operation", compare_problems(contract))
    tap.tell("what handlers raise is listed", compare_raised(contract))
    tap.tell("every query parameter that is read is described, and no other", compare_queries(contract))
    tap.tell("facts, entries and scopes have the words of the sources", compare_words(contract))
    tap.tell("every schema is sound and closed", compare_schemas(contract))
    tap.tell("every component is used", compare_components(contract))
    openapi_story.tell(tap, contract, refusals())
    tap.finish()


if __name__ == "__main__":
    main()
