// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/figure_index.h"

#include "core/answers/facility_answers.h"
#include "core/answers/findings.h"
#include "core/answers/limits_answers.h"
#include "core/answers/losses_answers.h"
#include "core/answers/matrix_answers.h"
#include "core/answers/money_answers.h"
#include "core/answers/scale_answers.h"
#include "core/answers/sharing_answers.h"
#include "core/answers/step_answers.h"
#include "core/base/figures/builder.h"
#include "core/base/units/nearest.h"
#include "core/step/engine/figures/evaluation_figures.h"
#include "core/step/engine/figures/straggler_figures.h"
#include "core/study/facility/facility_figures.h"
#include "core/study/figures/scale_figures.h"
#include "core/study/figures/slow_group_figures.h"
#include "core/study/limits/wall_figures.h"
#include "core/study/room/room_figures.h"
#include "core/study/sharing/shared_jobs_figures.h"
#include "core/study/standstill.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

namespace roofrack {

namespace {

using figures::shape_of;

template<class T>
Result<const void*> found(const Result<T>* answer) {
    if (!answer || !*answer) return tl::unexpected(why_missing(answer));
    return &**answer;
}
template<class T>
Result<const void*> find(const Answers& answers) {
    return found(answers.get<T>());
}
template<class T>
const void* have(const Answers& answers) {
    return answers.have_value<T>();
}

/// The year of weather in the climate that the site names; null where it names none: the year of another
/// climate must not be taken for it.
const void* own_year(const Answers& answers, const Weather& weather) {
    const bool has_own = !answers.scenario().site.climate.empty() && !weather.years.empty();
    return has_own ? weather.years[0].get() : nullptr;
}

Result<const void*> find_year(const Answers& answers) {
    if (answers.scenario().site.climate.empty())
        return fail("/site/climate", "the site names no year of weather", "name one, or a file of hours");
    const auto* weather = answers.get<Weather>();
    if (!weather || !*weather) return tl::unexpected(why_missing(weather));
    if (const void* year = own_year(answers, **weather)) return year;
    return fail("/site/climate", (*weather)->fault, "name another, or a file of hours");
}
const void* have_year(const Answers& answers) {
    const Weather* weather = answers.have_value<Weather>();
    return weather ? own_year(answers, *weather) : nullptr;
}

/// The step as `evaluate` prints it, with the regime.
Result<const void*> find_step(const Answers& answers) {
    const auto* verdict = answers.get<Verdict>();
    if (!verdict || !*verdict) return tl::unexpected(why_missing(verdict));
    return &(*verdict)->evaluation;
}
/// The step for one of its figures; empty: for all of them. Only the regime takes a search.
Result<const void*> find_step_for(const Answers& answers, std::string_view figure) {
    if (figure.empty() || figure.starts_with("regime")) return find_step(answers);
    const auto* verdict = answers.get<VerdictWithoutSearch>();
    if (!verdict || !*verdict) return tl::unexpected(why_missing(verdict));
    return &(*verdict)->evaluation;
}
const void* have_step(const Answers& answers) { return latest_verdict(answers); }

/// The study over GPU counts by the plan that is asked, with what moves its borders, as `scale` prints it.
Result<const void*> find_scale(const Answers& answers) {
    const auto study_in = [](const auto* answer) -> Result<const void*> {
        if (!answer || !*answer) return tl::unexpected(why_missing(answer));
        return &(*answer)->study;
    };
    return answers.snapshot().best_plan ? study_in(answers.get<ScaleOfBestWithMitigations>())
                                        : study_in(answers.get<ScaleOfGivenWithMitigations>());
}
const void* have_scale(const Answers& answers) {
    const auto* best = answers.have_value<ScaleOfBestWithMitigations>();
    const auto* given = answers.have_value<ScaleOfGivenWithMitigations>();
    if (answers.snapshot().best_plan) return best ? &best->study : nullptr;
    return given ? &given->study : nullptr;
}

/// The study of power as `power --fail each` prints it. One without single failures will do: figures of
/// failures are in a list, which has no single ones.
const void* have_power(const Answers& answers) {
    const auto* study = answers.have_value<FacilityStudy>();
    if (const auto* levels = study ? nullptr : answers.have_value<FacilityLevels>()) study = &levels->study;
    return study;
}

/// The study of power under the load of the step, or under the one that is asked for. Fails where a load
/// would be assumed: `power` prints that, and says which load it is.
Result<const void*> find_power(const Answers& answers) {
    const auto* study = answers.get<FacilityStudy>();
    if (study && *study && (*study)->assumed && !answers.snapshot().load)
        return tl::unexpected(why_no_step(*answers.value<Evaluation>()));
    return found(study);
}

const void* have_room(const Answers& answers) {
    const auto* room = answers.have_value<RoomStudy>();
    return room && !room->assumed ? room : nullptr;
}

/// Fails where a load would be assumed: the racks that fit are not searched then. `room` prints what it
/// needs.
Result<const void*> find_room(const Answers& answers) {
    const auto* room = answers.get<RoomStudy>();
    if (room && *room && (*room)->assumed && !answers.snapshot().load)
        return tl::unexpected(why_missing(answers.get<AsAsked>()));
    return found(room);
}

template<class T>
constexpr FigureStudy study(std::string_view name, std::string_view label) {
    return {name, label, shape_of<T>, find<T>, have<T>};
}

constexpr FigureStudy studies[] = {
    {"step", "Step", shape_of<Evaluation>, find_step, have_step, find_step_for},
    {"scale", "Scaling", shape_of<ScaleResult>, find_scale, have_scale},
    study<MoneyStudy>("money", "Money"),
    study<BusBandwidths>("collectives", "Expected collectives"),
    study<GradientExchange>("exchange", "Exchange of gradients"),
    study<SharedJobs>("jobs", "Jobs on one fabric"),
    study<MemoryWall>("wall", "The memory wall"),
    study<BottlenecksByYear>("bottlenecks", "What binds as hardware grows newer"),
    study<NetworkBalance>("balance", "Network balance"),
    study<RunTotals>("totals", "The whole run"),
    study<StragglerCosts>("stragglers", "Waiting for the slowest"),
    study<SlowGroups>("slow_groups", "Slow racks"),
    study<BlastRadii>("failures", "What one failure takes"),
    {"power", "Power and heat", shape_of<FacilityStudy>, find_power, have_power},
    study<PowerCaps>("caps", "Power caps"),
    study<LoadSwingStudy>("swing", "Swing of the power"),
    study<CoolingReport>("cooling", "Cooling"),
    {"room", "An existing room", shape_of<RoomStudy>, find_room, have_room},
    study<LimitRow>("limits", "What limits"),
    {"year", "A year of weather", shape_of<Year>, find_year, have_year},
};

/// The study that a name begins with, and the rest; nullptr: none.
const FigureStudy* study_of(std::string_view name, std::string_view& rest) {
    const size_t dot = name.find('.');
    const auto at = std::ranges::find(studies, name.substr(0, dot), &FigureStudy::name);
    rest = dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1);
    return at == std::end(studies) ? nullptr : &*at;
}

bool is_of_list(std::string_view name) { return name.find('*') != std::string_view::npos; }

bool is_single(const figures::Row& row) {
    return !row.as<figures::ObjectValue>() && !row.as<figures::ListValue>();
}

bool ends_with(std::string_view name, std::string_view tail) {
    return name == tail || (name.ends_with(tail) && name[name.size() - tail.size() - 1] == '.');
}

} // namespace

