// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/foreign_file.h"
#include "core/measured/trace/logs/log_lines.h"
#include "core/measured/trace/reader.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

/// One pipeline stage of a run as Primus dumps it: {"ITERATION": {"total": ms, "fwd_start": [ms …], …}}.
class PipelineReader final : public TraceFormat {
public:
    bool recognises(const std::filesystem::path&, std::string_view head) const override {
        const size_t first = head.find_first_not_of(" \t\r\n");
        return first != std::string_view::npos && head[first] == '{' &&
               head.substr(0, 4096).find("\"fwd_start\"") != std::string_view::npos;
    }

    Result<TraceReading> read(const std::filesystem::path& path,
                              const TraceReadContext& context) const override {
        const auto text = read_foreign_file(path, largest_text_file, "a pipeline timeline");
        if (!text) return tl::unexpected(text.error());
        const auto json = nlohmann::json::parse(*text, nullptr, false);
        if (!json.is_object())
            return fail({}, "a pipeline timeline that is not sound JSON", "record it again");
        TraceReading out;
        MeasuredFile& file = out.file;
        file.kind = MeasuredKind::pipeline_timeline;
        file.devices = 1;
        file.bytes = static_cast<int64_t>(text->size());
        double seconds = 0;
        for (const auto& [key, value] : json.items()) {
            const auto iteration = leading_number(key);
            if (!iteration || !value.is_object()) continue;
            const auto total = value.find("total"), starts = value.find("fwd_start");
            if (total == value.end() || !total->is_number() || total->get<double>() < 0) {
                context.warnings.add("no total", 0, "iteration " + key + " has no total time: left out");
                continue;
            }
            LoggedStep step;
            step.iteration = static_cast<int64_t>(std::clamp(*iteration, 0.0, 1e15));
            step.step_s = total->get<double>() / 1000;
            seconds += *step.step_s;
            if (starts != value.end() && starts->is_array())
                file.records += static_cast<int64_t>(starts->size());
            file.steps.push_back(step);
        }
        if (file.steps.empty())
            return fail({}, "a pipeline timeline without an iteration", "record it again");
        std::ranges::sort(file.steps, {}, &LoggedStep::iteration);
        file.duration_s = seconds;
        return out;
    }
};

} // namespace

const TraceFormat& pipeline_reader() {
    static const PipelineReader reader;
    return reader;
}

} // namespace roofrack
