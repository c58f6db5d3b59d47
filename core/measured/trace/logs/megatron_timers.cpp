// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/logs/megatron_timers.h"

#include "core/base/units/trimmed.h"
#include "core/measured/trace/logs/log_lines.h"
#include "core/measured/trace/logs/step_roles.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

namespace roofrack {

namespace {

// Broken logs shall not fill the memory.
constexpr size_t most_timers = 200; ///< names of one log
constexpr size_t longest_name = 80; ///< characters of a name
constexpr int highest_rank = 10'000'000;

struct KnownTimer {
    std::string_view name;
    LoggedWork work;
    std::string_view within; ///< where that one is there
};
/// As Megatron-LM names them, since 2021. Gradients are summed within forward-backward since 2024; older logs
/// sum them behind it, and have one of sums_behind.
constexpr KnownTimer known_timers[] = {
    {"forward-backward", LoggedWork::forward_backward, {}},
    {"forward-compute", LoggedWork::forward, "forward-backward"},
    {"backward-compute", LoggedWork::backward, "forward-backward"},
    {"batch-generator", LoggedWork::input, "forward-compute"},
    {"forward-recv", LoggedWork::pipeline, "forward-backward"},
    {"forward-send", LoggedWork::pipeline, "forward-backward"},
    {"backward-recv", LoggedWork::pipeline, "forward-backward"},
    {"backward-send", LoggedWork::pipeline, "forward-backward"},
    {"forward-send-forward-recv", LoggedWork::pipeline, "forward-backward"},
    {"forward-send-backward-recv", LoggedWork::pipeline, "forward-backward"},
    {"backward-send-forward-recv", LoggedWork::pipeline, "forward-backward"},
    {"backward-send-backward-recv", LoggedWork::pipeline, "forward-backward"},
    {"forward-backward-send-forward-backward-recv", LoggedWork::pipeline, "forward-backward"},
    {"all-grads-sync", LoggedWork::gradients, "forward-backward"},
    {"layernorm-grads-all-reduce", LoggedWork::gradients, "forward-backward"},
    {"embedding-grads-all-reduce", LoggedWork::gradients, "forward-backward"},
    {"non-tensor-parallel-grads-all-reduce", LoggedWork::gradients, "forward-backward"},
    {"conditional-embedder-grads-all-reduce", LoggedWork::gradients, "forward-backward"},
    {"grads-all-reduce", LoggedWork::gradients, {}},
    {"grads-reduce-scatter", LoggedWork::gradients, {}},
    {"backward-reduce-model-grads", LoggedWork::gradients, {}},
    {"backward-params-all-reduce", LoggedWork::gradients, "backward-reduce-model-grads"},
    {"backward-layernorm-all-reduce", LoggedWork::gradients, "backward-reduce-model-grads"},
    {"backward-embedding-all-reduce", LoggedWork::gradients, "backward-reduce-model-grads"},
    {"backward-gather-model-params", LoggedWork::parameters, {}},
    {"params-all-gather", LoggedWork::parameters, "optimizer"},
    {"optimizer", LoggedWork::optimizer, {}},
    // As DeepSpeed names them; DeepspeedTimers brings those of older ones to these.
    {"fwd", LoggedWork::forward, {}},
    {"bwd", LoggedWork::backward, {}},
    {"bwd_inner", LoggedWork::backward, "bwd"},
    {"bwd_allreduce", LoggedWork::gradients, "bwd"},
    {"comms", LoggedWork::gradients, {}},
    {"reduce_grads", LoggedWork::gradients, "comms"},
    {"reduce_tied_grads", LoggedWork::gradients, "comms"},
    {"step", LoggedWork::optimizer, {}},
    {"optimizer_allgather", LoggedWork::parameters, "step"},
    {"optimizer_gradients", LoggedWork::optimizer, "step"},
    {"optimizer_step", LoggedWork::optimizer, "step"},
    {"batch_input", LoggedWork::input, {}},
    {"pipe_send_output", LoggedWork::pipeline, {}},
    {"pipe_send_grad", LoggedWork::pipeline, {}},
    {"pipe_recv_input", LoggedWork::pipeline, {}},
    {"pipe_recv_grad", LoggedWork::pipeline, {}},
};

constexpr std::string_view sums_behind[] = {"grads-all-reduce", "grads-reduce-scatter"};

/// A timer whose time is the run's, no step's.
struct PhaseTimer {
    std::string_view name;
    LoggedWork work;
};
constexpr PhaseTimer phase_timers[] = {
    {"model-and-optimizer-setup", LoggedWork::setup},
    {"train/valid/test-data-iterators-setup", LoggedWork::setup},
    {"train/valid/test-data-iterators", LoggedWork::setup},
    {"evaluate", LoggedWork::evaluation},
    {"save-checkpoint", LoggedWork::checkpoint},
    {"save-checkpoint-non-persistent", LoggedWork::checkpoint},
    {"save checkpoint", LoggedWork::checkpoint},
    {"load-checkpoint", LoggedWork::rest}, // model-and-optimizer-setup contains it
    {"load checkpoint", LoggedWork::rest},
};

KnownTimer known(std::string_view name) {
    const auto found = std::ranges::find(known_timers, name, &KnownTimer::name);
    if (found != std::end(known_timers)) return *found;
    if (name.starts_with("optimizer-")) return {name, LoggedWork::optimizer, "optimizer"};
    return {name, LoggedWork::rest, {}};
}

bool is_name(std::string_view text) {
    return !text.empty() && text.size() <= longest_name &&
           text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_/") ==
               std::string_view::npos;
}

bool is_time(double ms) { return ms >= 0 && ms <= 1000 * longest_step_s; }

/// "(1.15, 16.61)"
std::optional<std::pair<double, double>> two_numbers(std::string_view text) {
    if (!text.starts_with('(')) return std::nullopt;
    const size_t comma = text.find(", "), end = text.find(')');
    if (comma == std::string_view::npos || end == std::string_view::npos || end < comma) return std::nullopt;
    const auto low = leading_number(text.substr(1, comma - 1));
    const auto high = leading_number(text.substr(comma + 1, end - comma - 1));
    if (!low || !high || !is_time(*low) || !is_time(*high) || *low > *high) return std::nullopt;
    return std::pair(*low, *high);
}

/// Puts each timer behind the one that it is within, as a list of both can be read.
void put_inner_behind_outer(MeasuredFile& out) {
    std::vector<TimedPart>& parts = out.timers->parts;
    std::vector<int> place(parts.size(), -1); // by the place before
    std::vector<TimedPart> ordered;
    const std::function<void(std::string_view)> add = [&](std::string_view outer) {
        for (size_t i = 0; i < parts.size(); ++i) {
            if (place[i] >= 0 || parts[i].within != outer) continue;
            place[i] = static_cast<int>(ordered.size());
            ordered.push_back(parts[i]);
            add(parts[i].name);
        }
    };
    add({});
    for (LoggedStep& step : out.steps)
        for (LoggedTimer& timer : step.timers) timer.timer = place[static_cast<size_t>(timer.timer)];
    parts = std::move(ordered);
}

bool computes(LoggedWork work) { return work == LoggedWork::forward || work == LoggedWork::backward; }
bool waits(LoggedWork work) {
    return work == LoggedWork::pipeline || work == LoggedWork::gradients || work == LoggedWork::parameters;
}

} // namespace

bool MegatronTimers::line(std::string_view line, MeasuredFile& out) {
    line = trimmed(line);
    if (line.starts_with("time (ms)")) {
        m_in_block = false;
        one_line(line.substr(9), out);
        return true;
    }
    constexpr std::string_view heading = "across ranks (ms):";
    const size_t at = line.find(heading);
    if (at == std::string_view::npos) return m_in_block && entry(line, out);
    const std::string_view what = line.substr(0, at);
    if (what.ends_with("(min, max) time "))
        m_ranks = TimedRanks::extremes;
    else if (what.ends_with("max time "))
        m_ranks = TimedRanks::slowest;
    else if (what.ends_with("times "))
        m_ranks = TimedRanks::all;
    else
        return false;
    m_in_block = true;
    m_name.clear();
    if (const std::string_view rest = trimmed(line.substr(at + heading.size())); !rest.empty())
        entry(rest, out);
    return true;
}

/// " | forward-compute: 12.5 | batch-generator: 1.2"
void MegatronTimers::one_line(std::string_view rest, MeasuredFile& out) {
    bool any = false;
    m_ranks = TimedRanks::one;
    while (!rest.empty()) {
        const size_t bar = rest.find('|');
        const std::string_view part = trimmed(rest.substr(0, bar));
        rest = bar == std::string_view::npos ? std::string_view() : rest.substr(bar + 1);
        const size_t colon = part.rfind(':');
        if (colon == std::string_view::npos) continue;
        const auto ms = leading_number(part.substr(colon + 1));
        if (!ms || !is_time(*ms)) continue;
        add(part.substr(0, colon), {-1, *ms, *ms}, out);
        any = true;
    }
    m_empty += !any;
}

/// A line below a heading: "forward-backward .....: (210.40, 221.30)", "optimizer .....: 41.20", or
/// "forward-compute:" and below it "rank  0: 12.50" each.
bool MegatronTimers::entry(std::string_view line, MeasuredFile& out) {
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) return false;
    const std::string_view value = trimmed(line.substr(colon + 1));
    if (m_ranks == TimedRanks::all) {
        if (value.empty() && is_name(line.substr(0, colon))) {
            m_name = line.substr(0, colon);
            return true;
        }
        if (m_name.empty() || !line.starts_with("rank ")) return false;
        const auto rank = leading_number(line.substr(5)), ms = leading_number(value);
        if (!rank || !ms || *rank < 0 || *rank > highest_rank || !is_time(*ms)) return false;
        add(m_name, {static_cast<int>(*rank), *ms, *ms}, out);
        return true;
    }
    const size_t space = line.find(' ');
    const std::string_view name = line.substr(0, std::min(space, colon));
    const std::string_view between = line.substr(name.size(), colon - name.size());
    if (!is_name(name) || between.find_first_not_of(" .") != std::string_view::npos) return false;
    if (m_ranks == TimedRanks::slowest) {
        // Dots lead to the colon, and a number alone stands behind it: "wandb: 3 files" is no timer.
        if (!between.starts_with(" .") || value.find_first_not_of("0123456789.") != std::string_view::npos)
            return false;
        const auto ms = leading_number(value);
        if (!ms || !is_time(*ms)) return false;
        add(name, {-1, *ms, *ms}, out);
        return true;
    }
    const auto both = two_numbers(value);
    if (!both) return false;
    add(name, {-1, both->first, both->second}, out);
    return true;
}

