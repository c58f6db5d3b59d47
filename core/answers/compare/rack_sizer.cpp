// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/rack_sizer.h"

#include "core/answers/compare/rack_numbers.h"
#include "core/answers/compare/supply_clock.h"
#include "core/answers/step_answers.h"
#include "core/step/search/fastest.h"
#include "core/study/racks/bought_racks.h"
#include "core/study/scenario_like.h"
#include "core/study/standstill.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace roofrack {

namespace {

/// The most racks that are tried: of eight GPUs each more than anybody has announced.
constexpr int most_racks = 32'768;
/// Numbers next to each other that are looked at, to pass over those whose plan does not divide.
constexpr int most_passed = 64;
/// Doublings that do not run, after which no more are tried.
constexpr int most_failed = 2;
/// Numbers of micro-batches of a replica that are looked at, one more each time.
constexpr int most_micro_batches = 64;
/// Numbers for which the best plan is searched where its own loses much.
constexpr int most_planned = 4;
/// A run that computes for more of its step loses too little for fewer racks to be worth a search.
constexpr double most_at_work = 0.85;
/// Its own plan loses much where its step is so many times as long as so many racks of the best of those
/// tried would take together.
constexpr double most_lost = 1.1;
/// Share of the step that a faster one saves at least to be taken.
constexpr double least_saved = 0.01;
/// A number of racks is not tried where each of its racks would have to be so many times as fast as the
/// fastest rack tried, to be of use: fewer racks save less waiting and exchange than that.
constexpr double most_work_of_a_rack = 1.05;

RackSizer::Tried running(Scenario scenario, const Answers& answers, double amount) {
    RackSizer::Tried out;
    out.scenario = std::move(scenario);
    out.amount = amount;
    out.clock = supply_clock(answers);
    if (const Evaluation* const evaluation = answers.value<Evaluation>()) {
        out.step = evaluation->step_time.si();
        out.at_work = evaluation->effective_gpus / evaluation->gpus;
        out.replicas = evaluation->plan.dp;
    }
    return out;
}

} // namespace

RackSizer::RackSizer(const Answers& answers, const RoomSolver& room, EqualBy by, double limit,
                     const std::stop_token& stop, RackSteps steps)
    : m_answers(answers)
    , m_by(by)
    , m_limit(limit)
    , m_stop(stop)
    , m_drawings(answers.scenario().cluster, answers.value<AsAsked>()->prepared, answers.catalog(), room,
                 steps)
    , m_least(static_cast<int>(std::lround(owned_instances_of(answers.scenario().cluster, room.racks()))))
    , m_step(m_drawings.step())
    , m_drawn(m_drawings.drawn())
    , m_floor(m_drawn % m_step ? m_drawn % m_step - m_step : 0)
    , m_most(m_drawings.is_owned() ? m_drawn : std::max(m_drawn, whole(most_racks)))
    , m_clock(supply_clock(answers).clock) {}

int RackSizer::whole(int racks) const { return m_floor + (racks - m_floor) / m_step * m_step; }

const RackSizer::Tried& RackSizer::at(int racks) {
    const auto known = m_tried.find(racks);
    return known != m_tried.end() ? known->second : m_tried[racks] = tried(racks, PlanTaken::own_or_best);
}

bool RackSizer::breaks(int racks) {
    const Tried& found = at(racks);
    if (!found.amount) return false;
    return *found.amount > m_limit * (1 + 1e-9) || (is_held(racks) && racks > m_drawn);
}

bool RackSizer::keeps(const Tried& found) const {
    return found.amount && !(m_by == EqualBy::power && found.is_held) &&
           !(*found.amount > m_limit * (1 + 1e-9));
}

bool RackSizer::is_held(int racks) {
    const Tried& found = at(racks);
    return m_by == EqualBy::power && found.amount && found.is_held;
}

