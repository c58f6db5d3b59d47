// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/ascii_text.h"
#include "core/base/units/common_units.h"
#include "core/base/units/saturated.h"
#include "core/measured/draft/file_facts.h"
#include "core/measured/trace/logs/log_lines.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

using MllogJson = nlohmann::json;

std::string text_member(const MllogJson& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end()) return {};
    if (found->is_string()) return found->get<std::string>();
    return found->is_number() ? fmt::format("{}", found->get<double>()) : std::string();
}

/// The models of MLPerf Training by the name of the benchmark.
std::string_view model_of_benchmark(std::string_view benchmark) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> known{
        {{"gpt3", "GPT-3 175B"},
         {"llama31_405b", "Llama 3.1 405B"},
         {"llama31_8b", "Llama 3.1 8B"},
         {"llama2_70b_lora", "Llama 2 70B LoRA"},
         {"bert", "BERT large"},
         {"resnet", "ResNet-50"}}};
    for (const auto& [name, model] : known)
        if (name == benchmark) return model;
    return {};
}

/// The network that computes: "Storage: 2x ConnectX-7 IB NDR 400Gb/s, Compute: 8x ConnectX-7 IB NDR 400Gb/s,
/// …" says its kind, its adapters and their Gb/s.
struct HostNetwork {
    std::string kind;
    int adapters = 0;
    double gbps = 0;
};
HostNetwork host_network(std::string_view text) {
    HostNetwork out;
    if (const size_t compute = text.find("Compute:"); compute != std::string_view::npos) {
        text.remove_prefix(compute + 8);
    } else if (text.find("Storage") != std::string_view::npos ||
               text.find("anagement") != std::string_view::npos) {
        return out; // which of several computes is not said
    }
    if (const size_t next = text.find(", "); next != std::string_view::npos) text = text.substr(0, next);
    const std::string low = lower(text);
    if (has(low, "roce") || has(low, "ethernet"))
        out.kind = "roce";
    else if (has(low, " ib ") || has(low, "infiniband"))
        out.kind = "infiniband";
    const size_t first = text.find_first_of("0123456789");
    if (first != std::string_view::npos) {
        int count = 0;
        const auto [end, error] = std::from_chars(text.data() + first, text.data() + text.size(), count);
        if (error == std::errc{} && end != text.data() + text.size() && *end == 'x') out.adapters = count;
    }
    const size_t rate = low.find("gb/s");
    if (rate != std::string_view::npos) {
        size_t begin = rate;
        while (begin > 0 && (low[begin - 1] == ' ' || (low[begin - 1] >= '0' && low[begin - 1] <= '9')))
            --begin;
        out.gbps = leading_number(
                       std::string_view(low).substr(std::min(low.size(), low.find_first_not_of(' ', begin))))
                       .value_or(0);
    }
    return out;
}

class MlperfFacts {
public:
    MlperfFacts(const std::string& file, ToldRun& run)
        : m_file(file)
        , m_run(run) {}

    void take(std::string_view line) {
        if (const size_t at = line.find(":::SYSJSON"); at != std::string_view::npos)
            system(MllogJson::parse(line.substr(at + 10), nullptr, false));
        if (const size_t at = line.find(":::MLLOG"); at != std::string_view::npos && wanted(line))
            entry(MllogJson::parse(line.substr(at + 8), nullptr, false));
    }

    void end() {
        constexpr double milliseconds_a_year = 1e3 * seconds_a_mean_year;
        if (m_time_ms > 0)
            m_run.guess("software",
                        fmt::format("mlperf {}", 1970 + saturated<int16_t>(m_time_ms / milliseconds_a_year)),
                        "a submission to MLPerf, by the time of its lines", m_file);
    }

private:
    /// The keys that say something; logs have many others.
    static bool wanted(std::string_view line) {
        for (const std::string_view key :
             {"submission_benchmark", "submission_platform", "global_batch_size", "max_sequence_length",
              "gradient_accumulation_steps", "lora_rank", "run_start", "parallel"})
            if (line.find(key) != std::string_view::npos) return true;
        return false;
    }

