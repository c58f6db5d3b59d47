// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/draft/draft.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/quantity_text.h"
#include "core/measured/draft/collected_run.h"
#include "core/measured/draft/drafted_run.h"
#include "core/measured/draft/known_shape.h"
#include "core/measured/measure/published/published_project.h"
#include "core/measured/measure/run_config_models.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr std::array rows_of_draft{
    DraftKey{"gpu", "GPU", "an accelerator of the catalogue"},
    DraftKey{"gpus", "GPUs", "a whole number"},
    DraftKey{"gpus_per_server", "GPUs a server", "a whole number"},
    DraftKey{"servers", "Servers", "a whole number"},
    DraftKey{"scale_up", "Network within a server", ""},
    DraftKey{"network", "Network between servers", "infiniband, roce, ethernet, omni-path, efa or slingshot"},
    DraftKey{"network_gbps", "Gb/s a GPU between servers", "a number"},
    DraftKey{"model", "Model", "a transformer of the catalogue"},
    DraftKey{"sequence", "Tokens of a sequence", "a whole number"},
    DraftKey{"global_batch", "Global batch", "a whole number"},
    DraftKey{"micro_batch", "Micro-batch", "a whole number"},
    DraftKey{"tp", "Tensor parallel", "a whole number"},
    DraftKey{"pp", "Pipeline stages", "a whole number"},
    DraftKey{"cp", "Context parallel", "a whole number"},
    DraftKey{"ep", "Expert parallel", "a whole number"},
    DraftKey{"dp", "Data parallel", ""},
    DraftKey{"sharding", "ZeRO stage", "0, 1, 2 or 3"},
    DraftKey{"recompute", "Recompute", "none, selective or full"},
    DraftKey{"precision", "Precision", "fp32, tf32, fp16, bf16, fp8 or nvfp4"},
    DraftKey{"software", "Software", "a program, perhaps with its release: NeMo 25.04"},
};

/// The rows of a draft, one key after the other.
class DraftRows {
public:
    DraftRows(const ToldRun& told, const DraftedRun& run)
        : m_told(told)
        , m_run(run) {}

    std::vector<DraftEntry> take() {
        gpu();
        machine();
        model();
        plan();
        return std::move(m_rows);
    }

private:
    const RunConfig& config() const { return m_run.config; }

    void add(std::string_view key, std::string value, DraftStanding standing, std::string reason,
             std::string file = {}) {
        const auto label = std::ranges::find(rows_of_draft, key, &DraftKey::key)->label;
        m_rows.push_back({std::string(key), std::string(label), std::move(value), standing, std::move(reason),
                          std::move(file)});
    }
    /// As the files say it, else missing for `why`.
    void add_told(std::string_view key, std::string value, std::string why) {
        if (const ToldFact* fact = m_told.find(key))
            add(key, std::move(value), fact->is_guess ? DraftStanding::guessed : DraftStanding::told,
                fact->reason, fact->file);
        else
            add(key, std::move(value), DraftStanding::missing, std::move(why));
    }

    void gpu() {
        const std::string name = m_run.gpu.part->name;
        const ToldFact* const fact = m_told.find("gpu");
        if (!fact)
            add("gpu", name, DraftStanding::missing, "no file names the GPU: this one stands in");
        else if (m_run.gpu.reason.empty() && m_run.gpu.is_guess)
            add("gpu", name, DraftStanding::missing,
                fmt::format("“{}” is not in the catalogue: this one stands in", fact->value), fact->file);
        else if (m_run.gpu.is_guess)
            add("gpu", name, DraftStanding::guessed, m_run.gpu.reason, fact->file);
        else
            add("gpu", name, DraftStanding::told, fmt::format("“{}”: {}", fact->value, fact->reason),
                fact->file);
    }

