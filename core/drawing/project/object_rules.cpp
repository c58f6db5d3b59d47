// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/object_rules.h"

#include "core/base/catalog/catalog.h"
#include "core/base/model/cluster.h"
#include "core/base/model/project.h"
#include "core/base/style/style_file.h"
#include "core/base/units/diagnostic.h"
#include "core/base/units/nearest.h"
#include "core/drawing/containment.h"
#include "core/drawing/name_index.h"
#include "core/drawing/project/part_reader.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace roofrack {

namespace {

constexpr double most_instances_in_all = 1e9;

std::string did_you_mean(const std::string& id, const Cluster& cluster) {
    std::vector<std::string> ids;
    constexpr size_t enough = 200; // the spelling of more would take long and helps no more
    for (size_t i = 0; i < cluster.elements.size() && i < enough; ++i) ids.push_back(cluster.elements[i].id);
    const std::string near = nearest(id, ids);
    return near.empty() ? "name an element that is drawn" : fmt::format("did you mean '{}'?", near);
}

std::optional<Diagnostic> index_elements(const Cluster& cluster, NameIndex& index) {
    for (size_t i = 0; i < cluster.elements.size(); ++i) {
        const std::string& id = cluster.elements[i].id;
        if (!index.add(id))
            return Diagnostic{fmt::format("/elements/{}/id", i),
                              fmt::format("'{}' is the id of element {} too", id, index.position(id)),
                              "give each its own id"};
    }
    return std::nullopt;
}

/// Containers exist, none contains itself, and the instances stay countable.
std::optional<Diagnostic> contain_elements(const Cluster& cluster, const NameIndex& index) {
    std::vector<double> instances(cluster.elements.size(), 0); // 0: not known yet
    std::vector<int> depth(cluster.elements.size(), 0);        // with itself
    std::vector<size_t> chain;
    for (size_t i = 0; i < cluster.elements.size(); ++i) {
        chain.clear();
        size_t at = i;
        double product = 1;
        int above = 0;
        while (true) {
            if (instances[at] > 0) {
                product = instances[at];
                above = depth[at];
                break;
            }
            if (chain.size() >= cluster.elements.size())
                return Diagnostic{fmt::format("/elements/{}/in", i),
                                  fmt::format("'{}' contains itself", cluster.elements[at].id),
                                  "move one of its containers out"};
            chain.push_back(at);
            const std::string& parent = cluster.elements[at].parent;
            if (parent.empty()) break;
            const int outer = index.position(parent);
            if (outer < 0)
                return Diagnostic{fmt::format("/elements/{}/in", at),
                                  fmt::format("there is no element '{}' to be in", parent),
                                  did_you_mean(parent, cluster)};
            at = static_cast<size_t>(outer);
        }
        for (; !chain.empty(); chain.pop_back()) {
            product *= cluster.elements[chain.back()].count;
            instances[chain.back()] = product;
            depth[chain.back()] = ++above;
            if (above > most_nested + 1)
                return Diagnostic{fmt::format("/elements/{}/in", chain.back()),
                                  fmt::format("'{}' stands in more than {} containers",
                                              cluster.elements[chain.back()].id, most_nested),
                                  "move one of its containers out"};
            if (product > most_instances_in_all)
                return Diagnostic{fmt::format("/elements/{}/count", chain.back()),
                                  fmt::format("'{}' stands for {:.3g} instances",
                                              cluster.elements[chain.back()].id, product),
                                  "lower the counts of it or its containers"};
        }
    }
    return std::nullopt;
}

void name_links(Cluster& cluster) {
    std::unordered_set<std::string> taken;
    for (const Link& link : cluster.links) taken.insert(link.id);
    size_t number = 1;
    for (Link& link : cluster.links) {
        if (!link.id.empty()) continue;
        do link.id = fmt::format("link-{}", number++);
        while (!taken.insert(link.id).second);
    }
}

/// What makes a file's drawing impossible to join: an id given twice, a container or link end that does not
/// exist, containment in a circle, more than 10⁹ instances. `where` is a JSON pointer into the cluster. Names
/// links that have no id.
std::optional<Diagnostic> join_cluster(Cluster& cluster) {
    NameIndex index(cluster.elements.size());
    if (auto fault = index_elements(cluster, index)) return fault;
    if (auto fault = contain_elements(cluster, index)) return fault;
    std::unordered_map<std::string_view, size_t> links;
    for (size_t i = 0; i < cluster.links.size(); ++i) {
        const Link& link = cluster.links[i];
        for (const auto& [key, end] :
             {std::pair<const char*, const std::string&>{"from", link.from}, {"to", link.to}})
            if (index.position(end) < 0)
                return Diagnostic{fmt::format("/links/{}/{}", i, key),
                                  fmt::format("there is no element '{}'", end), did_you_mean(end, cluster)};
        if (link.id.empty()) continue;
        const auto [it, added] = links.emplace(link.id, i);
        if (!added)
            return Diagnostic{fmt::format("/links/{}/id", i),
                              fmt::format("'{}' is the id of link {} too", link.id, it->second),
                              "give each its own id, or none"};
    }
    name_links(cluster);
    return std::nullopt;
}

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