    void system(const MllogJson& about) {
        if (!about.is_object()) return;
        m_run.tell("gpu", text_member(about, "accelerator_model_name"), "accelerator_model_name of SYSJSON",
                   m_file);
        m_run.tell("gpus_per_server", text_member(about, "accelerators_per_node"),
                   "accelerators_per_node of SYSJSON", m_file);
        m_run.tell("servers", text_member(about, "number_of_nodes"), "number_of_nodes of SYSJSON", m_file);
        m_run.tell("system", text_member(about, "system_name"), "system_name of SYSJSON", m_file);
        const HostNetwork network = host_network(text_member(about, "host_networking"));
        m_run.tell("network", network.kind, "host_networking of SYSJSON", m_file);
        if (network.adapters > 0)
            m_run.tell("nics", fmt::format("{}", network.adapters), "host_networking of SYSJSON", m_file);
        if (network.gbps > 0)
            m_run.tell("nic_gbps", fmt::format("{:g}", network.gbps), "host_networking of SYSJSON", m_file);
    }

    void entry(const MllogJson& line) {
        if (!line.is_object()) return;
        const std::string key = text_member(line, "key"), value = text_member(line, "value");
        if (key == "run_start")
            if (const auto time = line.find("time_ms"); time != line.end() && time->is_number())
                m_time_ms = time->get<double>();
        if (value.empty()) return;
        if (key == "submission_benchmark") benchmark(value);
        if (key == "submission_platform") platform(value);
        if (key == "global_batch_size") m_run.tell("global_batch", value, "global_batch_size", m_file);
        if (key == "max_sequence_length") m_run.tell("sequence", value, "max_sequence_length", m_file);
        if (key == "gradient_accumulation_steps")
            m_run.tell("accumulation", value, "gradient_accumulation_steps", m_file);
        if (key == "lora_rank") m_run.tell("lora_rank", value, "lora_rank", m_file);
        static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> degrees{
            {{"tensor_model_parallel_size", "tp"},
             {"pipeline_model_parallel_size", "pp"},
             {"context_parallel_size", "cp"},
             {"expert_model_parallel_size", "ep"}}};
        for (const auto& [name, degree] : degrees)
            if (key == name) m_run.tell(degree, value, key, m_file);
    }

    void benchmark(const std::string& name) {
        const std::string_view model = model_of_benchmark(name);
        m_run.tell("model", model.empty() ? name : std::string(model),
                   fmt::format("submission_benchmark is {}", name), m_file);
    }

    /// "256xNVIDIA GB200", "1xMI300X": servers and what they are.
    void platform(const std::string& text) {
        const size_t times = text.find('x');
        if (times == std::string::npos || times + 1 >= text.size()) return;
        const std::string gpu = text.substr(times + 1),
                          reason = fmt::format("submission_platform is {}", text);
        int servers = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + times, servers);
        if (error != std::errc{} || end != text.data() + times || servers < 1) return;
        m_run.tell("servers", fmt::format("{}", servers), reason, m_file);
        m_run.guess("gpu", gpu, reason, m_file);
        const bool is_tray = has(gpu, "GB200") || has(gpu, "GB300");
        m_run.guess("gpus_per_server", is_tray ? "4" : "8",
                    reason + (is_tray ? "; a compute tray of it has 4" : "; a server of it has 8 as a rule"),
                    m_file);
    }

    const std::string& m_file;
    ToldRun& m_run;
    double m_time_ms = 0;
};

} // namespace

void read_mlperf_facts(const MeasuredFile& file, ToldRun& run) {
    const std::string name = short_name(file);
    MlperfFacts facts(name, run);
    if (each_log_line(file, run, [&](std::string_view line) { facts.take(line); })) facts.end();
}

} // namespace roofrack