    void machine() {
        const double gpus = config().gpus, each = std::min(m_run.gpus_per_server, gpus);
        add_told("gpus", fmt::format("{}", gpus), "no file says how many GPUs ran: one is drawn");
        add_told("gpus_per_server", fmt::format("{}", m_run.gpus_per_server),
                 "no file says how many GPUs a server has");
        const double servers = std::ceil(gpus / each);
        const ToldFact* const count = m_told.find("servers");
        if (count && m_told.number("servers") == servers)
            add("servers", fmt::format("{}", servers), DraftStanding::told, count->reason, count->file);
        else
            add("servers", fmt::format("{}", servers), standing_of_servers(),
                "the GPUs over those of a server");
        const std::string_view scale_up = m_run.gpu.part->text_or("scale_up", "");
        add("scale_up", scale_up == "none" || each <= 1 ? "none" : scale_up_name(*m_run.gpu.part),
            m_told.knows("gpu") ? DraftStanding::guessed : DraftStanding::missing,
            fmt::format("what the {} is made for", m_run.gpu.part->name));
        if (servers <= 1) {
            add("network", "none", standing_of_servers(), "all GPUs are in one server");
            return;
        }
        const std::string kind = m_told.knows("network") ? m_told.text("network") : std::string("infiniband");
        add_told("network", network_name(kind), "no file names the network: InfiniBand stands in");
        if (m_run.network_gbps > 0) {
            const ToldFact* const nics = m_told.find(m_told.knows("network_gbps") ? "network_gbps" : "nics");
            const bool is_told = m_told.knows("network_gbps") || m_told.knows("nic_gbps");
            add("network_gbps", fmt::format("{:g}", m_run.network_gbps),
                is_told ? DraftStanding::told : DraftStanding::guessed,
                m_told.knows("nics") && m_told.number("network_gbps") <= 0
                    ? fmt::format("{} adapters of the server over its {:g} GPUs: {}", nics->value,
                                  m_run.gpus_per_server, nics->reason)
                    : nics->reason,
                nics->file);
        } else {
            add("network_gbps", drawn_gbps(), DraftStanding::missing,
                "no file says how fast it is: what servers of the generation ship with stands in");
        }
    }

    DraftStanding standing_of_servers() const {
        const ToldFact *const gpus = m_told.find("gpus"), *const each = m_told.find("gpus_per_server");
        if (!gpus || !each) return DraftStanding::missing;
        return gpus->is_guess || each->is_guess ? DraftStanding::guessed : DraftStanding::told;
    }

    std::string drawn_gbps() const {
        constexpr std::string_view name = "inter_gbps_per_gpu = ";
        for (const std::string& each : config().assumed)
            if (each.starts_with(name)) return each.substr(name.size());
        return {};
    }

    void model() {
        if (!m_run.is_transformer) {
            add_told("model", m_told.profile_name,
                     "no file tells of the model: its measured computation stands in, without parameters");
            add_told("global_batch", fmt::format("{}", config().global_batch),
                     fmt::format("no file says it: {} a GPU {} drawn", config().plan.micro_batch,
                                 config().plan.micro_batch == 1 ? "is" : "are"));
            return;
        }
        const RunRow row(m_run.row, 0);
        const std::string name = m_told.shape ? shape_text(*m_told.shape) : std::string(row.text("model"));
        if (m_run.model_stands_in && m_told.knows("model"))
            add("model", name, DraftStanding::missing,
                fmt::format("“{}” is not in the catalogue: this one stands in", m_told.text("model")),
                m_told.find("model")->file);
        else
            add_told("model", name, "no file tells of the model: this one stands in");
        if (m_told.shape && m_told.shape->vocab <= 0)
            m_rows.back().reason += fmt::format("; the vocabulary is not told: {} words stand in",
                                                format_count(config().shape.vocab));
        add_told("sequence", fmt::format("{}", config().sequence),
                 "no file says it: the model's own stands in");
        if (m_told.knows("global_batch"))
            add_told("global_batch", fmt::format("{:.0f}", whole_batch(config())), {});
        else
            add("global_batch", fmt::format("{:.0f}", whole_batch(config())), DraftStanding::missing,
                "no file says it: micro-batches enough to fill the pipeline stand in");
    }

