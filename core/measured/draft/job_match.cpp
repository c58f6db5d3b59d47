// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/draft/job_match.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/quantity_text.h"
#include "core/measured/draft/collected_run.h"
#include "core/measured/draft/draft_machine.h"
#include "core/measured/draft/known_shape.h"
#include "core/measured/measure/run_config_models.h"
#include "core/measured/trace/logs/measured_file.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace roofrack {

namespace {

/// Whether two models do the same work a token, near enough: padded vocabularies are, and tied embeddings are
/// multiplied by as often as untied ones.
bool are_alike(TransformerShape a, TransformerShape b) {
    constexpr double near = 0.05;
    a.tied_embeddings = b.tied_embeddings = true;
    return a.layers == b.layers && a.hidden == b.hidden &&
           std::abs(parameter_count(a) / parameter_count(b) - 1) <= near;
}

/// "MI250" is "MI250X", as a driver may call it: a letter at the end alone makes no other GPU.
bool are_alike_gpus(std::string_view a, std::string_view b) {
    if (a.size() > b.size()) std::swap(a, b);
    const std::string_view rest = b.starts_with(a) ? b.substr(a.size()) : b;
    return rest.empty() || (rest.size() == 1 && rest[0] >= 'A' && rest[0] <= 'Z');
}

/// "GPT-3 175B" where the catalogue has it, else "a model of 52.6 billion parameters (64 layers of width
/// 8192)".
std::string model_text(const TransformerShape& shape, const Catalog& catalog) {
    if (const ModelSpec* const known = model_of_shape(shape, catalog)) return known->name;
    return fmt::format("a model of {:.3g} billion parameters ({} layers of width {:g})",
                       parameter_count(shape) / 1e9, shape.layers, shape.hidden);
}

/// What is told of a number, without guesses.
std::optional<double> told_number(const ToldRun& run, std::string_view key) {
    const ToldFact* const fact = run.find(key);
    const double value = run.number(key);
    return fact && !fact->is_guess && value > 0 ? std::optional(value) : std::nullopt;
}

bool is_other_shape(const ToldJob& told, const DrawnJob& drawn) {
    const std::string& name = told.model.empty() ? told.guessed_model : told.model;
    if (!told.shape && !drawn.shape) return name != drawn.model; // as measured, both
    return !told.shape || !drawn.shape || !are_alike(*told.shape, *drawn.shape);
}

/// "64 V100", "64 GPUs", "V100": a machine by what is to be said of it.
std::string machine_text(const std::string& family, double gpus, bool says_family, bool says_count) {
    if (!says_count) return family;
    return fmt::format("{} {}", format_count(gpus), says_family ? family : "GPUs");
}

} // namespace

void ToldJob::add(const ToldJob& other) {
    if (gpu.empty()) gpu = other.gpu;
    if (!gpus) gpus = other.gpus;
    if (!global_batch) global_batch = other.global_batch;
    const bool tells_more = model.empty() && !other.model.empty();
    if (tells_more || (model.empty() && guessed_model.empty())) {
        model = other.model;
        shape = other.shape;
        guessed_model = other.guessed_model;
    }
}

ToldJob told_job(const TraceResult& trace) {
    ToldJob out;
    for (const TraceRank& rank : trace.ranks) {
        if (out.gpu.empty()) out.gpu = rank.gpu;
        if (!out.gpus && rank.world_size && *rank.world_size > 0) out.gpus = *rank.world_size;
    }
    for (const MeasuredFile& file : trace.files) {
        const bool is_log = std::ranges::find(trace.ranks, file.file, &TraceRank::file) == trace.ranks.end();
        if (file.kind != MeasuredKind::mlperf_log) { // its platform only lets guess
            if (out.gpu.empty()) out.gpu = file.gpu;
            if (is_log && !out.gpus && file.devices && *file.devices > 0) out.gpus = *file.devices;
        }
        if (!out.global_batch && file.global_batch && *file.global_batch > 0)
            out.global_batch = *file.global_batch;
    }
    return out;
}

