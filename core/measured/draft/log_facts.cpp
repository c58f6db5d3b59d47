// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/common_units.h"
#include "core/base/units/saturated.h"
#include "core/measured/draft/file_facts.h"
#include "core/measured/draft/known_shape.h"
#include "core/measured/recipes/recipe_run.h"
#include "core/measured/trace/logs/log_lines.h"
#include "core/measured/trace/text/text_source.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace roofrack {

namespace {

constexpr int64_t most_log = int64_t{64} << 20; // what is looked for stands at the beginning

bool shows(std::string_view line, std::string_view part) { return line.find(part) != std::string_view::npos; }

/// The word that begins at the front of the text.
std::string_view first_word(std::string_view text) {
    const size_t begin = text.find_first_not_of(" \t\"'");
    if (begin == std::string_view::npos) return {};
    text.remove_prefix(begin);
    return text.substr(0, text.find_first_of(" \t\r\"',"));
}

std::string whole_text(double value) { return fmt::format("{:.0f}", value); }

/// Adapters that NCCL's line NET/IB lists: "[0]mlx5_0:1/IB [1]mlx5_1:1/IB/SHARP [RO]; OOB ib0:…".
int listed_adapters(std::string_view line) {
    line.remove_prefix(std::min(line.size(), line.find("Using")));
    line = line.substr(0, line.find(';'));
    int count = 0;
    for (size_t at = line.find('['); at != std::string_view::npos; at = line.find('[', at + 1)) {
        const std::string_view entry = line.substr(at, line.find('[', at + 1) - at);
        if (shows(entry, ":")) ++count;
    }
    return count;
}

/// What a line of a log says of machines, network and time.
class LogLine {
public:
    LogLine(const std::string& file, ToldRun& run)
        : m_file(file)
        , m_run(run) {}

    void take(std::string_view line) {
        launcher(line);
        gpu_table(line);
        nccl(line);
        ranks(line);
        torchtitan(line);
        if (m_year == 0)
            if (const auto stamp = time_stamp(line); stamp && *stamp > 0)
                m_year = 1970 + saturated<int16_t>(*stamp / (days_a_mean_year * seconds_a_day));
    }

    void end() {
        if (m_table_rows > 0 && !m_run.knows("gpus_per_server"))
            m_run.guess("gpus_per_server", fmt::format("{}", m_table_rows),
                        fmt::format("nvidia-smi lists {} GPUs of the machine", m_table_rows), m_file);
        if (!m_hosts.empty() && m_ranks > 0 && m_ranks % m_hosts.size() == 0)
            m_run.tell("gpus_per_server", fmt::format("{}", m_ranks / m_hosts.size()),
                       fmt::format("{} ranks run on {} hosts", m_ranks, m_hosts.size()), m_file);
    }
    int year() const { return m_year; }

private:
    void launcher(std::string_view line) {
        for (const std::string_view word : {"num_local_procs", "--nproc_per_node", "--nproc-per-node",
                                            "GPUS_PER_NODE", "--gpus-per-node", "nproc_per_node"})
            if (const auto count = number_behind(line, word); count && *count >= 1 && *count <= 1024) {
                m_run.tell("gpus_per_server", whole_text(*count), fmt::format("the launcher's {}", word),
                           m_file);
                break;
            }
        if (const auto nodes = number_behind(line, {"nnodes", "NNODES"});
            nodes && *nodes >= 1 && *nodes < 1e6)
            m_run.tell("servers", whole_text(*nodes), "the launcher's number of nodes", m_file);
    }

    /// "|   0  Tesla V100-SXM2...  On   | 00000000:1A:00.0 Off |", "|  0MiB / 32510MiB |".
    void gpu_table(std::string_view line) {
        if (const size_t of = line.find("MiB / "); of != std::string_view::npos && m_table_rows > 0)
            if (const auto total = leading_number(line.substr(of + 6)))
                m_run.tell("gpu_memory", whole_text(*total * 1048576), "the table of nvidia-smi", m_file);
        if (!line.starts_with("| ") || !shows(line, " 0000")) return;
        const std::string_view cell = line.substr(1, line.find('|', 1) - 1);
        const auto index = leading_number(cell.substr(std::min(cell.size(), cell.find_first_not_of(' '))));
        const size_t at = cell.find_first_not_of(" 0123456789");
        if (!index || at == std::string_view::npos) return;
        std::string_view name = cell.substr(at);
        if (const size_t end = name.find("  "); end != std::string_view::npos) name = name.substr(0, end);
        if (name.ends_with("...")) name.remove_suffix(3);
        constexpr double most_of_a_server = 1024;
        if (*index < most_of_a_server) m_table_rows = std::max(m_table_rows, static_cast<int>(*index) + 1);
        m_run.tell("gpu", std::string(name), "the table of nvidia-smi", m_file);
    }

    void nccl(std::string_view line) {
        if (!shows(line, "NCCL INFO")) return;
        if (shows(line, "NET/IB : Using")) {
            const bool omni_path =
                shows(line, "hfi1_"); // the driver's name of Intel's and Cornelis' adapters
            m_run.tell("network",
                       omni_path             ? "omni-path"
                       : shows(line, "RoCE") ? "roce"
                                             : "infiniband",
                       omni_path ? "NCCL's line NET/IB lists adapters hfi1" : "NCCL's line NET/IB", m_file);
            if (const int adapters = listed_adapters(line); adapters > 0)
                m_run.tell("nics", fmt::format("{}", adapters), "NCCL's line NET/IB lists them", m_file);
        }
        if (shows(line, "NET/OFI") && (shows(line, "efa") || shows(line, "EFA")))
            m_run.tell("network", "efa", "NCCL's line NET/OFI", m_file);
        if (shows(line, "Using network Socket"))
            m_run.tell("network", "ethernet", "NCCL's line “Using network Socket”", m_file);
    }

