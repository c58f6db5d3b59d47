// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/draft/collected_run.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/median.h"
#include "core/measured/draft/draft_machine.h"
#include "core/measured/draft/file_facts.h"
#include "core/measured/measure/run_config_models.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

bool is_whole_count(std::string_view text) {
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() && value >= 1 && value <= 1'000'000'000;
}

bool is_positive(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() && value > 0 && value < 1e9;
}

/// Empty where the value may be one of the key; else what is wrong with it.
std::string fault_of(std::string_view key, const std::string& value, const Catalog& catalog) {
    static constexpr std::array<std::string_view, 10> counts{
        "gpus", "servers", "gpus_per_server", "sequence", "global_batch", "micro_batch", "tp", "pp",
        "cp",   "ep"};
    if (std::ranges::find(counts, key) != counts.end())
        return is_whole_count(value) ? "" : "it is no whole number from 1";
    if (key == "network_gbps") return is_positive(value) ? "" : "it is not a number above 0";
    if (key == "gpu")
        return find_accelerator(value, 0, catalog).part ? "" : "the catalogue has no such accelerator";
    if (key == "model")
        return published_model(catalog, value) ? "" : "the catalogue has no transformer of that name";
    if (key == "network")
        return is_network_kind(value) ? ""
                                      : "it is none of infiniband, roce, ethernet, omni-path, efa, slingshot";
    if (key == "precision") return precision(value) ? "" : "it is none of fp32, tf32, fp16, bf16, fp8, nvfp4";
    if (key == "recompute") return recompute(value) ? "" : "it is none of none, selective, full";
    if (key == "sharding")
        return value.size() == 1 && value[0] >= '0' && value[0] <= '3' ? ""
                                                                       : "it is no stage of ZeRO, 0 to 3";
    return {};
}

Result<void> take_answers(const DraftAnswers& answers, const Catalog& catalog, ToldRun& run) {
    for (const auto& [key, value] : answers) {
        const auto keys = draft_keys();
        const auto known = std::ranges::find(keys, key, &DraftKey::key);
        if (known == keys.end() || known->takes.empty()) {
            std::string list;
            for (const DraftKey& each : keys)
                if (!each.takes.empty()) list += fmt::format("{}{}", list.empty() ? "" : ", ", each.key);
            return fail(key, "a run is not described by that", "give one of " + list);
        }
        if (const std::string fault = fault_of(key, value, catalog); !fault.empty())
            return fail(key, fmt::format("'{}': {}", value, fault), fmt::format("give {}", known->takes));
        run.tell(key, value, "you said so", {});
    }
    return {};
}

void take_rank(const TraceRank& rank, const std::string& file, ToldRun& run) {
    if (!rank.gpu.empty()) run.tell("gpu", rank.gpu, "the name of its device", file);
    if (rank.world_size && *rank.world_size > 0)
        run.tell("gpus", fmt::format("{}", *rank.world_size), "its world size", file);
}

void take_file(const MeasuredFile& file, bool is_log, ToldRun& run) {
    const std::string name = short_name(file);
    if (is_log && file.kind != MeasuredKind::mlperf_log && file.devices && *file.devices > 0)
        run.tell("gpus", fmt::format("{}", *file.devices), "the number of GPUs that it prints", name);
    if (!file.gpu.empty() && file.kind != MeasuredKind::mlperf_log)
        run.tell("gpu", file.gpu, "the name of the GPU that it prints", name);
    if (file.global_batch && *file.global_batch > 0)
        run.tell("global_batch", fmt::format("{:.0f}", *file.global_batch), "the batch that it prints", name);
    if (file.sequence && *file.sequence > 0)
        run.tell("sequence", fmt::format("{:.0f}", *file.sequence), "the length that it prints", name);
}

/// The program, where nothing tells of its release.
void take_program(const MeasuredFile& file, ToldRun& run) {
    if (!file.program.empty() && file.kind == MeasuredKind::training_log)
        run.guess("software", file.program, "its lines are those of this program", short_name(file));
}

/// Each kind's own facts; of profiles only those of the first rank are read whole.
void take_facts(const TraceResult& trace, ToldRun& run) {
    const TraceRank* first = nullptr;
    for (const TraceRank& rank : trace.ranks)
        if (!first || (rank.times && !first->times) ||
            (rank.times.has_value() == first->times.has_value() &&
             rank.rank.value_or(1 << 30) < first->rank.value_or(1 << 30)))
            first = &rank;
    for (const MeasuredFile& file : trace.files) switch (file.kind) {
        case MeasuredKind::pytorch_profile:
            if (first && first->file == file.file) read_profile_facts(file, first, run);
            break;
        case MeasuredKind::execution_trace:
            if (!run.shape && !run.profile) read_operator_facts(file, run);
            break;
        case MeasuredKind::training_log:
        case MeasuredKind::nccl_tests: read_log_facts(file, run); break;
        case MeasuredKind::mlperf_log: read_mlperf_facts(file, run); break;
        case MeasuredKind::xplane: read_xplane_facts(file, run); break;
        default: break;
        }
}

