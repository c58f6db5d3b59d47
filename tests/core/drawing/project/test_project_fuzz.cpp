// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/address/set_value.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/project_sample.h"
#include "tests/support/rounds.h"

#include <QTest>
#include <nlohmann/json.hpp>
#include <random>

using namespace roofrack;
using Json = nlohmann::ordered_json;

/// Random edits of a valid project: each gives a project that saves and reads back the same, or a diagnostic.
/// `tools/test --long` draws more.
class TestProjectFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void edits_of_bytes();
    void edits_of_structure();
    void edits_by_pointer();

private:
    size_t below(size_t end) { return std::uniform_int_distribution<size_t>(0, end - 1)(m_random); }
    std::string edited_bytes(std::string text);
    Json& random_node(Json& json);
    Json random_value(const Json& whole);
    void edit(Json& json);
    /// False, with the failure reported, when the text is neither.
    bool is_project_or_diagnostic(const std::string& text);

    std::mt19937 m_random{20261121};
    int m_rounds = test::rounds(100000, 2000);
    int m_read = 0, m_refused = 0;
};

bool TestProjectFuzz::is_project_or_diagnostic(const std::string& text) {
    const auto loaded = parse_project(text, Catalog::built_in(), "fuzz");
    if (!loaded) {
        ++m_refused;
        return loaded.error().where.starts_with("fuzz") && !loaded.error().what.empty() &&
               !loaded.error().fix.empty();
    }
    ++m_read;
    const std::string saved = project_text(loaded->project, Catalog::built_in());
    const auto again = parse_project(saved, Catalog::built_in(), "saved");
    if (!again) {
        qWarning("%s\n%s", again.error().text().c_str(), saved.c_str());
        return false;
    }
    return again->project == loaded->project && project_text(again->project, Catalog::built_in()) == saved;
}

std::string TestProjectFuzz::edited_bytes(std::string text) {
    static constexpr const char* tokens[] = {
        "{",     "}",     "[", "]",   ",",    ":",    "\"",   "\\",  "null",    "-",
        "1e308", "1e400", "0", "NaN", "\xc3", "\xff", "true", "\\u", "\\ud800", "9999999999999999999",
        " Gb/s", "\n",    "//"};
    for (size_t edits = 1 + below(4); edits > 0; --edits) {
        if (text.empty()) text = "{";
        const size_t at = below(text.size());
        switch (below(5)) {
        case 0: text[at] = static_cast<char>(below(256)); break;
        case 1: text.erase(at, 1 + below(20)); break;
        case 2: text.insert(at, tokens[below(std::size(tokens))]); break;
        case 3: text.insert(at, text.substr(below(text.size()), 1 + below(100))); break;
        default: text.resize(at + 1); break;
        }
    }
    return text;
}

Json& TestProjectFuzz::random_node(Json& json) {
    Json* at = &json;
    while (at->is_structured() && !at->empty() && below(8) > 0) {
        auto it = at->begin();
        std::advance(it, below(at->size()));
        at = &*it;
    }
    return *at;
}

Json TestProjectFuzz::random_value(const Json& whole) {
    static const Json values[] = {nullptr,
                                  true,
                                  0,
                                  -1,
                                  1,
                                  2.5,
                                  1e300,
                                  -1e-300,
                                  1ull << 63,
                                  "",
                                  "node",
                                  "hall",
                                  "400 kg",
                                  "8 GB/s",
                                  "1/0",
                                  "dgx-h100",
                                  "rail",
                                  "1e9 W",
                                  "\u0000",
                                  Json::array(),
                                  Json::object(),
                                  Json::array({1, 2}),
                                  "50 %",
                                  "-40 C",
                                  "1 ns"};
    if (below(3) > 0) return values[below(std::size(values))];
    Json copy = whole;
    return random_node(copy);
}

void TestProjectFuzz::edit(Json& json) {
    Json& node = random_node(json);
    switch (below(4)) {
    case 0: node = random_value(json); break;
    case 1:
        if (node.is_structured() && !node.empty()) {
            auto it = node.begin();
            std::advance(it, below(node.size()));
            node.erase(it);
        }
        break;
    case 2:
        if (node.is_array())
            node.push_back(random_value(json));
        else if (node.is_object())
            node[std::string(1, static_cast<char>('a' + below(26)))] = random_value(json);
        break;
    default: { // something inside takes the place of the whole
        Json inside = random_node(node);
        node = std::move(inside);
    }
    }
}

void TestProjectFuzz::edits_of_bytes() {
    for (int round = 0; round < m_rounds; ++round) {
        const std::string text = edited_bytes(sample_project);
        QVERIFY2(is_project_or_diagnostic(text), text.c_str());
    }
    QVERIFY(m_read > 0 && m_refused > 0);
}

void TestProjectFuzz::edits_of_structure() {
    const Json sample = Json::parse(sample_project);
    m_read = m_refused = 0;
    for (int round = 0; round < m_rounds; ++round) {
        Json json = sample;
        for (size_t edits = 1 + below(3); edits > 0; --edits) edit(json);
        const std::string text = json.dump(1);
        QVERIFY2(is_project_or_diagnostic(text), text.c_str());
    }
    QVERIFY(m_read > 0 && m_refused > 0);
}

void TestProjectFuzz::edits_by_pointer() {
    const Scenario scenario = parse_project(sample_project, Catalog::built_in())->project.scenarios.front();
    std::vector<std::string> pointers;
    const Json sample = Json::parse(sample_project)["scenarios"][0];
    const Json flat = sample.flatten();
    for (const auto& [pointer, unused] : flat.items()) pointers.push_back(pointer);
    for (int round = 0; round < m_rounds / 3; ++round) {
        std::string pointer = pointers[below(pointers.size())];
        if (below(3) == 0) pointer = edited_bytes(pointer);
        const std::string value = random_value(sample).dump(-1, ' ', false, Json::error_handler_t::replace);
        const auto changed = set_value(scenario, pointer, value, Catalog::built_in());
        QVERIFY2(changed || !changed.error().what.empty(), pointer.c_str());
        if (!changed) continue;
        Project project;
        project.scenarios.push_back(*changed);
        QVERIFY2(is_project_or_diagnostic(project_text(project, Catalog::built_in())), pointer.c_str());
    }
}

QTEST_APPLESS_MAIN(TestProjectFuzz)
#include "test_project_fuzz.moc"