const std::vector<IndexedFigure>& figure_index() {
    static const std::vector<IndexedFigure> all = [] {
        std::vector<IndexedFigure> out;
        for (const FigureStudy& each : studies)
            for (figures::NamedRow& figure : figures::all_figures(each.shape(), each.name))
                if (is_single(*figure.row)) out.push_back({&each, std::move(figure)});
        return out;
    }();
    return all;
}

namespace {

/// What people may have meant: figures whose name holds the word, or the nearest.
std::string names_like(std::string_view name, const std::vector<std::string>& known) {
    constexpr size_t most = 8;
    std::string out;
    size_t count = 0;
    for (const std::string& each : known)
        if (each.find(name) != std::string::npos && ++count <= most)
            out += (out.empty() ? "one of " : ", ") + each;
    if (count > most) out += fmt::format(" and {} more", count - most);
    if (count > 0) return out;
    std::vector<std::string> candidates = known; // and their last parts, which people remember
    for (const std::string& each : known) candidates.push_back(each.substr(each.rfind('.') + 1));
    const std::string near = nearest(name, candidates);
    return near.empty() ? "`roofrack-cli figures` lists them" : fmt::format("did you mean '{}'?", near);
}

/// Names that `odds` prints of figures that it draws, and the figures that they are as it is.
constexpr std::pair<std::string_view, std::string_view> names_in_odds[] = {
    {"dates.ready_weeks", "money.increment.lead_weeks"}, {"dates.done_weeks", "money.increment.done_weeks"}};

} // namespace