    /// "#  Rank  3 Group  0 Pid  55 on  node01 device  3 [0x9a] NVIDIA H100" of nccl-tests.
    void ranks(std::string_view line) {
        const size_t rank = line.find("Rank "), on = line.find(" on "), device = line.find(" device ");
        if (rank == std::string_view::npos || on == std::string_view::npos || device < on ||
            device == std::string_view::npos || !shows(line, "Pid"))
            return;
        const auto number =
            leading_number(line.substr(std::min(line.size(), line.find_first_not_of(' ', rank + 5))));
        constexpr double most_ranks = 1e9;
        if (!number || *number < static_cast<double>(m_ranks) || *number > most_ranks)
            return; // a later run of the same file, or no rank
        m_ranks = static_cast<size_t>(*number) + 1;
        m_hosts.emplace(first_word(line.substr(on + 4)));
    }

    /// "Building llama3 8B with …", "Model llama3 8B size: 8,030,261,248 total parameters".
    void torchtitan(std::string_view line) {
        const size_t size = line.find(" size: ");
        const size_t model = line.find("Model ");
        if (model == std::string_view::npos || size == std::string_view::npos || size < model ||
            !shows(line, "total parameters"))
            return;
        m_run.tell("model", std::string(line.substr(model + 6, size - model - 6)), "the line of its size",
                   m_file);
    }

    const std::string& m_file;
    ToldRun& m_run;
    int m_table_rows = 0, m_year = 0;
    size_t m_ranks = 0;
    std::set<std::string, std::less<>> m_hosts;
};

/// What the arguments in a log, or in a file beside it, say.
void tell_arguments(const RecipeRun& told, const std::string& file, int year, ToldRun& run) {
    const Plan& plan = told.plan;
    const auto argument = [&](std::string_view key, double value, std::string_view name) {
        run.tell(key, fmt::format("{}", value), fmt::format("its argument {}", name), file);
    };
    if (told.shape.layers > 0 && told.shape.hidden > 0 && told.shape.heads > 0) {
        run.shape = told.shape;
        run.tell("model", shape_text(told.shape), "its arguments num_layers, hidden_size and others", file);
    }
    run.plan = plan;
    argument("tp", plan.tp, "tensor_model_parallel_size");
    argument("pp", plan.pp, "pipeline_model_parallel_size");
    argument("cp", plan.cp, "context_parallel_size");
    if (told.shape.moe.experts > 0) argument("ep", plan.ep, "expert_model_parallel_size");
    argument("micro_batch", plan.micro_batch, "micro_batch_size");
    if (told.global_batch) argument("global_batch", *told.global_batch, "global_batch_size");
    if (told.sequence) argument("sequence", *told.sequence, "seq_length");
    if (told.gpus) argument("gpus", *told.gpus, "world_size");
    if (told.gpus_per_node) argument("gpus_per_server", *told.gpus_per_node, "gpus_per_node");
    run.tell("recompute", std::string(name_of(plan.recompute)), "its arguments on activations", file);
    run.tell("precision", std::string(name_of(plan.precision)), "its arguments fp16, bf16 and fp8", file);
    run.tell("sharding", fmt::format("{}", plan.zero), "its arguments on the optimizer", file);
    constexpr int core_since = 2023; // Megatron-Core 0.1
    if (told.software == "megatron-core" && year > 0 && year < core_since)
        run.guess("software", fmt::format("Megatron-LM {}", year),
                  fmt::format("its lines are of {}, before Megatron-Core", year), file);
    else
        run.guess("software",
                  year > 0 ? fmt::format("{} {}", told.software, year) : std::string(told.software),
                  "its arguments are those of this program", file);
    run.not_understood = told.not_understood;
}

} // namespace

bool each_log_line(const MeasuredFile& file, ToldRun& run,
                   const std::function<void(std::string_view)>& take) {
    auto source = TextSource::open(file.file, {});
    if (!source) {
        run.unread.push_back(source.error());
        return false;
    }
    LogLines lines([&](char* to, size_t size) { return source->read(to, size); });
    while (const auto line = lines.next()) {
        if (lines.bytes() > most_log) break;
        take(*line);
    }
    return true;
}

void read_log_facts(const MeasuredFile& file, ToldRun& run) {
    const std::string name = short_name(file);
    LogLine facts(name, run);
    std::string text; // the lines of the arguments
    bool is_open = false;
    const bool is_read = each_log_line(file, run, [&](std::string_view line) {
        const std::string_view bare = without_tag(line);
        // Arguments, each a line; several ranks may print theirs.
        const bool begins = shows(bare, "-- arguments --"), ends = shows(bare, "-- end of arguments --");
        is_open = (is_open || (begins && text.empty())) && !ends;
        if (is_open || ends || shows(bare, "padded vocab")) text.append(" ").append(bare).append("\n");
        facts.take(bare);
    });
    if (!is_read) return;
    facts.end();
    if (text.empty() || recipe_format(text) != RecipeFormat::megatron) return;
    auto recipe = read_recipe({name, text});
    if (recipe) tell_arguments(read_run({&*recipe, 1}), name, facts.year(), run);
}

} // namespace roofrack
