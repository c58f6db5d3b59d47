// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/logs/step_roles.h"

#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace roofrack {

bool begins_again(const MeasuredFile& file, size_t place) {
    if (place == 0 || file.kind != MeasuredKind::training_log) return false;
    const LoggedStep &before = file.steps[place - 1], &step = file.steps[place];
    return step.iteration < before.iteration ||
           (step.devices && before.devices && *step.devices != *before.devices);
}

std::vector<StepRole> step_roles(const MeasuredFile& file) {
    std::vector<StepRole> out(file.steps.size(), StepRole::untimed);
    const auto last = std::ranges::find_if(file.steps.rbegin(), file.steps.rend(),
                                           [](const LoggedStep& step) { return step.step_s.has_value(); });
    if (last == file.steps.rend()) return out;
    const auto is_like_last = [&](const LoggedStep& step) {
        return step.global_batch.value_or(file.global_batch.value_or(0)) ==
                   last->global_batch.value_or(file.global_batch.value_or(0)) &&
               step.devices.value_or(file.devices.value_or(0)) ==
                   last->devices.value_or(file.devices.value_or(0));
    };
    bool warms_up = true, any = false;
    for (size_t i = 0; i < file.steps.size(); ++i) {
        warms_up = warms_up || begins_again(file, i);
        if (!file.steps[i].step_s) continue;
        out[i] = std::exchange(warms_up, false) ? StepRole::warms_up
                 : is_like_last(file.steps[i])  ? StepRole::compared
                                                : StepRole::other_job;
        any = any || out[i] == StepRole::compared;
    }
    if (!any) out[static_cast<size_t>(file.steps.rend() - last) - 1] = StepRole::compared;
    return out;
}

size_t count_of(const std::vector<StepRole>& roles, StepRole role) {
    return static_cast<size_t>(std::ranges::count(roles, role));
}

std::vector<double> compared_times(const MeasuredFile& file) {
    std::vector<double> out;
    const std::vector<StepRole> roles = step_roles(file);
    for (size_t i = 0; i < roles.size(); ++i)
        if (roles[i] == StepRole::compared) out.push_back(*file.steps[i].step_s);
    return out;
}

std::vector<int64_t> iterations_of(const MeasuredFile& file, int64_t first_number,
                                   std::optional<int64_t> interval) {
    const std::vector<LoggedStep>& steps = file.steps;
    std::vector<int64_t> later;
    for (size_t i = 1; i < steps.size(); ++i)
        if (steps[i].iteration > steps[i - 1].iteration && !begins_again(file, i))
            later.push_back(steps[i].iteration - steps[i - 1].iteration);
    int64_t usual = std::max<int64_t>(1, interval.value_or(1));
    if (!later.empty()) {
        const auto middle = later.begin() + static_cast<std::ptrdiff_t>(later.size() / 2);
        std::nth_element(later.begin(), middle, later.end());
        usual = *middle;
    }
    std::vector<int64_t> out;
    for (size_t i = 0; i < steps.size(); ++i) {
        if (i == 0 || begins_again(file, i))
            out.push_back(
                std::clamp<int64_t>(usual, 1, std::max<int64_t>(1, steps[i].iteration - first_number + 1)));
        else
            out.push_back(std::max<int64_t>(1, steps[i].iteration - steps[i - 1].iteration));
    }
    return out;
}

int64_t sum_of(const std::vector<int64_t>& iterations) {
    constexpr int64_t most = 1'000'000'000'000'000'000; // more are told by a broken log alone
    int64_t out = 0;
    for (const int64_t each : iterations) out = std::min(most, out + std::clamp<int64_t>(each, 0, most));
    return out;
}

std::string began_again_text(const MeasuredFile& file, const std::vector<int64_t>& iterations) {
    size_t times = 0;
    std::vector<int64_t> again;
    double pause = 0;
    std::string where, gpus;
    for (size_t i = 1; i < file.steps.size(); ++i) {
        if (!begins_again(file, i)) continue;
        const LoggedStep &before = file.steps[i - 1], &step = file.steps[i];
        where = fmt::format("at iteration {}", step.iteration);
        if (++times > 1) where = fmt::format("{} times", times);
        if (before.at_s && step.at_s)
            pause += std::max(0.0, *step.at_s - *before.at_s -
                                       step.step_s.value_or(0) * static_cast<double>(iterations[i]));
        if (step.devices && before.devices && *step.devices != *before.devices)
            gpus = fmt::format(" on {} GPUs instead of {}", *step.devices, *before.devices);
        else
            again.push_back(before.iteration - (step.iteration - iterations[i]));
    }
    if (times == 0) return {};
    std::string out = fmt::format("it began again {}{}", where, gpus);
    constexpr double least_pause_s = 1; // stamps are of whole seconds
    if (pause > least_pause_s)
        out += fmt::format(" after {}{}", format_quantity(pause, Dimension::time, 3),
                           times > 1 ? " in all" : "");
    const int64_t twice = sum_of(again);
    if (twice > 0) out += fmt::format(": {} iteration{} done twice", twice, twice == 1 ? " was" : "s were");
    return out;
}

} // namespace roofrack
