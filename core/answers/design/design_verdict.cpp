// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/design/design_verdict.h"

#include "core/answers/compare/order_weeks.h"
#include "core/answers/design/design_builder.h"
#include "core/answers/step_answers.h"
#include "core/base/figures/difference.h"
#include "core/base/units/calendar_date.h"
#include "core/base/units/quantity_text.h"
#include "core/study/money/figure_cautions.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>

namespace roofrack {

namespace {

constexpr size_t nearest_named = 3;

bool is_better(const DesignFigure& figure, double value, double than) {
    return figure.is_more_better ? value > than : value < than;
}

/// "power at the meter by 1.3 MW (21.3 MW of 20 MW)"; of an absent figure why.
std::string miss_text(const DesignFigure& limit, double value, const std::string& absent) {
    if (!absent.empty()) return fmt::format("{}, which it has not: {}", limit.row->label, absent);
    return fmt::format("{} by {} ({} of {}{})", limit.row->label,
                       limit.amount_text(std::abs(value - limit.bound)), limit.value_text(value),
                       limit.is_more_better ? "at least " : "", limit.value_text(limit.bound));
}

class Judge {
public:
    Judge(const DesignSpace& space, const DesignQuestion& question, const std::vector<DesignRow>& rows,
          const DesignRow& as_drawn)
        : m_space(space)
        , m_question(question)
        , m_rows(rows)
        , m_as_drawn(as_drawn) {}

    DesignVerdict verdict() {
        m_out.standings.resize(m_rows.size());
        for (size_t i = 0; i < m_rows.size(); ++i) {
            m_row_of[m_rows[i].design] = i;
            m_out.standings[i] = limits_of(m_rows[i]);
            if (m_rows[i].runs()) ++m_out.running;
            if (m_out.standings[i].is_feasible) m_out.ranked.push_back(i);
        }
        std::ranges::stable_sort(m_out.ranked, [&](size_t a, size_t b) {
            return is_better(m_question.goal, m_rows[a].values[0], m_rows[b].values[0]);
        });
        for (size_t i = 0; i < m_out.ranked.size(); ++i) m_out.standings[m_out.ranked[i]].rank = i + 1;
        find_front();
        for (size_t i = 0; i < m_rows.size(); ++i) say(i);
        if (m_out.ranked.empty()) find_nearest();
        m_out.sentence = sentence();
        return std::move(m_out);
    }

private:
    DesignStanding limits_of(const DesignRow& row) const {
        DesignStanding out;
        if (!row.runs()) return out;
        std::vector<std::pair<double, size_t>> broken;
        for (size_t i = 0; i < m_question.limits.size(); ++i) {
            const DesignFigure& limit = m_question.limits[i];
            const double value = row.values[i + 1];
            const bool is_there = row.absent[i + 1].empty();
            const double use = is_there ? limit.use(value) : std::numeric_limits<double>::infinity();
            if (!is_there || !limit.is_kept(value))
                broken.emplace_back(use, i);
            else if (!out.tightest || use > out.use)
                out.tightest = i, out.use = use;
        }
        std::ranges::stable_sort(broken, [](const auto& a, const auto& b) { return a.first > b.first; });
        for (const auto& [use, limit] : broken) out.broken.push_back(limit);
        if (!broken.empty()) out.miss = broken.front().first - 1;
        if (row.absent[0].empty()) out.barred = barring_caution(m_question.goal.figure, row.cautions);
        out.is_feasible = broken.empty() && row.absent[0].empty() && out.barred.empty();
        return out;
    }

    bool dominates(const DesignRow& a, const DesignRow& b) const {
        bool is_better_in_one = false;
        for (size_t i = 0; i < m_question.figures(); ++i) {
            const DesignFigure& figure = m_question.figure(i);
            if (is_better(figure, b.values[i], a.values[i])) return false;
            is_better_in_one |= is_better(figure, a.values[i], b.values[i]);
        }
        return is_better_in_one;
    }

    void find_front() {
        // What is dominated is so by one of the front, and that is no later in the ranking.
        for (const size_t each : m_out.ranked) {
            const bool is_dominated = std::ranges::any_of(
                m_out.front, [&](size_t other) { return dominates(m_rows[other], m_rows[each]); });
            if (is_dominated) continue;
            // One of the same goal may come before what dominates it.
            std::erase_if(m_out.front, [&](size_t other) { return dominates(m_rows[each], m_rows[other]); });
            m_out.front.push_back(each);
        }
        for (const size_t each : m_out.front) m_out.standings[each].is_on_front = true;
    }