/// GPUs where no file says how many there were.
void count_devices(const TraceResult& trace, ToldRun& run) {
    if (run.knows("gpus")) return;
    if (const double servers = run.number("servers"), each = run.number("gpus_per_server");
        servers > 0 && each > 0) {
        const bool is_guess = run.find("servers")->is_guess || run.find("gpus_per_server")->is_guess;
        const std::string count = fmt::format("{:.0f}", servers * each),
                          reason = fmt::format("{:g} server{} of {:g} GPUs", servers, servers == 1 ? "" : "s",
                                               each);
        if (is_guess)
            run.guess("gpus", count, reason, run.find("servers")->file);
        else
            run.tell("gpus", count, reason, run.find("servers")->file);
        return;
    }
    const auto active =
        std::ranges::count_if(trace.ranks, [](const TraceRank& rank) { return rank.times.has_value(); });
    if (active > 0)
        run.guess("gpus", fmt::format("{}", active),
                  fmt::format("{} device{} active in what was recorded, and no file tells a world size",
                              active, active == 1 ? " was" : "s were"),
                  {});
}

/// The batch where no micro-batches are seen to be added up.
void count_batch(ToldRun& run) {
    const double micro = run.number("micro_batch"), gpus = run.number("gpus");
    if (run.knows("global_batch") || run.plan || micro <= 0 || gpus <= 0) return;
    double each = 1; // GPUs of a replica
    for (const std::string_view degree : {"tp", "pp", "cp"}) each *= std::max(1.0, run.number(degree));
    const double replicas = std::floor(gpus / each);
    if (run.number("pp") <= 1 && replicas >= 1)
        run.guess("global_batch", fmt::format("{}", micro * replicas),
                  fmt::format("{:g} on each of {:g} replicas, none of which is seen to add up micro-batches",
                              micro, replicas),
                  run.find("micro_batch")->file);
}

/// Where nothing tells of the model: its computation, and what it waited for the host, as measured.
void profile_as_measured(const TraceResult& trace, ToldRun& run) {
    if (run.shape || run.profile || run.knows("model")) return;
    for (const TraceRank& rank : trace.ranks) {
        if (!rank.times) continue;
        const TraceTimes* times = &*rank.times;
        for (const TraceStep& step : rank.steps)
            if (step.times) times = &*step.times;
        GenericProfile profile;
        profile.parameters = 1;
        profile.compute_per_step = Seconds(static_cast<double>(times->compute_ns) * 1e-9);
        profile.serial_per_step = Seconds(static_cast<double>(times->idle_ns) * 1e-9);
        profile.measured_samples = 1;
        run.profile = profile;
        run.profile_name = "Computation as measured";
        return;
    }
}

} // namespace

Result<ToldRun> collect_run(const TraceResult& trace, const DraftAnswers& answers, const Catalog& catalog) {
    ToldRun run;
    if (auto taken = take_answers(answers, catalog, run); !taken) return tl::unexpected(taken.error());
    for (const TraceRank& rank : trace.ranks)
        take_rank(rank, std::filesystem::path(rank.file).filename().string(), run);
    for (const MeasuredFile& file : trace.files) {
        const bool is_log = std::ranges::find(trace.ranks, file.file, &TraceRank::file) == trace.ranks.end();
        take_file(file, is_log, run);
    }
    take_facts(trace, run);
    for (const MeasuredFile& file : trace.files) take_program(file, run);
    count_devices(trace, run);
    count_batch(run);
    profile_as_measured(trace, run);
    return run;
}

std::optional<double> measured_step(const TraceResult& trace, std::string& source) {
    for (const MeasuredFile& file : trace.files)
        if (file.median_step_s && *file.median_step_s > 0) {
            const size_t steps = steps_in_median(file);
            source = steps > 1 ? fmt::format("{}: median of {} steps", short_name(file), steps)
                               : fmt::format("{}: one step", short_name(file));
            return file.median_step_s;
        }
    std::vector<double> steps;
    size_t ranks = 0;
    for (const TraceRank& rank : trace.ranks) {
        const size_t before = steps.size();
        for (const TraceStep& step : rank.steps)
            if (step.times && step.times->window_ns > 0)
                steps.push_back(static_cast<double>(step.times->window_ns) * 1e-9);
        ranks += steps.size() > before;
    }
    if (steps.empty()) return std::nullopt;
    source = fmt::format("{}: median of {} step{} of {} rank{}",
                         std::filesystem::path(trace.ranks.front().file).filename().string(), steps.size(),
                         steps.size() == 1 ? "" : "s", ranks, ranks == 1 ? "" : "s");
    return median(std::move(steps));
}

} // namespace roofrack