/// The first that runs of those that can be cabled: with switches grown as the racks are, with those drawn,
/// each also by another plan where it may take one.
RackSizer::Tried RackSizer::tried(int racks, PlanTaken taken) {
    if (racks == m_drawn && taken != PlanTaken::best)
        if (const Standstill* const standstill = m_answers.value<Standstill>();
            standstill && standstill->runs())
            if (const auto found = amount_of(m_answers, m_by))
                return running(m_answers.scenario(), m_answers, *found);
    Tried out;
    out.scenario = m_drawings.with_racks(racks);
    if (racks < m_least) return out;
    const Cabled& cabled = this->cabled(racks);
    out.uncabled = cabled.lacks;
    for (const bool by_found_plan : {false, true}) {
        if (taken == (by_found_plan ? PlanTaken::own : PlanTaken::best)) continue;
        for (const auto& drawn : cabled.drawings) {
            if (is_stopped()) return {};
            const auto found = by_found_plan ? by_prudent_plan(*drawn) : drawn;
            const Standstill* const standstill = found->value<Standstill>();
            if (!standstill || !standstill->runs()) continue;
            if (const auto amount = amount_of(*found, m_by)) {
                out = running(found->scenario(), *found, *amount);
                out.takes_other_plan = by_found_plan;
                out.is_held = out.clock.clock < m_clock - 1e-6;
                return out;
            }
        }
    }
    return out;
}

const RackSizer::Cabled& RackSizer::cabled(int racks) {
    if (m_cabled.racks == racks) return m_cabled;
    auto [drawings, lacks] = m_drawings.cabled(m_drawings.with_racks(racks));
    m_cabled = {racks, {}, std::move(lacks)};
    for (Scenario& drawn : drawings)
        m_cabled.drawings.emplace_back(new Answers(m_answers.with(std::move(drawn))));
    return m_cabled;
}

std::shared_ptr<const Answers> RackSizer::by_prudent_plan(const Answers& drawn) {
    Scenario planned = drawn.scenario();
    if (const AsGiven* const given = drawn.value<AsGiven>())
        planned = with_prudent_plan(given->prepared, std::move(planned), m_stop, nullptr, m_memory);
    return std::shared_ptr<const Answers>(new Answers(drawn.with(std::move(planned))));
}

int RackSizer::next_that_runs(int racks, int end) {
    const int direction = end > racks ? m_step : -m_step;
    int passed = 0;
    for (int n = racks + direction; n != end && n > 0 && passed < most_passed; n += direction, ++passed)
        if (runs(n)) return n;
    return end > 0 && runs(end) ? end : 0;
}

RackSizer::Found RackSizer::most() {
    const auto is_beyond = [this](int racks) { return breaks(racks) || is_uncabled(racks); };
    int within = 0, over = 0, tried_last = m_drawn;
    if (is_beyond(m_drawn)) {
        over = m_drawn;
    } else {
        within = keeps(m_drawn) ? m_drawn : 0;
        for (int failed = 0; tried_last < m_most && failed < most_failed && !over && !is_stopped();) {
            tried_last = std::min(whole(2 * tried_last), m_most);
            if (is_beyond(tried_last))
                over = tried_last;
            else if (keeps(tried_last))
                within = tried_last, failed = 0;
            else
                ++failed;
        }
    }
    // What breaks the limit or cannot be cabled lies above what keeps it; what does not run may lie anywhere.
    for (int low = within ? within : m_floor; over - low > m_step && !is_stopped();) {
        const int middle = low + (over - low) / 2 / m_step * m_step;
        if (is_beyond(middle))
            over = middle;
        else
            low = middle;
        if (keeps(middle)) within = std::max(within, middle);
    }
    const int end = over ? over : tried_last + m_step;
    int passed = 0;
    for (int n = end - m_step; n > within && passed < most_passed && !is_stopped(); n -= m_step, ++passed) {
        if (keeps(n))
            within = n;
        else if (is_beyond(n))
            over = n;
    }
    // Other numbers of switches may divide the cables of more racks.
    passed = 0;
    for (int n = over + m_step;
         over && is_uncabled(over) && n <= m_most && passed < most_passed && !is_stopped();
         n += m_step, ++passed) {
        if (keeps(n))
            within = n;
        else if (is_beyond(n))
            over = n;
    }
    for (int n = whole(end / 2); within == 0 && n > 0 && !is_stopped(); n = whole(n / 2))
        if (keeps(n)) within = n;
    Found out;
    out.racks = within;
    out.ends = !over || is_uncabled(over);
    if (out.ends && over) {
        const int next = std::min(within + m_step, over);
        out.uncabled = is_uncabled(next) ? at(next).uncabled : at(over).uncabled;
    }
    if (!out.ends && within) out.next = next_that_runs(within, over);
    if (!out.ends) out.fewest = over;
    return out;
}