Result<std::string> figure_named(std::string_view name) {
    std::string_view rest;
    if (study_of(name, rest)) return std::string(name); // its shape knows the rest
    for (const auto& [in_odds, figure] : names_in_odds)
        if (name == in_odds) return std::string(figure);
    std::vector<std::string> ending, known;
    for (const FigureStudy& each : studies)
        for (const figures::NamedRow& figure : figures::all_figures(each.shape(), each.name)) {
            if (is_of_list(figure.name)) continue;
            known.push_back(figure.name);
            if (ends_with(figure.name, name)) ending.push_back(figure.name);
        }
    if (ending.size() == 1) return ending.front();
    if (ending.empty()) return fail(std::string(name), "there is no such figure", names_like(name, known));
    std::string several;
    for (const std::string& each : ending) several += (several.empty() ? "" : ", ") + each;
    return fail(std::string(name), "several figures end so", "one of " + several);
}

namespace {

/// The study that a name begins with, what was found of it, and the rest of the name.
struct Asked {
    const FigureStudy* study;
    const void* object = nullptr; ///< null: there is none
    std::string why;              ///< why there is none
    std::string rest;
};
Result<Asked> asked(const Answers& answers, std::string_view name) {
    auto whole = figure_named(name);
    if (!whole) return tl::unexpected(whole.error());
    std::string_view rest;
    Asked out{study_of(*whole, rest), nullptr, {}, {}};
    out.rest = rest;
    const auto object =
        out.study->find_for ? out.study->find_for(answers, out.rest) : out.study->find(answers);
    if (object)
        out.object = *object;
    else
        out.why = object.error().what;
    return out;
}

/// Puts the name of the study before the place that a fault names: the study itself does not know its name.
Diagnostic with_study(const FigureStudy& study, Diagnostic fault) {
    fault.where =
        fault.where.empty() ? std::string(study.name) : fmt::format("{}.{}", study.name, fault.where);
    return fault;
}

} // namespace

Result<figures::Reading> ask_figure(const Answers& answers, std::string_view name) {
    const auto question = asked(answers, name);
    if (!question) return tl::unexpected(question.error());
    auto out = figures::read_figure({&question->study->shape(), question->object}, question->rest);
    if (!out) return tl::unexpected(with_study(*question->study, out.error()));
    if (!question->object) {
        out->absent = question->why;
        out->text.clear();
        out->number = std::numeric_limits<double>::quiet_NaN();
    }
    return out;
}

std::optional<figures::Reading> known_figure(const Answers& answers, const IndexedFigure& figure) {
    const void* object = figure.study->have(answers);
    if (!object || is_of_list(figure.figure.name)) return std::nullopt;
    std::string_view rest;
    study_of(figure.figure.name, rest);
    auto out = figures::read_figure({&figure.study->shape(), object}, rest);
    return out ? std::optional(std::move(*out)) : std::nullopt;
}

Result<nlohmann::ordered_json> ask_json(const Answers& answers, std::string_view name) {
    const auto question = asked(answers, name);
    if (!question) return tl::unexpected(question.error());
    auto out = figures::figure_json({&question->study->shape(), question->object}, question->rest);
    if (!out) return tl::unexpected(with_study(*question->study, out.error()));
    return out;
}

} // namespace roofrack
