// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/published/published_project.h"

#include "core/base/units/nearest.h"
#include "core/measured/measure/best_run.h"
#include "core/measured/measure/run_config_models.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// The text from which the same stack and release are read without its accelerators' vendor.
std::string software_text(std::string_view printed, const RunConfig& run, const CostParameters& parameters) {
    const std::string text(printed);
    for (const std::string& tried : {text, run.accelerator->vendor + " " + text})
        if (parameters.stack(tried).name == run.software->name && release_year(tried) == run.software_year)
            return tried;
    return run.software->name;
}

void set_model(const RunRow& row, const RunConfig& run, const Catalog& catalog, Workload& out) {
    const ModelSpec* known = published_model(catalog, row.text("model"));
    if (known && known->transformer == run.shape) {
        out.model = known->id;
        return;
    }
    ModelSpec& own = out.inline_model.emplace();
    own.id = "published";
    own.name = row.text("model");
    own.transformer = run.shape;
    own.default_sequence = run.sequence;
    own.source = row.text("source");
    out.model = own.id;
}

/// Share of the GPU's memory that the run takes by the model, which it had, since it ran.
double memory_share(const RunConfig& run) { return bytes_of_run(run) / run.machine.hbm_capacity; }

std::string note_text(const RunRow& row, const ValidatedRow& result, const RunConfig& config) {
    std::string out = fmt::format("Published run {}: {} = {:g}\nSource: {}\n", result.id, result.metric,
                                  result.published, row.text("source"));
    if (!row.text("source_url").empty()) out += fmt::format("{}\n", row.text("source_url"));
    out += fmt::format("Predicted by validate: {:.6g} s a step, {:+.1f} % off the published figure.",
                       result.predicted_step, result.error_pct);
    std::vector<std::string> assumed = result.assumed;
    assumed.insert(assumed.end(), config.drawn->assumed().begin(), config.drawn->assumed().end());
    if (const double share = memory_share(config); share > 1)
        assumed.push_back(fmt::format(
            "that it fits, as it ran: the model finds {:.1f} % more than the GPU has", 100 * (share - 1)));
    assumed.emplace_back("power and cooling that carry all");
    assumed.emplace_back("routing and stragglers of a new project");
    return out + fmt::format("\nAssumed: {}", fmt::join(assumed, "; "));
}

std::string shortened(std::string_view text, size_t most) {
    return text.size() <= most ? std::string(text) : std::string(text.substr(0, most));
}

} // namespace

Scenario published_scenario(const RunRow& row, const RunConfig& run, const Catalog& catalog,
                            const CostParameters& parameters) {
    Scenario out;
    out.name = "As published";
    out.site = Site(catalog.defaults());
    out.cluster = run.drawn->cluster();
    set_model(row, run, catalog, out.workload);
    out.workload.sequence = run.sequence;
    out.workload.global_batch = whole_batch(run);
    out.plan = run.plan;
    out.plan.software = software_text(row.text("software"), run, parameters);
    return out;
}

Result<Project> published_project(const Table& runs, std::string_view id, const Catalog& catalog,
                                  const CostParameters& parameters) {
    std::vector<std::string> ids;
    for (size_t i = 0; i < runs.rows.size(); ++i) {
        const RunRow row(runs, i);
        ids.emplace_back(row.text("id"));
        if (ids.back() != id) continue;
        auto predicted = predicted_run(row, catalog, parameters);
        if (!predicted)
            return fail(std::string(id),
                        fmt::format("run '{}' cannot be predicted: {}", id, predicted.error().what),
                        "choose a row that prints it");
        const RunConfig& config = predicted->completed;
        Project out;
        out.name =
            fmt::format("{}: {} on {:g} {}", id, row.text("model"), config.gpus, config.accelerator->name);
        out.description = fmt::format("A published run, drawn from its row: {}.", row.text("source"));
        Scenario scenario = published_scenario(row, config, catalog, parameters);
        scenario.published = PublishedRun{
            predicted->row.id, std::string(row.text("source")), Seconds(predicted->row.published_step), {}};
        Element note;
        note.id = "published";
        note.kind = ElementKind::note;
        note.name = "Published";
        note.text = note_text(row, predicted->row, config);
        constexpr double widest = 240; // widest of what stands beside the racks
        double right = 0;
        for (const Element& element : scenario.cluster.elements)
            if (element.parent.empty()) right = std::max(right, element.position.x);
        note.position = {right + widest, 0};
        scenario.cluster.elements.push_back(std::move(note));
        out.scenarios.push_back(std::move(scenario));
        return out;
    }
    const std::string near = nearest(id, ids);
    std::vector<std::string> like;
    for (const std::string& each : ids)
        if (!id.empty() && each.find(id) != std::string::npos && like.size() < 5) like.push_back(each);
    return fail(std::string(id), fmt::format("no run has the id '{}'", shortened(id, 80)),
                !near.empty()   ? fmt::format("did you mean '{}'?", near)
                : !like.empty() ? fmt::format("ids like it: {}", fmt::join(like, ", "))
                                : "the ids are those of the column id");
}

} // namespace roofrack
