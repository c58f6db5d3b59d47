// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/trace_findings.h"

#include "core/base/units/ascii_text.h"
#include "core/base/units/quantity_text.h"
#include "core/measured/trace/logs/measured_file.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <set>

namespace roofrack {

namespace {

bool is_decimal(char c) { return c >= '0' && c <= '9'; }
bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }

/// "NVIDIA A100-SXM4-80GB" → "a100": one to three letters, then two to four digits, then perhaps a letter;
/// empty where there is none.
std::string model_in(std::string_view name) {
    std::string word;
    const std::string text = lower(name) + ' ';
    for (const char c : text) {
        if (is_decimal(c) || is_small_letter(c)) {
            word += c;
            continue;
        }
        const auto letters =
            static_cast<size_t>(std::ranges::find_if_not(word, is_small_letter) - word.begin());
        size_t end = letters;
        while (end < word.size() && is_decimal(word[end])) ++end;
        const size_t digits = end - letters, after = word.size() - end;
        if (letters >= 1 && letters <= 3 && digits >= 2 && digits <= 4 && after <= 1) return word;
        word.clear();
    }
    return {};
}

} // namespace

std::string straggler_text(const TraceResult& trace) {
    if (trace.stragglers.empty()) return {};
    const TraceStraggler& first = trace.stragglers.front();
    if (first.wait_caused_ns <= 0) return {};
    return fmt::format("rank {} came last to {} collectives: together the others waited {} for it",
                       first.rank, first.last_in,
                       format_quantity(static_cast<double>(first.wait_caused_ns) * 1e-9, Dimension::time, 3));
}

std::string nothing_measured_text(const TraceResult& trace) {
    if (trace.ranks.empty() ||
        std::ranges::any_of(trace.ranks, [](const TraceRank& rank) { return rank.times.has_value(); }))
        return {};
    // a pipeline's timeline tells of its workers, not of their devices
    if (std::ranges::find(trace.files, MeasuredKind::pipeline_timeline, &MeasuredFile::kind) !=
        trace.files.end())
        return {};
    const std::string first = std::filesystem::path(trace.ranks.front().file).filename().string();
    return trace.ranks.size() == 1
               ? fmt::format("no GPU activity in {}", first)
               : fmt::format("no GPU activity in any of {} files, {} and others", trace.ranks.size(), first);
}

std::string log_text(const TraceResult& trace) {
    std::vector<const MeasuredFile*> logs;
    for (const MeasuredFile& file : trace.files)
        if (std::ranges::find(trace.ranks, file.file, &TraceRank::file) == trace.ranks.end())
            logs.push_back(&file);
    if (logs.empty()) return {};
    const auto with_step =
        std::ranges::find_if(logs, [](const MeasuredFile* file) { return file->median_step_s.has_value(); });
    const std::string first = summary_of(with_step == logs.end() ? *logs.front() : **with_step);
    const size_t others = logs.size() - 1;
    return others == 0 ? first : fmt::format("{}, and {} more file{}", first, others, others == 1 ? "" : "s");
}

std::string job_mismatch_text(const TraceResult& trace, std::span<const std::string> drawn,
                              double drawn_gpus) {
    if (drawn.empty()) return {};
    std::set<std::string> models;
    for (const std::string& name : drawn) models.insert(model_in(name));
    if (!models.contains(std::string()))
        for (const TraceRank& rank : trace.ranks)
            if (const std::string model = model_in(rank.gpu); !model.empty() && !models.contains(model))
                return fmt::format("traced on {}, drawn are {}", rank.gpu, drawn.front());
    if (trace.ranks.empty())
        for (const MeasuredFile& file : trace.files) {
            const std::string model = model_in(file.gpu);
            if (!models.contains(std::string()) && !model.empty() && !models.contains(model))
                return fmt::format("it ran on {}, drawn are {}", file.gpu, drawn.front());
            if (file.devices && *file.devices != drawn_gpus)
                return fmt::format("it ran on {} GPUs, drawn are {:g}", *file.devices, drawn_gpus);
        }
    for (const TraceRank& rank : trace.ranks)
        if (rank.world_size && *rank.world_size != drawn_gpus)
            return fmt::format("traced were {} GPUs, drawn are {:g}", *rank.world_size, drawn_gpus);
    return {};
}

} // namespace roofrack