double RackSizer::rack_seconds(int least) const {
    double out = std::numeric_limits<double>::infinity();
    for (const auto& [racks, found] : m_tried)
        if (racks >= least && found.amount && found.step > 0) out = std::min(out, found.step * racks);
    return out;
}

bool RackSizer::own_plan_runs() const {
    return std::ranges::any_of(m_tried, [](const auto& each) {
        return each.second.amount && (!each.second.takes_other_plan || each.second.own_step);
    });
}

int RackSizer::faster(int racks, bool may_be_fewer) {
    const int own = may_be_fewer ? faster_by_own_plan(racks) : racks;
    int out = faster_by_best_plan(racks, own ? own : racks);
    if (!out && own != racks) out = own;
    const int found = may_be_fewer ? faster_by_found_plan(racks, out ? out : racks) : 0;
    return found ? found : out;
}

/// Beside its own plan the best one of other numbers would be faster for the plan, not for the number: what
/// is tried is of one kind.
int RackSizer::faster_by_own_plan(int racks) {
    std::vector<int> numbers = best_divided(racks, m_step);
    if (m_drawn < racks) numbers.insert(numbers.begin(), m_drawn);
    const size_t sure = numbers.size();
    for (const int n : better_divided(racks, m_step))
        if (std::ranges::find(numbers, n) == numbers.end()) numbers.push_back(n);
    int out = 0;
    double shortest = at(racks).step * (1 - least_saved);
    const bool may_replan = at(racks).takes_other_plan;
    for (size_t i = 0; i < numbers.size(); ++i) {
        const int n = numbers[i];
        if (is_stopped()) return 0;
        const bool is_of_use = rack_seconds(0) / (n * most_work_of_a_rack) < shortest;
        if (!is_of_use && i >= sure) continue;
        if (!may_replan && !m_tried.contains(n)) {
            Tried own = tried(n, PlanTaken::own);
            if (!own.amount) continue; // it does not run by that plan
            m_tried.emplace(n, std::move(own));
        }
        const Tried& found = at(n);
        if (!keeps(found) || (found.takes_other_plan && !may_replan)) continue;
        if (found.step < shortest) shortest = found.step, out = n;
    }
    return out;
}

/// `own`: the fastest by its own plan, which is taken unless all the racks would save much more.
int RackSizer::faster_by_best_plan(int racks, int own) {
    double shortest = at(own).step * (1 - least_saved);
    if (at(own).step < rack_seconds(racks / 2) / racks * most_lost) return 0;
    std::vector<int> numbers = better_divided(racks, m_step);
    std::erase_if(numbers, [own](int n) { return n <= own; });
    numbers.insert(numbers.begin(), racks);
    if (static_cast<int>(numbers.size()) > most_planned) numbers.resize(most_planned);
    int out = 0;
    for (const int n : numbers) {
        if (is_stopped()) return 0;
        const auto known = m_tried.find(n);
        if (known != m_tried.end() && known->second.takes_other_plan) continue; // that is the best one
        if (rack_seconds(0) / (n * most_work_of_a_rack) >= shortest) continue;
        Tried other = tried(n, PlanTaken::best);
        if (!keeps(other) || other.step >= shortest) continue;
        const Tried by_own = known != m_tried.end() ? known->second : tried(n, PlanTaken::own);
        if (by_own.amount) other.own_step = by_own.step;
        shortest = other.step;
        out = n;
        m_tried[n] = std::move(other);
    }
    return out;
}

bool RackSizer::is_plan_found() {
    const Tried& drawn = at(m_drawn);
    if (!drawn.amount || drawn.takes_other_plan) return true;
    const Tried& best = best_at(m_drawn);
    return !best.amount || drawn.step <= best.step * (1 + opening_slower);
}

const RackSizer::Tried& RackSizer::best_at(int racks) {
    if (const auto known = m_best.find(racks); known != m_best.end()) return known->second;
    const auto has = m_tried.find(racks);
    const bool has_best = has != m_tried.end() && has->second.takes_other_plan;
    return m_best[racks] = has_best ? has->second : tried(racks, PlanTaken::best);
}

