// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/runs/run_headline.h"

#include "core/measured/runs/headline_words.h"
#include "core/measured/runs/log_headline.h"
#include "core/measured/runs/mean_step.h"
#include "core/measured/runs/run_summary.h"
#include "core/measured/trace/trace_findings.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace roofrack {

namespace {

std::string parts_text(const WindowParts& parts) {
    return headline_shares({{"compute", parts.compute_s},
                            {"wait for communication", parts.exposed_comm_s},
                            {"wait for copies", parts.exposed_mem_s},
                            {"idle", parts.idle_s}},
                           parts.window_s());
}

std::string ranks_text(size_t ranks) { return fmt::format("{} rank{}", ranks, ranks == 1 ? "" : "s"); }

} // namespace

RunHeadline run_headline(const TraceResult& trace) {
    RunHeadline out;
    if (const auto mean = mean_step(trace)) {
        out.where = mean->has_steps
                        ? fmt::format("in a step of {} the GPUs {}", headline_time(mean->parts.window_s()),
                                      parts_text(mean->parts))
                        : fmt::format("in {} the GPUs {}: no step is marked",
                                      headline_time(mean->parts.window_s()), parts_text(mean->parts));
        out.who = straggler_text(trace);
        if (out.who.empty())
            out.who = mean->ranks == 1 ? "one rank alone does not tell who was late"
                      : trace.stragglers.empty()
                          ? "no collective that the GPUs share tells who was late"
                          : fmt::format("none of {} made the others wait", ranks_text(mean->ranks));
    } else if (const auto log = log_headline(trace)) {
        out = *log;
    } else {
        out.where = nothing_measured_text(trace);
        if (out.where.empty())
            out.where = "its files tell neither how long a step took nor what the GPUs did";
    }
    out.what = run_summary(trace);
    return out;
}

} // namespace roofrack