    void find_nearest() {
        for (size_t i = 0; i < m_rows.size(); ++i)
            if (m_rows[i].runs()) m_out.nearest.push_back(i);
        const auto miss_of = [&](size_t i) {
            return m_rows[i].absent[0].empty() ? m_out.standings[i].miss
                                               : std::numeric_limits<double>::infinity();
        };
        std::ranges::stable_sort(m_out.nearest, {}, miss_of);
        if (m_out.nearest.size() > nearest_named) m_out.nearest.resize(nearest_named);
    }

    std::string misses(size_t i) const {
        const DesignRow& row = m_rows[i];
        std::string out;
        for (const size_t limit : m_out.standings[i].broken)
            out += (out.empty() ? "" : "; ") +
                   miss_text(m_question.limits[limit], row.values[limit + 1], row.absent[limit + 1]);
        if (!row.absent[0].empty())
            out += (out.empty() ? "" : "; ") + miss_text(m_question.goal, row.values[0], row.absent[0]);
        if (const std::string& barred = m_out.standings[i].barred; !barred.empty())
            out += (out.empty() ? "" : "; ") + ("is never the best: " + barred);
        return out;
    }

    void say(size_t i) {
        DesignStanding& standing = m_out.standings[i];
        const DesignRow& row = m_rows[i];
        if (!row.runs()) {
            standing.lost = row.reason;
        } else if (!standing.is_feasible) {
            const bool misses_some = !standing.broken.empty() || !row.absent[0].empty();
            standing.lost = (misses_some ? "misses " : "") + misses(i);
            if (!standing.broken.empty())
                standing.ends = m_question.limits[standing.broken.front()].limit_text();
        } else {
            standing.ends = end_of(i);
            if (standing.rank > 1) standing.lost = behind(row.values[0]);
        }
    }

    /// "8.0 % behind the best"; where that is 0 by how much; of dates, of which a share says nothing, "5 days
    /// later than the best".
    std::string behind(double value) const {
        const double best = m_rows[m_out.ranked.front()].values[0];
        if (value == best) return "as good as the best, which comes before it";
        if (is_weeks_from_order(m_question.goal.figure)) {
            const std::string by = date_difference_text(value, best);
            return by == "the same" ? "on the same day as the best" : by + " than the best";
        }
        if (best == 0) return difference_to_best(value) + " to the best";
        constexpr double least_percent = 0.1;
        const double percent = 100 * std::abs(value / best - 1);
        return percent < least_percent ? fmt::format("less than {} % behind the best", least_percent)
                                       : fmt::format("{:.1f} % behind the best", percent);
    }

    /// "+3.1 days, +8.0 %".
    std::string difference_to_best(double value) const {
        const double best = m_rows[m_out.ranked.front()].values[0];
        return figures::difference_text(
            {m_question.goal.row, value - best, best != 0 ? value / best - 1 : std::nan("")});
    }

    /// What the next larger design breaks; where none was tried, the limit of which this one uses most.
    std::string end_of(size_t i) const {
        const DesignStanding& standing = m_out.standings[i];
        std::string out;
        if (standing.tightest)
            out = fmt::format("uses {:.0f} % of {}", 100 * standing.use,
                              m_question.limits[*standing.tightest].limit_text());
        const auto next = next_larger(m_rows[i].design);
        if (!next) return out;
        const DesignRow& larger = m_rows[*next];
        const std::string count = next_count(larger.design);
        if (!larger.runs()) return fmt::format("{} do not run: {}", count, larger.reason);
        const DesignStanding& there = m_out.standings[*next];
        if (!there.broken.empty()) {
            const size_t limit = there.broken.front();
            if (!larger.absent[limit + 1].empty())
                return fmt::format("{} have no {}", count, m_question.limits[limit].row->label);
            return fmt::format("{} break {}: {}", count, m_question.limits[limit].limit_text(),
                               m_question.limits[limit].value_text(larger.values[limit + 1]));
        }
        return out;
    }

    static double number(const std::string& text) {
        double out = 0;
        std::from_chars(text.data(), text.data() + text.size(), out);
        return out;
    }