int MegatronTimers::place_of(std::string_view name, MeasuredFile& out) {
    if (!out.timers) out.timers.emplace();
    std::vector<TimedPart>& parts = out.timers->parts;
    const auto found = std::ranges::find(parts, name, &TimedPart::name);
    if (found != parts.end()) return static_cast<int>(found - parts.begin());
    if (parts.size() >= most_timers) return -1;
    TimedPart& timer = parts.emplace_back();
    timer.name = name;
    timer.work = known(name).work;
    return static_cast<int>(parts.size()) - 1;
}

void MegatronTimers::add(std::string_view name, const Value& value, MeasuredFile& out) {
    const auto phase = std::ranges::find(phase_timers, name, &PhaseTimer::name);
    if (phase != std::end(phase_timers)) {
        if (phase->work == LoggedWork::rest) return;
        if (value.rank > 0) return; // all ranks are in it together
        auto found = std::ranges::find(out.phases, phase->work, &RunPhase::work);
        if (found == out.phases.end()) found = out.phases.insert(found, RunPhase{phase->work});
        found->seconds += value.most_ms / 1000;
        found->times += phase->work != LoggedWork::setup;
        return;
    }
    if (!m_has_step || !is_name(name)) return; // nothing says which step it is of
    const int place = place_of(name, out);
    if (place < 0) return;
    m_step[place][value.rank] = value; // a line that stands twice counts once
    out.timers->ranks = m_ranks;
}

