"""The part of JSON Schema (2020-12) that api/openapi.yaml uses.

Small on purpose: a keyword it does not know is an error and not ignored, so a
schema never promises more than is checked.
"""
import re

ANNOTATIONS = {"description", "title", "default", "example", "examples"}
KEYWORDS = ANNOTATIONS | {
    "$ref", "type", "enum", "const", "properties", "required", "additionalProperties",
    "unevaluatedProperties", "dependentRequired", "items", "minItems", "maxItems", "pattern", "minLength", "maxLength",
    "minimum", "maximum", "oneOf", "anyOf", "allOf",
}  # fmt: skip
TYPES = {
    "null": lambda v: v is None,
    "boolean": lambda v: isinstance(v, bool),
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
    "string": lambda v: isinstance(v, str),
    "array": lambda v: isinstance(v, list),
    "object": lambda v: isinstance(v, dict),
}


class Unknown(Exception):
    """The schema itself says something this file does not understand."""


def types_of(schema):
    wanted = schema.get("type", [])
    return wanted if isinstance(wanted, list) else [wanted]


def same(a, b):
    """Equal as JSON values: 1 is not true."""
    return type(a) is type(b) and a == b


class Validator:
    def __init__(self, document):
        self.document = document

    def resolve(self, ref):
        """What "#/components/schemas/Game" points at."""
        at = self.document
        if not ref.startswith("#/"):
            raise Unknown(f"$ref {ref}")
        for part in ref[2:].split("/"):
            part = part.replace("~1", "/").replace("~0", "~")
            if part not in at:
                raise Unknown(f"$ref {ref} points nowhere")
            at = at[part]
        return at

    def problems(self, schema, value, where=""):
        """What is wrong with the value, as sentences; none if nothing."""
        return self.look(schema, value, where)[0]

    def look(self, schema, value, where):
        """(what is wrong, the members of an object that some schema has spoken of)"""
        unknown = set(schema) - KEYWORDS
        if unknown:
            raise Unknown(f"{sorted(unknown)} in {str(schema)[:200]}")
        wrong, seen = [], set()
        if "$ref" in schema:
            w, s = self.look(self.resolve(schema["$ref"]), value, where)
            wrong += w
            seen |= s
        wrong += self.look_plain(schema, value, where)
        for w, s in self.look_parts(schema, value, where):
            wrong += w
            seen |= s
        if isinstance(value, dict):
            w, s = self.look_members(schema, value, where, seen)
            wrong += w
            seen |= s
        elif isinstance(value, list) and "items" in schema:
            for i, item in enumerate(value):
                wrong += self.problems(schema["items"], item, f"{where}/{i}")
        return wrong, seen

    def look_plain(self, schema, value, where):
        wanted = types_of(schema)
        for name in wanted:
            if name not in TYPES:
                raise Unknown(f"type {name}")
        shown = repr(value)[:80]
        if wanted and not any(TYPES[name](value) for name in wanted):
            return [f"{where}: {shown} is not {' or '.join(wanted)}"]
        wrong = []
        if "const" in schema and not same(schema["const"], value):
            wrong.append(f"{where}: {shown} is not {schema['const']!r}")
        if "enum" in schema and not any(same(e, value) for e in schema["enum"]):
            wrong.append(f"{where}: {shown} is none of {schema['enum']}")
        if isinstance(value, str):
            wrong += self.look_size(schema, len(value), "Length", where)
            if "pattern" in schema and not re.search(schema["pattern"], value):
                wrong.append(f"{where}: {shown} does not match {schema['pattern']}")
        elif isinstance(value, list):
            wrong += self.look_size(schema, len(value), "Items", where)
        elif TYPES["number"](value):
            wrong += self.look_size(schema, value, "imum", where)
        return wrong

    @staticmethod
    def look_size(schema, n, what, where):
        least, most = schema.get("min" + what), schema.get("max" + what)
        if least is not None and n < least:
            return [f"{where}: {n} is less than {least}"]
        if most is not None and n > most:
            return [f"{where}: {n} is more than {most}"]
        return []

    def look_parts(self, schema, value, where):
        for part in schema.get("allOf", []):
            yield self.look(part, value, where)
        for word in ("oneOf", "anyOf"):
            if word not in schema:
                continue
            tried = [self.look(part, value, where) for part in schema[word]]
            good = [t for t in tried if not t[0]]
            if len(good) == 1 or good and word == "anyOf":
                yield from good
            elif good:
                yield [f"{where}: fits {len(good)} of {word}"], set()
            else:
                # Of what did not fit, tell the nearest: that with the fewest faults.
                nearest = min((t[0] for t in tried), key=len)
                yield [f"{where}: fits none of {word}"] + nearest, set()

    def look_members(self, schema, value, where, seen):
        wrong = [f"{where}: no {k!r}" for k in schema.get("required", []) if k not in value]
        for key, others in schema.get("dependentRequired", {}).items():
            wrong += [f"{where}: {key!r} and no {k!r}" for k in others if key in value and k not in value]
        known = schema.get("properties", {})
        seen = seen | set(known)
        for key in value:
            if key in known:
                wrong += self.problems(known[key], value[key], f"{where}/{key}")
        for word, rest in (
            ("additionalProperties", set(value) - set(known)),
            ("unevaluatedProperties", set(value) - seen),
        ):
            if word not in schema:
                continue
            seen |= set(value)
            if schema[word] is False:
                wrong += [f"{where}: {k!r} is not described" for k in sorted(rest)]
            elif schema[word] is not True:
                for key in rest:
                    wrong += self.problems(schema[word], value[key], f"{where}/{key}")
        return wrong, seen

    def faults(self, schema, where, below_closed=False, done=None):
        """
        What is wrong with a schema before any value: keywords that are not known,
        references to nothing, objects that would let any member through.
        """
        done = set() if done is None else done
        if (id(schema), below_closed) in done:
            return
        done.add((id(schema), below_closed))
        if not isinstance(schema, dict):
            yield f"{where}: {schema!r} is no schema"
            return
        for word in sorted(set(schema) - KEYWORDS):
            yield f"{where}: the keyword {word} is not known"
        for name in types_of(schema):
            if name not in TYPES:
                yield f"{where}: the type {name} is not known"
        closed = "additionalProperties" in schema or "unevaluatedProperties" in schema
        if ("object" in types_of(schema) or "properties" in schema) and not (closed or below_closed):
            yield f"{where}: an object that is not closed"
        for key in schema.get("required", []):
            if key not in schema.get("properties", {}) and not isinstance(
                schema.get("additionalProperties"), (dict, bool)
            ):
                yield f"{where}: {key!r} is required and not described"
        inside = below_closed or "unevaluatedProperties" in schema
        if "$ref" in schema:
            try:
                yield from self.faults(
                    self.resolve(schema["$ref"]), schema["$ref"], below_closed, done
                )
            except Unknown as e:
                yield f"{where}: {e}"
        for word in ("allOf", "anyOf", "oneOf"):
            for i, part in enumerate(schema.get(word, [])):
                yield from self.faults(part, f"{where}/{word}/{i}", inside, done)
        for key, part in schema.get("properties", {}).items():
            yield from self.faults(part, f"{where}/{key}", False, done)
        for word in ("items", "additionalProperties", "unevaluatedProperties"):
            if isinstance(schema.get(word), dict):
                yield from self.faults(schema[word], f"{where}/{word}", False, done)
        for example in schema.get("examples", []):
            yield from (f"{where}: example: {p}" for p in self.problems(schema, example))