    void degree(std::string_view key, int value) {
        if (!m_told.knows(key) && config().gpus <= 1)
            add(key, fmt::format("{}", value), DraftStanding::guessed, "one GPU");
        else if (!m_told.knows(key) && !m_run.plan_reason.empty())
            add(key, fmt::format("{}", value), DraftStanding::guessed, m_run.plan_reason);
        else
            add_told(key, fmt::format("{}", value), "no file says it: the fastest plan that fits stands in");
    }

    void plan() {
        const Plan& plan = config().plan;
        const double replicas = config().gpus / (static_cast<double>(plan.tp) * plan.pp * plan.cp);
        if (m_run.is_transformer || m_told.knows("micro_batch")) degree("micro_batch", plan.micro_batch);
        if (m_run.is_transformer) {
            degree("tp", plan.tp);
            degree("pp", plan.pp);
            degree("cp", plan.cp);
            if (config().shape.moe.experts > 0) degree("ep", plan.ep);
        }
        add("dp", fmt::format("{}", replicas), standing_of_replicas(),
            "GPUs over tensor, pipeline and context");
        add_told("sharding", fmt::format("{}", plan.zero), "no file says it: the software's own stands in");
        if (m_run.is_transformer)
            add_told("recompute", std::string(name_of(plan.recompute)),
                     "no file says it: what fits, else the software's own, stands in");
        add_told("precision", std::string(name_of(plan.precision)),
                 m_told.text("software").starts_with("mlperf") && plan.precision == Precision::fp8
                     ? "no file says it: what submissions on such GPUs train in stands in"
                     : "no file says it");
        add_told("software", m_told.knows("software") ? m_told.text("software") : std::string("unknown"),
                 "no file names the program");
    }

    DraftStanding standing_of_replicas() const {
        if (!m_run.is_transformer || config().gpus <= 1) return DraftStanding::guessed;
        const bool all = m_told.knows("tp") && m_told.knows("pp") && m_told.knows("gpus");
        return all                         ? DraftStanding::told
               : m_run.plan_reason.empty() ? DraftStanding::missing
                                           : DraftStanding::guessed;
    }

    const ToldRun& m_told;
    const DraftedRun& m_run;
    std::vector<DraftEntry> m_rows;
};

Scenario scenario_of(const ToldRun& told, const DraftedRun& run, const Catalog& catalog) {
    const RunRow row(run.row, 0);
    if (run.is_transformer) {
        Scenario out = published_scenario(row, run.config, catalog, CostParameters::built_in());
        if (out.workload.inline_model) {
            out.workload.model = out.workload.inline_model->id = "as-it-ran";
            if (told.find("model")) out.workload.inline_model->source = told.find("model")->file;
        }
        return out;
    }
    Scenario out;
    out.site = Site(catalog.defaults());
    out.cluster = run.config.drawn->cluster();
    ModelSpec& model = out.workload.inline_model.emplace();
    model.id = out.workload.model = "as-it-ran";
    model.name = told.profile_name;
    model.generic = run.profile;
    model.default_sequence = 1;
    if (told.find("model")) model.source = told.find("model")->file;
    out.workload.global_batch = run.config.global_batch;
    out.plan = run.config.plan;
    return out;
}

/// Why the measured step is not of what is drawn; empty: it is, as far as files tell.
std::string other_job_text(const ToldRun& told, const std::vector<DraftEntry>& rows, bool has_step) {
    if (!has_step) return "no file times a step";
    if (told.is_inference) return "no operator ran backwards: it was no training step";
    for (const DraftEntry& row : rows)
        if (row.standing == DraftStanding::missing &&
            (row.key == "gpu" || row.key == "gpus" || row.key == "model" || row.key == "global_batch"))
            return fmt::format("{} is not told: what is drawn may be another job", row.label);
    return {};
}