void MegatronTimers::begin_step(MeasuredFile& out) {
    finish_step(out);
    m_in_block = false;
    m_has_step = true;
}

/// The timers of the last step are all read.
void MegatronTimers::finish_step(MeasuredFile& out) {
    const StepTimes timers = std::exchange(m_step, {});
    if (out.steps.empty()) return;
    m_warms_up = m_warms_up || begins_again(out, out.steps.size() - 1);
    LoggedStep& step = out.steps.back();
    LoggedStep told = step; // its rate tells how long it took where nothing else does
    complete_step(told, out.sequence);
    if (!told.step_s || !is_step_time(*told.step_s)) return; // it is left out of all means
    m_last = {step.global_batch.value_or(out.global_batch.value_or(0)),
              step.devices.value_or(out.devices.value_or(0))};
    const bool warms_up = std::exchange(m_warms_up, false);
    if (timers.empty()) return;
    m_last_timed = m_last;
    Totals& totals = (warms_up ? m_warm_up : m_totals)[m_last];
    if (warms_up) totals = {};
    std::set<int> ranks;
    for (const auto& [timer, values] : timers)
        for (const auto& [rank, value] : values) ranks.insert(rank);
    for (const auto& [timer, values] : timers) {
        const Value& most = std::ranges::max_element(values, {}, [](const auto& each) {
                                return each.second.most_ms;
                            })->second;
        const Value& least = std::ranges::min_element(values, {}, [](const auto& each) {
                                 return each.second.least_ms;
                             })->second;
        LoggedTimer& logged = step.timers.emplace_back();
        logged.timer = timer;
        logged.least_s = least.least_ms / 1000;
        logged.most_s = most.most_ms / 1000;
        if (most.rank >= 0) logged.most_rank = most.rank;
        const auto place = static_cast<size_t>(timer);
        if (totals.timers.size() <= place) totals.timers.resize(place + 1);
        Sums& sums = totals.timers[place];
        sums.least_ms += least.least_ms;
        sums.most_ms += most.most_ms;
        double sum = 0;
        for (const auto& [rank, value] : values) sum += value.most_ms;
        sums.mean_ms += sum / static_cast<double>(ranks.size());
    }
    add_rank_loads(timers, out, totals);
    ++totals.steps;
    totals.step_s += *told.step_s;
}