ToldJob told_job(const TraceResult& trace, const Catalog& catalog) {
    ToldJob out = told_job(trace);
    const auto run = collect_run(trace, {}, catalog);
    if (!run) return out;
    if (const ToldFact* const gpu = run->find("gpu"); gpu && !gpu->is_guess) out.gpu = gpu->value;
    if (const auto gpus = told_number(*run, "gpus")) out.gpus = gpus;
    if (const auto batch = told_number(*run, "global_batch")) out.global_batch = batch;
    const ToldFact* const model = run->find("model");
    std::string name;
    if (run->shape) {
        out.shape = run->shape;
        name = model_text(*run->shape, catalog);
    } else if (const ModelSpec* const named = published_model(catalog, run->text("model"))) {
        out.shape = named->transformer;
        name = named->name;
    } else if (run->profile && model) {
        name = model->value;
    }
    (model && !model->is_guess ? out.model : out.guessed_model) = std::move(name);
    return out;
}

DrawnJob drawn_job(const Scenario& scenario, const Catalog& catalog, std::vector<std::string> accelerators,
                   double gpus) {
    DrawnJob out;
    out.accelerators = std::move(accelerators);
    out.gpus = gpus;
    const Workload& workload = scenario.workload;
    const ModelSpec* const model =
        workload.inline_model ? &*workload.inline_model : catalog.model(workload.model);
    if (model) {
        out.model = model->name;
        out.shape = model->transformer;
    }
    out.global_batch = workload.global_batch;
    return out;
}

std::string job_mismatch_text(const ToldJob& told, const DrawnJob& drawn) {
    constexpr double rounded = 0.02; // batches that the replicas do not divide are rounded
    if (drawn.accelerators.empty()) return {};
    const std::string ran_on = gpu_family(told.gpu);
    const bool other_gpu = !ran_on.empty() && std::ranges::none_of(drawn.accelerators, [&](const auto& name) {
        const std::string family = gpu_family(name);
        return family.empty() || are_alike_gpus(family, ran_on);
    });
    const bool other_count = told.gpus && drawn.gpus > 0 && *told.gpus != drawn.gpus;
    const bool other_model = !told.model.empty() && !drawn.model.empty() && is_other_shape(told, drawn);
    const bool other_batch = told.global_batch && drawn.global_batch > 0 &&
                             std::abs(*told.global_batch / drawn.global_batch - 1) > rounded;
    if (!other_gpu && !other_count && !other_model && !other_batch) return {};
    std::string ran = (other_model ? told.model : std::string("it")) + " ran",
                is_drawn = other_model ? drawn.model : std::string();
    if (other_gpu || other_count) {
        ran += " on " + machine_text(ran_on, told.gpus.value_or(0), other_gpu, other_count);
        is_drawn += (other_model ? " on " : "") +
                    machine_text(gpu_family(drawn.accelerators.front()), drawn.gpus, other_gpu, other_count);
    }
    if (other_batch) {
        ran += fmt::format(" with a batch of {}", format_count(*told.global_batch));
        is_drawn += fmt::format("{}a batch of {}", is_drawn.empty() ? "" : " with ",
                                format_count(drawn.global_batch));
    }
    const bool is_guess_other = told.model.empty() && !told.guessed_model.empty() && !drawn.model.empty() &&
                                is_other_shape(told, drawn);
    return fmt::format(
        "{}, drawn {} {}{}", ran, !other_model && other_count ? "are" : "is", is_drawn,
        !is_guess_other ? std::string()
        : told.guessed_model == ToldRun::unnamed_profile
            ? fmt::format("; by its operators it was another model than {}", drawn.model)
            : fmt::format("; by its operators it was {}, not {}", told.guessed_model, drawn.model));
}

} // namespace roofrack