    /// The row of the same design with the next larger number of GPUs, servers or racks that its server has.
    std::optional<size_t> next_larger(size_t design) const {
        const DesignAxis* const axis = m_space.axis(DesignAxisKind::count);
        if (!axis) return std::nullopt;
        const size_t place = static_cast<size_t>(axis - m_space.axes.data());
        std::vector<size_t> chosen = m_space.choices(design);
        const double now = number(axis->values[chosen[place]]);
        std::vector<size_t> larger;
        for (size_t v = 0; v < axis->values.size(); ++v)
            if (number(axis->values[v]) > now) larger.push_back(v);
        std::ranges::sort(larger, {}, [&](size_t v) { return number(axis->values[v]); });
        for (const size_t v : larger) {
            chosen[place] = v;
            const auto found = m_row_of.find(m_space.design(chosen));
            if (found == m_row_of.end()) return std::nullopt;
            // A size of other servers that share the axis.
            if (!m_rows[found->second].uneven) return found->second;
        }
        return std::nullopt;
    }
    std::string next_count(size_t design) const {
        const DesignAxis* const axis = m_space.axis(DesignAxisKind::count);
        const size_t place = static_cast<size_t>(axis - m_space.axes.data());
        const std::string& text = axis->values[m_space.choices(design)[place]];
        return fmt::format("{} {}", format_count(number(text)), axis->name == "gpus" ? "GPUs" : axis->name);
    }

    std::string sentence() const {
        const size_t all = m_rows.size();
        const auto count = [](size_t n) { return format_count(static_cast<double>(n)); };
        const std::string designs = all == 1 ? "1 design" : count(all) + " designs";
        if (m_out.running == 0)
            return all == 0 ? std::string("No design was looked at.")
                            : fmt::format("None of {} runs. “{}”: {}", designs, m_rows.front().name,
                                          m_rows.front().reason);
        if (m_out.ranked.empty()) {
            const bool is_barred = std::ranges::all_of(m_out.nearest, [&](size_t each) {
                return m_out.standings[each].broken.empty() && !m_out.standings[each].barred.empty();
            });
            const std::string run = m_out.running == 1 ? "1 runs" : count(m_out.running) + " run";
            std::string out =
                is_barred
                    ? fmt::format("None of {} can be the best ({}):", designs, run)
                    : fmt::format("None of {} meets all limits ({}). The nearest misses:", designs, run);
            for (const size_t each : m_out.nearest)
                out += fmt::format("{} “{}” {}", each == m_out.nearest.front() ? "" : ";", m_rows[each].name,
                                   misses(each));
            return out + ".";
        }
        const DesignRow& best = m_rows[m_out.ranked.front()];
        std::string out =
            fmt::format("“{}” is the best of {} that {} all limits, of {}: {} {}", best.name,
                        count(m_out.ranked.size()), m_out.ranked.size() == 1 ? "meets" : "meet", designs,
                        m_question.goal.row->label, m_question.goal.value_text(best.values[0]));
        if (best.is_announced) out += ", by announced figures of its server, which nobody has measured";
        out += caution_of(best);
        if (m_out.ranked.size() > 1) {
            const DesignRow& second = m_rows[m_out.ranked[1]];
            const double value = second.values[0];
            out +=
                fmt::format("; the next is “{}” with {} ({})", second.name, m_question.goal.value_text(value),
                            value == best.values[0] || is_weeks_from_order(m_question.goal.figure)
                                ? m_out.standings[m_out.ranked[1]].lost
                                : difference_to_best(value) + " to the best");
        }
        return out + "." + base_sentence(best);
    }

    /// What is said of its rate and its price, as far as they bear on goal or limits.
    std::string caution_of(const DesignRow& best) const {
        std::vector<JudgedFigure> judged;
        for (size_t i = 0; i < m_question.figures(); ++i)
            judged.push_back({m_question.figure(i).figure, m_question.figure(i).row});
        return caution_of_best(best.cautions, judged);
    }

    std::string base_sentence(const DesignRow& best) const {
        const DesignStanding standing = limits_of(m_as_drawn);
        if (!m_as_drawn.runs() || !m_as_drawn.absent[0].empty()) return {};
        const double value = m_as_drawn.values[0];
        const std::string has = m_question.goal.value_text(value);
        if (!standing.broken.empty())
            return fmt::format(" The drawing as it is has {} and misses a limit.", has);
        if (standing.is_feasible && is_better(m_question.goal, value, best.values[0]))
            return fmt::format(" The drawing as it is wins over all of them: {}, within all limits{}.", has,
                               caution_of(m_as_drawn));
        return fmt::format(" The drawing as it is has {}.", has);
    }

    const DesignSpace& m_space;
    const DesignQuestion& m_question;
    const std::vector<DesignRow>& m_rows;
    const DesignRow& m_as_drawn;
    std::map<size_t, size_t> m_row_of;
    DesignVerdict m_out;
};

} // namespace

DesignVerdict judge_designs(const DesignSpace& space, const DesignQuestion& question,
                            const std::vector<DesignRow>& rows, const DesignRow& as_drawn) {
    return Judge(space, question, rows, as_drawn).verdict();
}

} // namespace roofrack
