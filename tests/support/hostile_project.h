// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <map>
#include <string>
#include <string_view>

namespace roofrack::test {

/// A project whose writer means harm: `marker` stands before each text that people write.
class HostileProject {
public:
    using Json = nlohmann::ordered_json;

    HostileProject(std::string_view project, std::string marker)
        : m_json(Json::parse(project))
        , m_marker(std::move(marker)) {
        mark_texts(m_json);
        m_json[m_marker + "key"] = m_marker;
        Json& scenario = m_json["scenarios"][0];
        scenario["plan"][m_marker + "key"] = 1;
        scenario["calibration"]["note"] = m_marker;
        scenario["cluster"]["elements"].push_back({{"id", "memo"}, {"kind", "note"}, {"text", m_marker}});
        scenario["parts"].push_back(
            {{"kind", "server"},
             {"base", "dgx-h100"},
             {"id", "own"},
             {"name", m_marker + "own"},
             {"vendor", m_marker},
             {"note", m_marker},
             {"max_power", {{"value", "11 kW"}, {"status", "judgement"}, {"source", m_marker}}}});
    }

    /// Ids too, and whatever names them.
    void mark_ids() {
        std::map<std::string, std::string> ids;
        for (const Json& scenario : m_json["scenarios"])
            for (const char* list : {"elements", "links"})
                for (const Json& item : scenario["cluster"][list])
                    ids[item["id"]] = m_marker + item["id"].get<std::string>();
        replace(m_json, ids);
    }

    /// The first scenario's model becomes one of its own.
    void use_own_model() {
        m_json["scenarios"][0]["workload"]["model"] = {
            {"id", "own-model"},
            {"name", m_marker + "model"},
            {"source", m_marker},
            {"note", m_marker},
            {"transformer",
             {{"layers", 80}, {"heads", 64}, {"hidden", 8192}, {"ffn", 28672}, {"vocab", 128256}}}};
    }

    std::string text() const { return m_json.dump(1); }

private:
    void mark_texts(Json& json) {
        for (auto& [key, value] : json.items())
            if (value.is_structured())
                mark_texts(value);
            else if (value.is_string() &&
                     (key == "name" || key == "description" || key == "note" || key == "source"))
                value = m_marker + value.get<std::string>();
    }

    static void replace(Json& json, const std::map<std::string, std::string>& ids) {
        for (auto& [key, value] : json.items())
            if (value.is_structured())
                replace(value, ids);
            else if (value.is_string() && (key == "id" || key == "in" || key == "from" || key == "to"))
                if (const auto found = ids.find(value); found != ids.end()) value = found->second;
    }

    Json m_json;
    std::string m_marker;
};

} // namespace roofrack::test
