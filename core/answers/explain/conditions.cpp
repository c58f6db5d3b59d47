// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/conditions.h"

#include "core/answers/explain/communication.h"
#include "core/answers/explain/stage_time.h"
#include "core/step/engine/conditions.h"
#include "core/step/engine/storage_traffic.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>

namespace roofrack {

namespace {

StepConditions conditions_of(const Inputs& in) {
    StepConditions out;
    step_conditions(in.impl(), in.plan(), in.evaluation().gpus, in.batch_value(), {}, out);
    return out;
}

ExplanationPtr cv_node(const Inputs& in) {
    const Site& site = in.impl().scenario.site;
    const Calibration& measured = in.impl().scenario.calibration;
    const auto cv = [&](const char* key, std::optional<double> as_measured, double of_site) {
        return as_measured ? in.calibration(key, *as_measured) : in.site(key, of_site);
    };
    const Term persistent =
        cv("straggler_cv_persistent", measured.persistent_cv(), site.straggler_cv_persistent);
    const Term iid = cv("straggler_cv_iid", measured.iid_cv(), site.straggler_cv_iid);
    Term squares = persistent * persistent + iid * iid;
    if (!in.impl().scenario.workload.packed_sequences) {
        const Term lengths = in.constant("stragglers.sequence_imbalance_cv", "cv of unpacked sequences");
        squares = std::move(squares) + lengths * lengths;
    }
    return recorded("cv", in.state().straggler_cv, "", function(Operation::square_root, squares),
                    "ByteDance StragglerAnalysis traces");
}

/// 1 + cv · z(n).
Term straggler_term(const Inputs& in, const Term& gpus) {
    return 1.0 + Term(cv_node(in)) * function(Operation::expected_maximum, gpus);
}

/// Compute and memory of a group's GPUs at full clock and their drawn speed.
struct Work {
    ExplanationPtr compute, memory;
};
Work work_of(const Inputs& in, size_t group, bool slow) {
    const Prepared::Impl& impl = in.impl();
    const auto& groups = impl.fabric.groups;
    const size_t reference = in.state().reference_group;
    if (slow) {
        const Work work = work_of(in, group, false);
        const std::string& element = groups[group].element;
        const Term slower =
            Term(in.on(group).drawn_speed()) /
            in.drawn(element, "slow_speed", "speed of its slow GPUs", groups[group].slow_speed);
        return {calculated("compute of the slow GPUs of " + element, "s", Term(work.compute) * slower),
                calculated("memory of the slow GPUs of " + element, "s", Term(work.memory) * slower)};
    }
    if (impl.first_alike[group] != impl.first_alike[reference]) {
        const Inputs there = in.on(group);
        return {computation_on(there, StepPart::compute), computation_on(there, StepPart::memory)};
    }
    if (groups[group].speed == groups[reference].speed)
        return {in.other(StepPart::compute), in.other(StepPart::memory)};
    const Term slower = Term(in.drawn_speed()) / in.on(group).drawn_speed();
    return {
        calculated("compute of " + groups[group].element, "s", Term(in.other(StepPart::compute)) * slower),
        calculated("memory of " + groups[group].element, "s", Term(in.other(StepPart::memory)) * slower)};
}

/// Fabric groups of GPUs that compute alike.
struct EqualSpeedGpus {
    double seconds = 0;
    std::vector<size_t> groups;
    bool slow = false; ///< the slow GPUs inside its servers alone
};

/// GPUs of the groups that compute alike and work.
ExplanationPtr working(const Inputs& in, const StepConditions& conditions,
                       std::span<const EqualSpeedGpus> classes) {
    std::vector<Term> terms;
    for (const EqualSpeedGpus& speed_class : classes)
        for (const size_t group : speed_class.groups) {
            const GpuGroup& drawn = in.impl().fabric.groups[group];
            Term gpus = in.drawn(drawn.element, "working_gpus", "working GPUs of " + drawn.element,
                                 conditions.active[group]);
            if (drawn.slow_per_server > 0) {
                const Term share = in.drawn(drawn.element, "slow_share", "share of its GPUs that are slow",
                                            drawn.slow_share());
                gpus = std::move(gpus) * (speed_class.slow ? share : 1.0 - share);
            }
            terms.push_back(std::move(gpus));
        }
    return calculated("GPUs no faster", "", sum_of(std::move(terms)));
}

/// The slowest first.
std::vector<EqualSpeedGpus> speed_classes_of(const Inputs& in, const StepConditions& conditions) {
    const Prepared::Impl& impl = in.impl();
    std::vector<EqualSpeedGpus> out;
    for (size_t group = 0; group < conditions.active.size(); ++group) {
        if (conditions.active[group] <= 0) continue;
        if (impl.fabric.groups[group].slow_per_server > 0) {
            const Work work = work_of(in, group, true);
            out.push_back({work.compute->value + work.memory->value, {group}, true});
        }
        const auto alike = std::ranges::find_if(out, [&](const EqualSpeedGpus& speed_class) {
            return !speed_class.slow &&
                   impl.first_alike[speed_class.groups.front()] == impl.first_alike[group] &&
                   impl.fabric.groups[speed_class.groups.front()].speed == impl.fabric.groups[group].speed;
        });
        if (alike != out.end()) {
            alike->groups.push_back(group);
            continue;
        }
        const Work work = work_of(in, group, false);
        out.push_back({work.compute->value + work.memory->value, {group}, false});
    }
    std::ranges::stable_sort(out, std::greater{}, &EqualSpeedGpus::seconds);
    return out;
}

/// The longest computation at full clocks with the straggler factor of all GPUs that are no faster.
ExplanationPtr unthrottled_node(const Inputs& in) {
    const StepConditions conditions = conditions_of(in);
    const std::vector<EqualSpeedGpus> classes = speed_classes_of(in, conditions);
    std::vector<Term> works;
    for (size_t i = 0; i < classes.size(); ++i) {
        const EqualSpeedGpus& speed_class = classes[i];
        const Work work = work_of(in, speed_class.groups.front(), speed_class.slow);
        const ExplanationPtr computation = calculated("computation", "s", Term(work.compute) + work.memory);
        const ExplanationPtr n =
            classes.size() == 1 ? in.gpus() : working(in, conditions, std::span(classes).first(i + 1));
        works.emplace_back(calculated("computation of the slowest of " +
                                          in.impl().fabric.groups[speed_class.groups.front()].element,
                                      "s", Term(computation) * straggler_term(in, n)));
    }
    const Term longest = works.size() == 1 ? works.front() : largest(works);
    return recorded("computation at full clock", in.state().unthrottled, "s", longest,
                    "expected maximum of n normal draws");
}

} // namespace

Term computation_term(const Inputs& in, size_t group) {
    const Work work = work_of(in, group, false);
    return Term(work.compute) + work.memory;
}

ExplanationPtr straggler_node(const Inputs& in) {
    const StepCost& cost = in.state().cost;
    const ExplanationPtr computation =
        recorded("computation of the reference GPU", (cost.compute + cost.memory) / in.drawn_speed()->value,
                 "s", Term(in.other(StepPart::compute)) + in.other(StepPart::memory));
    return in.recorded_part(StepPart::straggler, largest({0.0, Term(unthrottled_node(in)) - computation}),
                            "expected maximum of n normal draws; CV from ByteDance StragglerAnalysis");
}

ExplanationPtr throttle_node(const Inputs& in) {
    const StepState& state = in.state();
    const GpuGroup& group = in.impl().fabric.groups[state.slowest_group];
    const Work work = work_of(in, state.slowest_group, state.slowest_is_inside_server);
    const ExplanationPtr clock = in.found(group.rack, "clock", "clock", state.slowest_clock);
    const ExplanationPtr n = state.slowest_gpus == in.evaluation().gpus
                                 ? in.gpus()
                                 : in.found(group.rack, "gpus_no_faster",
                                            "GPUs no faster than those of " + group.rack, state.slowest_gpus);
    const ExplanationPtr slow = recorded("computation at the clipped clock", state.throttled, "s",
                                         (Term(work.compute) / clock + work.memory) * straggler_term(in, n));
    return in.recorded_part(StepPart::throttle,
                            largest({0.0, Term(slow) - in.other("straggler", state.unthrottled, "s",
                                                                "computation at full clock")}),
                            "two-regime power law fitted to Zeus traces");
}

Term storage_term(const Inputs& in, const std::string& key, double drawn) {
    const Term own = in.drawn("", key, key, drawn, "B/s");
    const double links = in.impl().storage_links.si();
    if (links <= 0 || links >= drawn) return own;
    return smallest({own, in.drawn("", "storage_links", "links of the storage", links, "B/s")});
}

ExplanationPtr input_node(const Inputs& in) {
    const Site& site = in.impl().scenario.site;
    const Fabric& fabric = in.impl().fabric;
    const GenericProfile* profile = in.impl().model.generic ? &*in.impl().model.generic : nullptr;
    const InputNeeds& needs = in.state().input;
    ExplanationPtr reading, preparing;
    if (fabric.storage_read.si() > 0) {
        const Term sample =
            profile ? Term(in.model("input_bytes_per_sample", "bytes of a sample",
                                    profile->input_bytes_per_sample.si(), "B"))
                    : Term(in.constant("input.bytes_per_token", "bytes of a token")) * in.sequence();
        reading =
            recorded("reading", needs.read, "s",
                     Term(in.batch()) * sample / storage_term(in, "storage_read", fabric.storage_read.si()));
    }
    if (needs.server_rate > 0) {
        std::vector<Term> rates;
        if (site.host_input_rate > 0)
            rates.emplace_back(in.site("host_input_rate", site.host_input_rate, "1/s"));
        if (site.loader_cores && site.sample_core_time.si() > 0)
            rates.push_back(Term(in.site("loader_cores", *site.loader_cores)) /
                            in.site("sample_core_time", site.sample_core_time.si(), "s"));
        const Term rate = rates.size() == 1 ? rates.front() : smallest(rates);
        preparing =
            recorded("preparing", needs.prepare, "s",
                     Term(in.batch()) / (rate * in.gpus() /
                                         largest({1.0, in.drawn("", "gpus_per_server", "GPUs of a server",
                                                                fabric.gpus_per_server)})));
    }
    if (!reading && !preparing) return absent_part(in, StepPart::input, "no storage is drawn");
    std::vector<Term> parts;
    for (size_t i = 0; i < static_cast<size_t>(StepPart::input); ++i)
        parts.emplace_back(in.other(static_cast<StepPart>(i)));
    const ExplanationPtr busy = calculated("the rest of the step", "s", sum_of(std::move(parts)));
    const auto pace = [&](const Term& read) {
        std::vector<Term> times{busy};
        if (preparing) times.emplace_back(preparing);
        if (reading) times.push_back(read);
        return largest(std::move(times));
    };
    const ExplanationPtr paced =
        calculated("step at the pace of its input", "s", pace(reading ? Term(reading) : Term(0.0)));
    if (needs.step(busy->value) <= paced->value * (1 + 1e-15))
        return in.recorded_part(StepPart::input, largest({0.0, Term(paced) - busy}));
    const Term left = in.found("input", "left", "share of the reads left beside a checkpoint", needs.left);
    const Term writing = in.found("input", "writing", "share of the time that one is written", needs.writing);
    const ExplanationPtr beside =
        calculated("step while a checkpoint is written", "s", pace(Term(reading) / left));
    return in.recorded_part(StepPart::input, 1.0 / ((1.0 - writing) / paced + writing / Term(beside)) - busy,
                            "storage shared max-min fair, assumed");
}

} // namespace roofrack