Element note_of(const Cluster& cluster, const std::vector<DraftEntry>& rows) {
    std::string guessed, missing;
    for (const DraftEntry& row : rows) {
        if (row.standing == DraftStanding::told) continue;
        std::string& list = row.standing == DraftStanding::guessed ? guessed : missing;
        list += fmt::format("\n{}: {} ({})", row.label, row.value, row.reason);
    }
    Element note;
    note.id = "as-it-ran";
    note.kind = ElementKind::note;
    note.name = "Drawn from what ran";
    note.text = "Drawn from what the run left behind.";
    if (!guessed.empty()) note.text += "\n\nGuessed:" + guessed;
    if (!missing.empty()) note.text += "\n\nNot told, stands in:" + missing;
    constexpr double widest = 240; // what stands beside the racks
    double right = 0;
    for (const Element& element : cluster.elements)
        if (element.parent.empty()) right = std::max(right, element.position.x);
    note.position = {right + widest, 0};
    return note;
}

/// What was read fits no machine. Where files contradict each other that comes first: each may be right, of a
/// run of its own.
tl::unexpected<Diagnostic> cannot_be_drawn(const std::string& first, const ToldRun& told,
                                           const Diagnostic& why) {
    const std::vector<std::string>& contradictions = told.contradictions();
    if (contradictions.empty()) return fail(first, why.what, "say what is right with --set KEY=VALUE");
    const size_t others = contradictions.size() - 1;
    return fail(
        {},
        fmt::format("the files are of different runs: they contradict each other on {}{}, and together "
                    "they cannot be drawn: {}",
                    contradictions.front(), others == 0 ? "" : fmt::format(" (and {} more)", others),
                    why.what),
        "give the files of one run, or say which is right with --set KEY=VALUE");
}

} // namespace

std::string_view name_of(DraftStanding standing) {
    switch (standing) {
    case DraftStanding::told: return "told";
    case DraftStanding::guessed: return "guessed";
    case DraftStanding::missing: return "missing";
    }
    return {};
}

std::span<const DraftKey> draft_keys() { return rows_of_draft; }

Result<DraftedProject> draft_project(const TraceResult& trace, const DraftAnswers& answers,
                                     const Catalog& catalog) {
    auto told = collect_run(trace, answers, catalog);
    if (!told) return tl::unexpected(told.error());
    const std::string first = trace.files.empty() ? std::string() : trace.files.front().file;
    if (!told->knows("gpu") && !told->knows("gpus") && !told->knows("model"))
        return fail(
            first, "it tells neither of GPUs nor of a model: nothing can be drawn of it",
            "give a profile or a log of a training run, or say --set gpu=…, --set gpus=… and --set model=…");
    const auto run = drafted_run(*told, catalog);
    if (!run) return cannot_be_drawn(first, *told, run.error());

    DraftedProject out;
    out.entries = DraftRows(*told, *run).take();
    Scenario scenario = scenario_of(*told, *run, catalog);
    scenario.name = "As it ran";
    std::string source;
    out.measured_step_s = measured_step(trace, source);
    out.not_compared = other_job_text(*told, out.entries, out.measured_step_s.has_value());
    if (out.not_compared.empty())
        scenario.published = PublishedRun{{}, "measured, " + source, Seconds(*out.measured_step_s), {}};
    scenario.cluster.elements.push_back(note_of(scenario.cluster, out.entries));
    const auto model = std::ranges::find(out.entries, "model", &DraftEntry::key);
    out.project.name = fmt::format("{} on {:g} {}", model->value, run->config.gpus, run->gpu.part->name);
    out.project.description =
        fmt::format("Drawn from {}{}.", std::filesystem::path(first).filename().string(),
                    trace.files.size() > 1 ? fmt::format(" and {} more files", trace.files.size() - 1) : "");
    out.project.scenarios.assign(1, std::move(scenario));
    for (const std::string& text : told->contradictions())
        out.warnings.push_back({first, "the files contradict each other on " + text,
                                "give the files of one run, or say which is right with --set"});
    out.warnings.insert(out.warnings.end(), told->unread.begin(), told->unread.end());
    if (!told->not_understood.empty())
        out.warnings.push_back(
            {first, fmt::format("arguments not understood: {}", fmt::join(told->not_understood, ", ")),
             "look whether one of them changes the step, and set it in the project"});
    return out;
}

} // namespace roofrack