void MegatronTimers::add_rank_loads(const StepTimes& step, const MeasuredFile& out, Totals& to) {
    std::map<int, std::pair<double, double>> loads; // computing, waiting
    bool any_compute = false;
    for (const auto& [timer, values] : step) {
        const TimedPart& part = out.timers->parts[static_cast<size_t>(timer)];
        // reading the batch is within the forward computation
        const double sign = part.work == LoggedWork::input ? -1 : 1;
        const bool is_compute = computes(part.work) || part.work == LoggedWork::input;
        any_compute = any_compute || computes(part.work);
        for (const auto& [rank, value] : values) {
            if (rank < 0) return;
            if (is_compute) loads[rank].first += sign * value.most_ms;
            if (waits(part.work)) loads[rank].second += value.most_ms;
        }
    }
    if (!any_compute) return;
    const auto slowest =
        std::ranges::max_element(loads, {}, [](const auto& load) { return load.second.first; });
    for (const auto& [rank, load] : loads) {
        Load& sum = to.loads[rank];
        sum.compute_ms += load.first;
        sum.wait_ms += load.second;
    }
    ++to.loads[slowest->first].slowest_in;
}

/// The steps that the median is of, else the last that has timers; null where none has.
const MegatronTimers::Totals* MegatronTimers::compared() const {
    for (const Job& job : {m_last, m_last_timed})
        for (const std::map<Job, Totals>* of : {&m_totals, &m_warm_up})
            if (const auto found = of->find(job); found != of->end()) return &found->second;
    return nullptr;
}

void MegatronTimers::end(MeasuredFile& out) {
    finish_step(out);
    const Totals* const totals = compared();
    if (!totals || !out.timers) return;
    StepTimers& timers = *out.timers;
    std::vector<TimedPart>& parts = timers.parts;
    std::vector<Sums> sums = totals->timers;
    sums.resize(parts.size()); // others have timers that these steps lack
    const double per_step = 1.0 / (1000.0 * totals->steps);
    timers.steps = totals->steps;
    timers.step_s = totals->step_s / totals->steps;
    const auto has = [&](std::string_view name) {
        return std::ranges::find(parts, name, &TimedPart::name) != parts.end();
    };
    const bool sums_behind_it = std::ranges::any_of(sums_behind, has);
    for (size_t i = 0; i < parts.size(); ++i) {
        TimedPart& part = parts[i];
        part.least_s = sums[i].least_ms * per_step;
        part.most_s = sums[i].most_ms * per_step;
        part.seconds = part.own_s = tells_slowest(timers.ranks) ? part.most_s : sums[i].mean_ms * per_step;
        if (timers.step_s > 0) part.share = part.seconds / timers.step_s;
        const std::string_view within = known(part.name).within;
        const bool is_behind = part.work == LoggedWork::gradients && sums_behind_it;
        if (has(within) && !is_behind) part.within = within;
    }
    for (const TimedPart& inner : parts)
        if (const auto outer = std::ranges::find(parts, inner.within, &TimedPart::name); outer != parts.end())
            outer->own_s = std::max(0.0, outer->own_s - inner.seconds);
    for (const auto& [rank, load] : totals->loads)
        timers.by_rank.push_back(
            {rank, load.compute_ms * per_step, load.wait_ms * per_step, load.slowest_in});
    put_inner_behind_outer(out);
}

} // namespace roofrack
