// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/logs/deepspeed_timers.h"

#include "core/base/units/trimmed.h"
#include "core/measured/trace/logs/log_lines.h"
#include "core/measured/trace/logs/measured_file.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// A timer as it was called until 2023 and since.
struct DeepspeedName {
    std::string_view old_name, name;
};
constexpr DeepspeedName deepspeed_names[] = {
    {"forward", "fwd"},
    {"backward", "bwd"},
    {"backward_inner", "bwd_inner"},
    {"backward_allreduce", "bwd_allreduce"},
    {"step", "step"},
    {"optimizer_allgather", "optimizer_allgather"},
    {"optimizer_gradients", "optimizer_gradients"},
    {"optimizer_step", "optimizer_step"},
    // timers of pipelines
    {"batch_input", "batch_input"},
    {"comms", "comms"},
    {"reduce_grads", "reduce_grads"},
    {"reduce_tied_grads", "reduce_tied_grads"},
    {"pipe_send_output", "pipe_send_output"},
    {"pipe_send_grad", "pipe_send_grad"},
    {"pipe_recv_input", "pipe_recv_input"},
    {"pipe_recv_grad", "pipe_recv_grad"},
};

/// The name without "_microstep", as newer ones print it; empty: another timer.
std::string_view deepspeed_name(std::string_view name) {
    for (const DeepspeedName& each : deepspeed_names)
        if (name == each.name || name == each.old_name) return each.name;
    return {};
}

struct DeepspeedTime {
    std::string_view name;
    double ms = 0;
};

/// The next of " | fwd: 12.50 | bwd: 20.00", which is taken off; its name is empty where it is no timer.
DeepspeedTime next_time(std::string_view& rest) {
    const size_t bar = rest.find('|');
    const std::string_view part = trimmed(rest.substr(0, bar));
    rest = bar == std::string_view::npos ? std::string_view() : rest.substr(bar + 1);
    const size_t colon = part.find(':');
    if (colon == std::string_view::npos) return {};
    const auto ms = leading_number(part.substr(colon + 1));
    if (!ms || *ms < 0 || *ms > 1000 * longest_step_s) return {};
    return {part.substr(0, colon), *ms};
}

} // namespace

bool DeepspeedTimers::line(std::string_view line) {
    if (line.find("iter time (s)") != std::string_view::npos)
        if (const auto step = number_behind(line, "steps"); step && *step > m_last_pipeline_step) {
            m_pipeline_steps = *step - m_last_pipeline_step;
            m_last_pipeline_step = *step;
        }
    constexpr std::string_view heading = "time (ms)", micro = "_microstep";
    const size_t at = line.find(heading);
    if (at == std::string_view::npos) return false;
    std::string_view rest = line.substr(at + heading.size());
    bool any = false;
    while (!rest.empty()) {
        DeepspeedTime time = next_time(rest);
        const bool is_micro = time.name.ends_with(micro);
        if (is_micro) time.name.remove_suffix(micro.size());
        const std::string_view name = deepspeed_name(time.name);
        if (name.empty()) continue;
        auto& sums = is_micro ? m_micro_sums : m_sums;
        auto found = sums.find(name);
        if (found == sums.end()) found = sums.emplace(std::string(name), Sum()).first;
        found->second.ms += time.ms;
        ++found->second.lines;
        m_tells_steps = m_tells_steps || (!is_micro && name == "fwd");
        any = true;
    }
    return any;
}

std::string DeepspeedTimers::take(double steps) {
    const bool by_micro_steps = !m_sums.contains("fwd");
    std::string out;
    const auto add = [&](const std::string& name, double ms) {
        out += fmt::format("{} | {}: {:.6g}", out.empty() ? "time (ms)" : "", name, ms);
    };
    for (const auto& [name, sum] : m_sums)
        add(name, sum.ms / (m_pipeline_steps > 0 ? m_pipeline_steps : std::max(1, sum.lines)));
    if (by_micro_steps)
        for (const auto& [name, sum] : m_micro_sums)
            if (!m_sums.contains(name))
                add(name, sum.ms / (m_pipeline_steps > 0 ? m_pipeline_steps : std::max(1.0, steps)));
    m_sums.clear();
    m_micro_sums.clear();
    return out;
}

double DeepspeedTimers::sum_ms(std::string_view means) {
    double out = 0;
    const size_t bar = means.find('|');
    std::string_view rest = bar == std::string_view::npos ? std::string_view() : means.substr(bar + 1);
    while (!rest.empty()) {
        const DeepspeedTime time = next_time(rest);
        for (const std::string_view outer : {"fwd", "bwd", "step", "comms", "batch_input"})
            if (time.name == outer) out += time.ms;
    }
    return out;
}

} // namespace roofrack
