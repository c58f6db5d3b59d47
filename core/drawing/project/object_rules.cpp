// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/object_rules.h"

#include "core/base/catalog/catalog.h"
#include "core/base/model/project.h"
#include "core/base/style/style_rules.h"
#include "core/drawing/project/cluster_rules.h"
#include "core/drawing/project/part_reader.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace roofrack {

namespace {

void complete(TransformerShape& shape, ReadContext&, const std::string&) {
    if (shape.kv_heads == 0) shape.kv_heads = shape.heads;
}

void complete(ModelSpec& model, ReadContext& context, const std::string& path) {
    if (model.transformer.has_value() == model.generic.has_value())
        context.fail(path,
                     model.generic ? "the model is both a transformer and a generic profile"
                                   : "the model is neither a transformer nor a generic profile",
                     "give one of `transformer` and `generic`");
    if (model.id.empty()) model.id = "own-model";
}

void complete(Plan& plan, ReadContext& context, const std::string& path) {
    static const std::vector<std::string> known{"tp", "cp", "ep", "dp", "pp"};
    std::vector<std::string> axes;
    std::string_view rest = plan.placement;
    while (true) {
        const size_t dash = rest.find('-');
        axes.emplace_back(rest.substr(0, dash));
        if (dash == std::string_view::npos) break;
        rest.remove_prefix(dash + 1);
    }
    std::set<std::string> once;
    for (const std::string& axis : axes)
        if (std::ranges::find(known, axis) == known.end() || !once.insert(axis).second)
            return context.fail(path + "/placement", fmt::format("unknown rank order '{}'", plan.placement),
                                "write tp, cp, dp and pp (and ep) once each, joined by '-', fastest first");
}

void complete(LevelConditions& level, ReadContext& context, const std::string& path) {
    if (level.level.empty())
        context.fail(path + "/level", "the level has no name",
                     "give scale-up, leaf, spine, core, group, torus, or a level's name as drawn");
}

void complete(ListedPrice& price, ReadContext& context, const std::string& path) {
    if (!(price.low <= price.likely && price.likely <= price.high))
        context.fail(path,
                     fmt::format("the price of '{}' has low {:g}, likely {:g} and high {:g}", price.item,
                                 price.low, price.likely, price.high),
                     "give them in that order, the least first");
}

void complete(CollectiveSweep& sweep, ReadContext& context, const std::string& path) {
    if (sweep.points.empty()) context.fail(path + "/points", "the sweep has no point", "give at least one");
    for (size_t i = 1; i < sweep.points.size(); ++i)
        if (sweep.points[i].bytes <= sweep.points[i - 1].bytes)
            return context.fail(fmt::format("{}/points/{}/size", path, i), "the sizes do not ascend",
                                "give each size once, the smallest first");
}

void complete(MeasuredCurve& curve, ReadContext& context, const std::string& path) {
    if (curve.points.size() < 2 || curve.points.size() > most_measured_counts)
        return context.fail(path + "/points", fmt::format("the curve has {} GPU counts", curve.points.size()),
                            fmt::format("give two at least, {} at most", most_measured_counts));
    for (size_t i = 1; i < curve.points.size(); ++i)
        if (curve.points[i].gpus <= curve.points[i - 1].gpus)
            return context.fail(fmt::format("{}/points/{}/gpus", path, i), "the GPU counts do not ascend",
                                "give each count once, the smallest first");
}

bool is_run_digest(const std::string& text) {
    return text.size() == 16 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

void complete(KeptRun& run, ReadContext& context, const std::string& path) {
    if (run.files.empty() || run.files.size() > most_run_files)
        return context.fail(path + "/files", fmt::format("the run has {} files", run.files.size()),
                            fmt::format("give one at least, {} at most", most_run_files));
    for (size_t i = 0; i < run.files.size(); ++i) {
        const RunFile& file = run.files[i];
        if (!file.digest.empty() && !is_run_digest(file.digest))
            return context.fail(fmt::format("{}/files/{}/digest", path, i),
                                fmt::format("'{}' is no digest", file.digest),
                                "give 16 hexadecimal digits, or leave it out");
    }
}

/// Fails where a list has more than `most` elements, which are called `what`.
void refuse_above(size_t count, size_t most, std::string_view what, ReadContext& context,
                  const std::string& path, std::string_view advice = {}) {
    if (count > most)
        context.fail(path, fmt::format("there are {} {}", count, what),
                     fmt::format("keep {} at most{}", most, advice));
}

/// Fails where two of the list `key`, each of which is called a `kind`, have one name.
template<class T>
void refuse_same_names(const std::vector<T>& list, std::string_view key, std::string_view kind,
                       ReadContext& context, const std::string& path, bool may_be_empty = false) {
    std::set<std::string_view> names;
    for (size_t i = 0; i < list.size(); ++i)
        if (const std::string& name = list[i].name;
            !(may_be_empty && name.empty()) && !names.insert(name).second)
            context.fail(fmt::format("{}/{}/{}/name", path, key, i),
                         fmt::format("a second {} is named '{}'", kind, name), "give each its own name");
}

void complete(UncertainInput& uncertain, ReadContext& context, const std::string& path) {
    const bool is_list = uncertain.kind == SpreadKind::values;
    if (is_list && (uncertain.values.empty() || uncertain.values.size() > most_tried_values))
        return context.fail(path + "/values", fmt::format("there are {} values", uncertain.values.size()),
                            fmt::format("give one at least, {} at most", most_tried_values));
    if (is_list) return;
    if (!uncertain.low || !uncertain.high)
        return context.fail(path, fmt::format("the ends of '{}' are missing", uncertain.input),
                            "give `low` and `high`");
    const double likely = uncertain.likely.value_or(*uncertain.low);
    if (!(*uncertain.low < *uncertain.high && likely >= *uncertain.low && likely <= *uncertain.high))
        return context.fail(path,
                            fmt::format("'{}' has low {:g}, likely {:g} and high {:g}", uncertain.input,
                                        *uncertain.low, likely, *uncertain.high),
                            "give them in that order, the least first");
    if (uncertain.kind == SpreadKind::log_normal && !(*uncertain.low > 0))
        context.fail(path + "/low", "a log-normal spread has values above 0 alone",
                     "give more, or another kind");
}

void complete(Scenario& scenario, ReadContext& context, const std::string& path) {
    refuse_above(scenario.uncertain.size(), most_uncertain_inputs, "inputs", context, path + "/uncertain");
    std::set<std::string> uncertain;
    for (size_t i = 0; i < scenario.uncertain.size(); ++i)
        if (!uncertain.insert(scenario.uncertain[i].input).second)
            context.fail(fmt::format("{}/uncertain/{}/input", path, i),
                         fmt::format("'{}' stands there twice", scenario.uncertain[i].input),
                         "give each input once");
    refuse_above(scenario.measured_curves.size(), most_measured_curves, "curves", context,
                 path + "/measured_curves");
    refuse_above(scenario.jobs.size(), most_other_jobs, "other jobs", context, path + "/jobs",
                 ", small ones as one");
    refuse_same_names(scenario.jobs, "jobs", "job", context, path);
    refuse_same_names(scenario.measured_curves, "measured_curves", "curve", context, path);
}

void complete(Cluster& cluster, ReadContext& context, const std::string& path) {
    if (context.error) return;
    for (size_t i = 0; i < cluster.links.size(); ++i)
        if (const std::string& cable = cluster.links[i].cable; !cable.empty()) {
            if (const PartRef* const own = own_part_named(cable, PartKind::cable, context))
                cluster.links[i].own_cable = SharedValue<Part>(*own->inline_part);
            else
                catalogue_part(PartKind::cable, cable, context, fmt::format("{}/links/{}/cable", path, i));
        }
    if (const auto fault = join_cluster(cluster)) context.fail(path + fault->where, fault->what, fault->fix);
}

void complete(KeptFigures& kept, ReadContext& context, const std::string& path) {
    refuse_above(kept.figures.size(), most_kept_figures, "figures", context, path + "/figures");
    refuse_above(kept.constants.size(), most_kept_constants, "constants", context, path + "/constants");
}

void complete(Deck& deck, ReadContext& context, const std::string& path) {
    refuse_above(deck.slides.size(), most_slides, "slides", context, path + "/slides");
    for (size_t i = 0; i < deck.slides.size(); ++i)
        if (const size_t inputs = deck.slides[i].inputs.size(); inputs > most_slide_inputs)
            context.fail(fmt::format("{}/slides/{}/inputs", path, i),
                         fmt::format("{} inputs are turned on one slide", inputs),
                         fmt::format("keep {} at most", most_slide_inputs));
}

void complete(HouseStyle& style, ReadContext& context, const std::string& path) {
    if (const auto fault = fault_of_style(style)) context.fail(path + fault->where, fault->what, fault->fix);
}

void complete(Project& project, ReadContext& context, const std::string& path) {
    if (project.scenarios.empty())
        context.fail(path + "/scenarios", "there is no scenario", "give at least one");
    refuse_above(project.runs.size(), most_kept_runs, "runs", context, path + "/runs");
    refuse_same_names(project.runs, "runs", "run", context, path);
    refuse_same_names(project.scenarios, "scenarios", "scenario", context, path, true);
}

template<class... T>
void complete_any_of(fields::ObjectRef object, ReadContext& context, const std::string& path) {
    const auto try_one = [&](auto* known) {
        if (known) complete(*known, context, path);
    };
    (try_one(object.as<T>()), ...);
}

} // namespace

void begin_object(fields::ObjectRef object, const ReadContext& context) {
    if (auto* site = object.as<Site>()) *site = Site(context.catalog.defaults());
    if (auto* scenario = object.as<Scenario>()) scenario->site = Site(context.catalog.defaults());
}

void complete_object(fields::ObjectRef object, ReadContext& context, const std::string& path) {
    complete_any_of<TransformerShape, ModelSpec, Plan, LevelConditions, ListedPrice, CollectiveSweep,
                    MeasuredCurve, KeptRun, KeptFigures, Deck, HouseStyle, UncertainInput, Cluster, Scenario,
                    Project>(object, context, path);
}

} // namespace roofrack
