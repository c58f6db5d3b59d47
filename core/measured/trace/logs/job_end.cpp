// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/logs/job_end.h"

#include "core/measured/trace/logs/log_lines.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr size_t longest_word = 64;

/// The word that the text begins with; empty: none, or too long for a name of a job.
std::string_view first_word(std::string_view text) {
    const std::string_view word = text.substr(0, text.find_first_of(" \t*,"));
    return word.size() <= longest_word ? word : std::string_view();
}

constexpr size_t stamp_size = 19; ///< characters of "2026-09-21T10:00:00"

/// " on 2026-09-21 at 10:00:00" of "2026-09-21T10:00:00"; empty: it is no time.
std::string when(std::string_view text) {
    constexpr size_t date = 10; // the place where it ends
    if (text.size() < stamp_size || !time_stamp(text.substr(0, stamp_size))) return {};
    return fmt::format(" on {} at {}", text.substr(0, date), text.substr(date + 1, stamp_size - date - 1));
}

std::string_view reason_of(std::string_view rest) {
    const auto has = [&](std::string_view part) { return rest.find(part) != std::string_view::npos; };
    if (has("DUE TO TIME LIMIT")) return "its time limit was reached";
    if (has("DUE TO PREEMPTION")) return "another job preempted it";
    if (has("DUE TO NODE FAILURE")) return "a node failed";
    return {};
}

std::string_view job_of(std::string_view step) { return step.substr(0, step.find_first_of("._")); }

} // namespace

bool JobEnd::line(std::string_view line) {
    // Most lines have none of it: a short look first.
    if (line.find("CANCELLED AT ") != std::string_view::npos && cancelled(line)) return true;
    return line.find("Detected ") != std::string_view::npos && out_of_memory(line);
}

bool JobEnd::cancelled(std::string_view line) {
    const size_t stars = line.find("*** ");
    if (stars == std::string_view::npos) return false;
    std::string_view rest = line.substr(stars + 4);
    const bool is_step = rest.starts_with("STEP ");
    if (!is_step && !rest.starts_with("JOB ")) return false;
    rest.remove_prefix(is_step ? 5 : 4);
    const std::string_view id = first_word(rest);
    constexpr std::string_view at = "CANCELLED AT ";
    const size_t place = rest.find(at);
    if (id.empty() || place == std::string_view::npos || rest.find(" ON ") > place) return false;
    // Each node and each step of a job says it: the first line counts, of the job before one of a step.
    const bool is_same = job_of(id) == job_of(m_job);
    if (is_same && !m_cancelled.empty() && (is_step || !m_is_step)) return true;
    if (!is_same) m_killed = 0;
    m_job = id;
    m_is_step = is_step;
    rest = rest.substr(place + at.size());
    const std::string_view reason = reason_of(rest);
    m_cancelled_at_s = time_stamp(rest.substr(0, stamp_size));
    m_cancelled = fmt::format("Slurm cancelled {} {}{}{}{}", is_step ? "step" : "job", id, when(rest),
                              reason.empty() ? "" : ": ", reason);
    return true;
}

bool JobEnd::out_of_memory(std::string_view line) {
    constexpr std::string_view said = "Detected ", step = "StepId=";
    const size_t at = line.find(said);
    const std::string_view rest = line.substr(at + said.size());
    const auto killed = leading_number(rest);
    const size_t event = std::min(rest.find("oom_kill event"), rest.find("oom-kill event"));
    if (!killed || !(*killed >= 1) || event == std::string_view::npos || event > 24) return false;
    std::string_view id;
    if (const size_t named = rest.find(step); named != std::string_view::npos)
        id = first_word(rest.substr(named + step.size()));
    while (id.ends_with('.')) id.remove_suffix(1); // the end of the sentence
    // What was said of another job is not the end of this one.
    if (!id.empty() && !m_job.empty() && job_of(id) != job_of(m_job)) *this = JobEnd();
    if (m_job.empty()) m_job = id;
    const bool is_first = m_killed == 0;
    m_killed += static_cast<int64_t>(std::min(*killed, 1e9));
    if (!is_first) return true;
    m_killed_step = id.empty() ? std::string() : fmt::format(" of step {}", id);
    const size_t bracket = line.substr(0, at).find('[');
    m_killed_when = bracket == std::string_view::npos ? std::string() : when(line.substr(bracket + 1));
    return true;
}

std::string JobEnd::text() const {
    std::string out;
    if (m_killed > 0)
        out = fmt::format("Slurm saw {} process{}{} killed for want of the host's memory{}", m_killed,
                          m_killed == 1 ? "" : "es", m_killed_step, m_killed_when);
    if (!m_cancelled.empty()) out += (out.empty() ? "" : "; ") + m_cancelled;
    return out;
}

} // namespace roofrack