/// A plan that was found for the racks drawn is often bad for other numbers, so that they would seem slower
/// than they are, and what was drawn first would decide. What is drawn keeps its plan.
int RackSizer::faster_by_found_plan(int racks, int now) {
    const double step = at(now).step, at_work = at(now).at_work;
    std::vector<int> numbers = best_divided_first(racks, m_step);
    if (now != racks) numbers.insert(numbers.begin(), racks);
    std::erase_if(numbers, [&](int n) { return n == now || n < m_least || n < now * at_work; });
    if (at_work > most_at_work) numbers.clear();
    if (static_cast<int>(numbers.size()) > most_planned) numbers.resize(most_planned);
    if ((numbers.empty() && now == m_drawn) || !is_plan_found() || is_stopped()) return 0;
    int out = 0;
    const auto take = [&](int n) {
        Tried taken = best_at(n);
        if (const Tried own = tried(n, PlanTaken::own); own.amount) taken.own_step = own.step;
        m_tried[n] = std::move(taken);
        out = n;
    };
    const double best = best_at(now).amount ? std::min(step, best_at(now).step) : step;
    if (now != m_drawn && keeps(best_at(now)) && best * most_lost < step) take(now);
    double shortest = best * (1 - least_saved);
    for (const int n : numbers) {
        if (is_stopped()) return 0;
        if (!keeps(best_at(n)) || best_at(n).step >= shortest) continue;
        shortest = best_at(n).step;
        take(n);
    }
    return out;
}

/// Numbers from half of `racks` on, the smallest first: better_divided() ones, and the fewest racks with
/// which a replica has so many micro-batches as now, one more and so on.
std::vector<int> RackSizer::fewer_that_may_keep(int racks) {
    std::vector<int> out = better_divided(racks, m_step);
    const Tried& now = at(racks);
    const Scenario& scenario = now.scenario;
    const double micro_batches = scenario.workload.global_batch / std::max(1, scenario.plan.micro_batch);
    if (now.replicas >= 1 && micro_batches >= 1) {
        const double first = std::ceil(micro_batches / now.replicas);
        for (int i = 0; i < most_micro_batches; ++i) {
            const double replicas = std::ceil(micro_batches / (first + i));
            const double spare = std::max(0.0, (1 - replicas / now.replicas) * racks);
            const int n = racks - static_cast<int>(std::floor(spare / m_step + 1e-9)) * m_step;
            if (n < racks / 2) break;
            if (n > 0 && n < racks) out.push_back(n);
        }
    }
    std::ranges::sort(out);
    out.erase(std::ranges::unique(out).begin(), out.end());
    return out;
}

RackSizer::Found RackSizer::fewest() {
    int within = keeps(m_drawn) ? m_drawn : 0, low = within ? m_floor : m_drawn, over = 0;
    for (int n = m_drawn, failed = 0;
         !within && !over && n < m_most && failed < most_failed && !is_stopped();) {
        n = std::min(whole(2 * n), m_most);
        if (keeps(n))
            within = n;
        else if (is_uncabled(n))
            over = n;
        else if (runs(n))
            low = n, failed = 0;
        else
            ++failed;
    }
    for (int from = low; !within && over - from > m_step && !is_stopped();) {
        const int middle = from + (over - from) / 2 / m_step * m_step;
        if (keeps(middle))
            within = middle;
        else
            (is_uncabled(middle) ? over : from) = middle;
    }
    if (!within) {
        Found none;
        none.ends = true;
        if (over) none.uncabled = at(over).uncabled;
        return none;
    }
    while (within - low > m_step && !is_stopped()) {
        const int middle = low + (within - low) / 2 / m_step * m_step;
        (keeps(middle) ? within : low) = middle;
    }
    // Days are no smooth curve of the racks: fewer that divide the batch better may keep what more do not.
    for (int before = 0; before != within && !is_stopped();) {
        for (bool again = true; again && !is_stopped();) {
            const std::vector<int> fewer = fewer_that_may_keep(within);
            const auto found =
                std::ranges::find_if(fewer, [this](int n) { return !is_stopped() && keeps(n); });
            again = found != fewer.end();
            if (again) within = *found;
        }
        before = within;
        for (int n = within - m_step, passed = 0; n > 0 && passed < most_passed && !is_stopped();
             n -= m_step, ++passed)
            if (keeps(n)) within = n;
    }
    Found out;
    out.racks = within;
    out.next = next_that_runs(within, 0);
    return out;
}

} // namespace roofrack
