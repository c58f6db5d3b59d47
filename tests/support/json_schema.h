// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/rounds.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace roofrack::test {

/// Holds JSON documents against JSON Schemas by python3's jsonschema: all at once, since its start takes
/// longer than its work. Elements of a long array are alike: those at its ends and some between are held
/// against the schema, all of them in the long form.
class SchemaCheck {
public:
    /// Closed: an object may have no keys but those that its schema names, and a schema must name some.
    enum class Keys { open, closed };

    /// Schemas and documents are texts: that they are JSON is checked too.
    void add_schema(const std::string& name, const std::string& text, Keys keys) {
        m_schemas[QString::fromStdString(name)] =
            QJsonObject{{QStringLiteral("text"), QString::fromStdString(text)},
                        {QStringLiteral("closed"), keys == Keys::closed}};
    }
    void add_document(const QString& label, const std::string& schema, const QByteArray& text) {
        m_documents.append(QJsonObject{{QStringLiteral("label"), label},
                                       {QStringLiteral("schema"), QString::fromStdString(schema)},
                                       {QStringLiteral("text"), QString::fromUtf8(text)}});
    }

    /// What is wrong, a line each, "JSON PATH: fault", by label of the document or name of the schema. That
    /// nothing could be checked is a fault of "".
    std::map<QString, QStringList> faults() const {
        QProcess python;
        python.start(QStringLiteral("python3"), {QStringLiteral("-c"), QString::fromUtf8(validator)});
        python.write(QJsonDocument(QJsonObject{{QStringLiteral("longest"), rounds(1'000'000, 24)},
                                               {QStringLiteral("schemas"), m_schemas},
                                               {QStringLiteral("documents"), m_documents}})
                         .toJson());
        python.closeWriteChannel();
        if (!python.waitForFinished(300000) || python.exitCode() != 0)
            return {{QString(),
                     {QStringLiteral("python3 with jsonschema: ") + python.errorString() +
                      QString::fromUtf8(python.readAllStandardError())}}};
        std::map<QString, QStringList> out;
        const QJsonArray found = QJsonDocument::fromJson(python.readAllStandardOutput()).array();
        for (const auto& fault : found) out[fault[0].toString()] += fault[1].toString();
        return out;
    }

private:
    static constexpr char validator[] = R"(
import json, sys
import jsonschema

task = json.load(sys.stdin)
found = []

def inner(schema):
    for key in ("properties", "$defs"):
        yield from (value for value in schema.get(key, {}).values())
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield schema[key]
    for key in ("anyOf", "prefixItems"):
        yield from schema.get(key, [])

def close(name, schema):
    if "properties" in schema:
        schema.setdefault("additionalProperties", False)
    elif "object" in schema.get("type", "") and "additionalProperties" not in schema:
        found.append((name, "$: an object whose keys are not said: " + json.dumps(schema)))
    for each in inner(schema):
        close(name, each)

def thinned(value):
    """Of a long array the ends and every so many elements between."""
    if isinstance(value, dict):
        return {key: thinned(each) for key, each in value.items()}
    if not isinstance(value, list):
        return value
    if len(value) > task["longest"]:
        end = task["longest"] // 3
        between = value[end:-end]
        value = value[:end] + between[:: -(-len(between) // end)] + value[-end:]
    return [thinned(each) for each in value]

def told(error):
    """Of alternatives the one that comes nearest."""
    if not error.context:
        return [(error.json_path, error.message[:200])]
    branches = {}
    for each in error.context:
        branches.setdefault(each.schema_path[0], []).append(each)
    def far(errors):
        here = any(each.validator == "type" and each.json_path == error.json_path for each in errors)
        return here, len(errors)
    return [line for each in min(branches.values(), key=far) for line in told(each)]

validators = {}
for name, schema in task["schemas"].items():
    parsed = json.loads(schema["text"])
    jsonschema.Draft202012Validator.check_schema(parsed)
    if schema["closed"]:
        close(name, parsed)
    validators[name] = jsonschema.Draft202012Validator(parsed)
for document in task["documents"]:
    try:
        parsed = thinned(json.loads(document["text"]))
    except ValueError as error:
        found.append((document["label"], "no JSON: " + str(error)))
        continue
    for error in validators[document["schema"]].iter_errors(parsed):
        found += [(document["label"], path + ": " + message) for path, message in told(error)]
json.dump(found, sys.stdout)
)";

    QJsonObject m_schemas;
    QJsonArray m_documents;
};

} // namespace roofrack::test
