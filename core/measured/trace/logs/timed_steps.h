// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/logs/log_format.h"
#include "core/measured/trace/logs/nan_losses.h"
#include "core/measured/trace/logs/step_roles.h"
#include "core/measured/trace/logs/step_tellers.h"

#include <algorithm>
#include <optional>

namespace roofrack {

/// Time stamps of the lines of a log that tell of iterations: how long the run was, and how long a step was
/// where the program does not say.
class TimedSteps {
public:
    /// `step` was told by this line; its time is filled in from the stamps of this line and the one before.
    void add(std::string_view line, LoggedStep& step) {
        const auto now = time_stamp(line);
        if (!now) return;
        if (!m_first) m_first = now;
        const int64_t count = step.iteration - m_iteration;
        if (m_last && !step.step_s && count > 0 && *now > *m_last)
            step.step_s = (*now - *m_last) / static_cast<double>(count);
        m_last = now;
        m_iteration = step.iteration;
    }
    /// From the first to the last stamp; without stamps the sum of the steps. `first_number` is that of the
    /// first iteration of a run.
    void end(MeasuredFile& out, int64_t first_number = 1) const {
        double seconds = 0;
        const std::vector<int64_t> iterations = iterations_of(out, first_number);
        for (size_t i = 0; i < out.steps.size(); ++i)
            seconds += out.steps[i].step_s.value_or(0) * static_cast<double>(iterations[i]);
        if (m_first && m_last && *m_last > *m_first)
            out.duration_s = *m_last - *m_first;
        else if (seconds > 0)
            out.duration_s = seconds;
    }

private:
    std::optional<double> m_first, m_last;
    int64_t m_iteration = 0;
};

/// A log whose lines each tell of a whole iteration or of the settings.
class TimedStepsParser : public LogParser {
public:
    void line(std::string_view raw, MeasuredFile& out) final {
        const std::string_view line = without_tag(raw);
        auto step = step_of(line, out);
        if (!step || !m_tellers.is_new(raw.substr(0, raw.size() - line.size()), step->iteration)) return;
        if (!step->loss) m_losses.look(line, loss_labels(), step->iteration);
        m_times.add(raw, *step);
        out.steps.push_back(*step);
    }
    void end(MeasuredFile& out) final { m_times.end(out, first_number()); }
    std::string warning() const final { return m_losses.text(); }
    int64_t first_number() const override { return 1; }

private:
    /// The iteration that the line tells of; none: it tells of none. What else it says goes into `out`.
    virtual std::optional<LoggedStep> step_of(std::string_view line, MeasuredFile& out) = 0;
    virtual std::vector<std::string_view> loss_labels() const { return {"loss"}; }

    TimedSteps m_times;
    StepTellers m_tellers;
    NanLosses m_losses;
};

/// A count as a log writes it; none where it is no count.
inline std::optional<int> device_count(const std::optional<double>& number) {
    if (!number || *number < 1 || *number > 1e8) return std::nullopt;
    return static_cast<int>(*number);
}

inline int64_t iteration_of(double number) { return static_cast<int64_t>(std::clamp(number, 0.0, 1e15)); }

} // namespace roofrack
