// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/explain.h"

#include "core/base/constants/embedded.h"
#include "core/measured/measure/published/built_in_runs.h"
#include "core/measured/measure/published/published_project.h"
#include "core/step/engine/figures/gpu_rates.h"
#include "tests/core/answers/explain/origins.h"
#include "tests/support/hybrid_models.h"
#include "tests/support/random_scenario.h"
#include "tests/support/rounds.h"

#include <QTest>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

using namespace roofrack;

namespace {

Evaluation evaluated(const Prepared& prepared) {
    EvaluateOptions options;
    options.findings = false;
    return evaluate(prepared, options);
}

bool equal(double a, double b, double tolerance) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    return a == b || std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b));
}

/// What is wrong with a tree: nodes that are not what their formula makes of their inputs, inputs of a node
/// that its formula leaves out, inputs of the model that are not where they say.
class Faults {
public:
    explicit Faults(const test::Origins* origins)
        : m_origins(origins) {}
    std::vector<std::string> list;
    int calculated = 0, inputs = 0;

    void check(const ExplanationPtr& tree, const std::string& path) {
        if (!m_seen.insert(tree).second) return;
        const Explanation& node = *tree;
        const std::string here = fmt::format("{}/{}", path, node.name);
        if (node.formula.empty())
            check_input(node, here);
        else
            check_calculated(node, here);
        for (const ExplanationPtr& input : node.inputs) check(input, here);
    }

private:
    void check_calculated(const Explanation& node, const std::string& here) {
        ++calculated;
        if (const double again = node.recomputed(); !equal(node.value, again, 1e-12))
            list.push_back(fmt::format("{} is {:.17g}, its formula {} gives {:.17g}, relative {:.2g}", here,
                                       node.value, node.formula_text(), again, again / node.value - 1));
        std::set<size_t> used;
        for (const Formula::Step& step : node.formula.steps) {
            if (step.operation == Operation::input) used.insert(step.input);
            if (step.operation == Operation::number && !std::isfinite(step.number))
                list.push_back(fmt::format("{}: its formula has a number that is none", here));
        }
        if (used.size() != node.inputs.size())
            list.push_back(fmt::format("{}: the formula leaves an input out", here));
        if (node.origin.kind != Origin::Kind::none)
            list.push_back(fmt::format("{}: calculated, and yet an input", here));
    }
    void check_input(const Explanation& node, const std::string& here) {
        ++inputs;
        if (!node.inputs.empty()) list.push_back(fmt::format("{}: inputs without a formula", here));
        if (node.origin.kind == Origin::Kind::default_value &&
            (node.source.empty() || !status_named(node.sure)))
            list.push_back(fmt::format("{}: a constant without source or status", here));
        if (std::isnan(node.value)) { // not known, and why
            if (node.note.empty() || node.sure != "unknown")
                list.push_back(fmt::format("{}: no number, and nothing says why", here));
            return;
        }
        if (!m_origins) return;
        const std::vector<double> there = m_origins->of(node.origin);
        if (there.empty())
            list.push_back(fmt::format("{}: no {}", here, node.origin.text()));
        else if (std::ranges::none_of(there, [&](double value) { return equal(value, node.value, 1e-12); }))
            list.push_back(fmt::format("{} is {:.17g}, {} is {:.17g}", here, node.value, node.origin.text(),
                                       there.front()));
    }

    const test::Origins* m_origins;
    std::set<ExplanationPtr> m_seen; ///< kept, so that no address is used again
};

/// The figures of an evaluation by their names; NaN where they are not known.
std::vector<std::pair<std::string, double>> figures_of(const Evaluation& e) {
    const double none = std::nan("");
    const auto of_run = [&](double value) { return e.time_to_budget > Seconds(0) ? value : none; };
    const auto known = [&](double value) { return std::isfinite(value) ? value : none; };
    std::vector<std::pair<std::string, double>> out{
        {"step_time", e.step_time.si()},
        {"productive_step", e.productive_step.si()},
        {"mfu", e.mfu},
        {"mfu_causal", e.mfu_causal},
        {"hfu", e.hfu},
        {"goodput", e.goodput},
        {"tokens_per_s", e.tokens_per_s},
        {"samples_per_s", e.samples_per_s},
        {"effective_gpus", e.effective_gpus},
        {"flops_per_gpu", model_flops_per_gpu(e).si()},
        {"rate_per_gpu", useful_rate_per_gpu(e)},
        {"memory_bytes", e.memory.needed.si()},
        {"power", e.power.facility.si()},
        {"pue", e.power.pue},
        {"energy_per_step", e.energy_per_step.si()},
        {"cost_per_hour", known(e.cost_per_hour.si())},
        {"capital", e.capital->has_price() ? e.capital->needed(e.gpus, e.building).likely : none},
        {"cost_per_million",
         e.cost_per_hour.si() / 3600 / (e.tokens_per_s > 0 ? e.tokens_per_s : e.samples_per_s) * 1e6},
        {"cost_of_run", of_run(known(e.cost_per_hour.si() * e.time_to_budget.si() / 3600))},
        {"carbon_of_run", of_run(e.carbon_per_hour * e.time_to_budget.si() / 3600)},
        {"time_of_run", of_run(e.time_to_budget.si())},
        {"energy_of_run", of_run(e.power.run_facility.si() * e.time_to_budget.si())},
        {"metered_power", e.power.metered.si()},
        {"band", std::log(e.step_time_high.si() / e.step_time.si())}};
    for (size_t i = 0; i < step_part_count; ++i)
        out.emplace_back(name_of(static_cast<StepPart>(i)), e.parts[i]);
    return out;
}

/// What random_scenario() leaves alone: other machines, models, stacks and switches of the plan.
void vary(Scenario& scenario, std::mt19937& random) {
    const auto pick = [&](auto list) {
        return *(list.begin() + std::uniform_int_distribution<std::ptrdiff_t>(
                                    0, static_cast<std::ptrdiff_t>(list.size()) - 1)(random));
    };
    const auto chance = [&](double p) { return std::bernoulli_distribution(p)(random); };
    const auto between = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    using Names = std::initializer_list<const char*>;
    using Pair = std::pair<const char*, const char*>;
    const auto [server, leaf] = pick(std::initializer_list<Pair>{{"dgx-h100", "qm9700"},
                                                                 {"p4d", "efa-tier"},
                                                                 {"p5", "efa-tier"},
                                                                 {"sxm-4xa100-slingshot", "rosetta"},
                                                                 {"v100-4x-omnipath", "omni-path-100"},
                                                                 {"mi300x-8", "qm9700"},
                                                                 {"gaudi2-8", "sn5600"},
                                                                 {"pcie-8xa100", "qm8700"},
                                                                 {"pcie-8xh100", "qm9700"},
                                                                 {"hgx-h100-roce", "sn5600"},
                                                                 {"tpu-v5p-host", "sn5600"},
                                                                 {"gb200-nvl72", "q3400-ra"},
                                                                 {"dgx-b200", "qm9700"},
                                                                 {"dgx-1", "sb7800"}});
    for (Element& element : scenario.cluster.elements) {
        if (element.kind == ElementKind::server) element.part.id = server;
        if (element.kind == ElementKind::switch_) element.part.id = leaf;
        if (element.kind == ElementKind::server && chance(0.3)) element.speed = between(0.7, 1.1);
    }
    // A second kind of GPU in the same rack.
    if (chance(0.3)) {
        const auto first = std::ranges::find(scenario.cluster.elements, ElementKind::server, &Element::kind);
        Element other = *first;
        other.id = "other";
        other.speed = chance(0.5) ? std::optional(between(0.7, 1.1)) : std::nullopt;
        if (chance(0.6)) other.part.id = pick(Names{"hgx-h200", "dgx-a100"});
        scenario.cluster.elements.push_back(std::move(other));
        Link link = scenario.cluster.links.front();
        link.id = "other uplink";
        link.from = "other";
        scenario.cluster.links.push_back(std::move(link));
    }
    if (chance(0.4)) {
        Element store;
        store.id = "store";
        store.kind = ElementKind::storage;
        store.parent = "room";
        store.part.id = "parallel-fs-1pb";
        scenario.cluster.elements.push_back(store);
    }
    if (chance(0.7))
        scenario.workload.model =
            pick(Names{"deepseek-v3", "deepseek-v2-lite", "qwen3-30b-a3b", "llama4-scout", "t5-xl",
                       "bert-large", "llama2-70b-lora", "gemma2-9b", "gpt-oss-120b", "megatron-22b",
                       "llama3-8b", "mixtral-8x22b", "resnet-50"});
    if (chance(0.2)) {
        const std::vector<ModelSpec> models = test::hybrid_models();
        scenario.workload.model.clear();
        scenario.workload.inline_model =
            models[std::uniform_int_distribution<size_t>(0, models.size() - 1)(random)];
    }
    Plan& plan = scenario.plan;
    plan.software = pick(Names{"megatron-core", "NeMo 25.09", "MLPerf v5.0", "megatron-deepspeed", "fsdp",
                               "torchtitan", "maxtext", "Megatron-LM 2021", "gaudi", "rocm"});
    plan.precision =
        pick(std::initializer_list<Precision>{Precision::fp32, Precision::tf32, Precision::fp16,
                                              Precision::bf16, Precision::fp8, Precision::nvfp4});
    plan.schedule =
        pick(std::initializer_list<Schedule>{Schedule::one_f_one_b, Schedule::zb_1p, Schedule::zb_2p});
    plan.placement = pick(Names{"tp-cp-dp-pp", "tp-pp-dp-cp", "dp-tp-cp-pp"});
    plan.cp_gather = chance(0.5);
    plan.ep_overlap = chance(0.5);
    plan.expert_dispatch = chance(0.4)   ? ExpertDispatch::once
                           : chance(0.5) ? ExpertDispatch::all_to_all
                                         : ExpertDispatch::stack;
    plan.graphs = pick(std::initializer_list<LaunchGraphs>{LaunchGraphs::stack, LaunchGraphs::none,
                                                           LaunchGraphs::attention, LaunchGraphs::layers});
    plan.keep_gathered = chance(0.5);
    plan.sequence_parallel = chance(0.6);
    plan.async_checkpoint = chance(0.5);
    plan.memory_checkpoint = chance(0.5);
    if (chance(0.3)) plan.ep = pick(std::initializer_list<int>{2, 4, 8});
    if (chance(0.3)) plan.shard = pick(std::initializer_list<int>{2, 4, 8});
    if (chance(0.3)) plan.recompute_layers = pick(std::initializer_list<int>{1, 2, 5});
    if (chance(0.2)) plan.offload_optimizer = between(0, 1);
    if (chance(0.2)) plan.offload_activations = between(0, 1);
    if (chance(0.2)) plan.optimizer_bits = 16;
    if (chance(0.3)) plan.master_bits = 16;
    if (chance(0.2)) plan.activation_bits = 8;
    if (chance(0.2)) plan.gradient_bits = 16;
    if (chance(0.2)) plan.sync_every = 4;
    if (chance(0.3)) plan.hierarchical = true;
    if (chance(0.2)) plan.checkpoint_bytes_per_parameter = 8;
    if (chance(0.3)) plan.checkpoint_interval = Seconds(1800);
    Site& site = scenario.site;
    if (chance(0.2)) site.gpu_hour_price = 2.5;
    if (chance(0.2)) site.pue = 1.2;
    if (chance(0.2)) site.failures_per_1000_node_days = 0;
    if (chance(0.3)) site.other_interruptions_per_1000_node_days = 14.5;
    if (chance(0.2)) site.planned_stops_per_1000_node_days = 0;
    if (chance(0.4)) site.spare_servers = std::floor(between(0, 5));
    if (chance(0.2)) site.host_input_rate = 10;
    for (const char* level : {"scale-up", "leaf", "Spine"})
        if (chance(0.3))
            site.fabric.push_back({level, between(0, 0.6), chance(0.5) ? between(0, 0.01) : 0, 0.5, {}});
    if (chance(0.2)) site.routing = Routing::adaptive;
    if (chance(0.2)) {
        site.loader_cores = 32;
        site.sample_core_time = Seconds(between(0, 2));
    }
    if (chance(0.3)) { // slow storage; a run that fails besides would never get on
        site.failures_per_1000_node_days = site.other_interruptions_per_1000_node_days = 0;
        for (Element& element : scenario.cluster.elements)
            if (element.kind == ElementKind::storage)
                element.bandwidth = ByteRate(std::exp(between(std::log(1e5), std::log(1e10))));
    }
    site.plant =
        pick(Names{"waterside-economiser", "dry-cooler", "adiabatic-dry-cooler", "water-cooled-chiller",
                   "air-cooled-chiller", "tower-only", "dry-cooler-only", "airside-economiser"});
    Calibration& calibration = scenario.calibration;
    if (chance(0.3)) calibration.compute_factor = 1.1;
    if (chance(0.3)) calibration.network_factor = 1.3;
    if (chance(0.3)) calibration.gemm_factor = 1.2;
    if (chance(0.3)) calibration.attention_factor = 0.8;
    if (chance(0.3)) calibration.elementwise_factor = 1.5;
    if (chance(0.3)) calibration.optimizer_factor = 0.7;
    calibration.network_variant =
        pick(std::initializer_list<NetworkVariant>{NetworkVariant::tuned, NetworkVariant::sharp,
                                                   NetworkVariant::software_matching, NetworkVariant::tcp});
    for (const int nodes : {1, 4})
        if (chance(0.3)) {
            CollectiveSweep sweep;
            sweep.collective = pick(std::initializer_list<Collective>{
                Collective::all_reduce, Collective::all_gather, Collective::all_to_all});
            sweep.ranks = 8 * nodes;
            sweep.nodes = nodes;
            sweep.file = "sweep.txt";
            for (double bytes = 1e3; bytes < 1e10; bytes *= 8)
                sweep.points.push_back({Bytes(bytes), Seconds(2e-5 + bytes / 1e11)});
            calibration.collectives.push_back(std::move(sweep));
        }
}

/// Every constant a little smaller, each by a factor of its own.
Catalog other_constants(std::mt19937& random) {
    std::uniform_real_distribution<double> factor(0.85, 0.99);
    for (const EmbeddedFile& file : embedded_files()) {
        if (file.path != "resources/catalog/defaults.json") continue;
        nlohmann::json defaults = nlohmann::json::parse(file.contents)["defaults"];
        for (auto& group : defaults)
            for (auto& entry : group) {
                const double by = factor(random);
                nlohmann::json flat = entry["value"].flatten();
                for (auto& number : flat) number = number.get<double>() * by;
                entry["value"] = entry["value"].is_number() ? flat[""] : flat.unflatten();
            }
        auto read = read_defaults(defaults, file.path);
        if (!read) qFatal("%s", read.error().text().c_str());
        return Catalog::built_in().with(std::move(*read));
    }
    qFatal("no constants");
}

bool same_bits(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

} // namespace

class TestExplain : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void samples_data() {
        QTest::addColumn<QString>("path");
        const QDir folder(QStringLiteral(ROOFRACK_SOURCE_DIR "/samples"));
        for (const QString& name : folder.entryList({"*.roofrack.json"}))
            QTest::newRow(qPrintable(name)) << folder.filePath(name);
    }

    void samples() {
        QFETCH(QString, path);
        const auto project = read_project(path.toStdString(), Catalog::built_in());
        QVERIFY(project.has_value());
        for (const Scenario& scenario : project->project.scenarios) check(scenario);
        QVERIFY(m_calculated > 100);
    }

    void random_scenarios() {
        std::mt19937 random(11);
        int explained = 0;
        for (int i = 0; i < test::rounds(1000, 100); ++i) explained += check(test::random_scenario(random));
        QVERIFY(explained >= test::rounds(1000, 100) * 8 / 10);
    }

    void varied_scenarios() {
        std::mt19937 random(12);
        int explained = 0;
        for (int i = 0; i < test::rounds(2000, 150); ++i) {
            Scenario scenario = test::random_scenario(random);
            vary(scenario, random);
            explained += check(scenario);
        }
        qInfo("explained %d, %d calculated, %d inputs", explained, m_calculated, m_inputs);
        QVERIFY(explained >= test::rounds(2000, 150) / 3);
    }

    /// Early ZeRO-3, whose gathers cost the host.
    void gathers_by_rank() {
        const auto project =
            read_project(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json", Catalog::built_in());
        QVERIFY(project.has_value());
        Scenario scenario = project->project.scenarios.front();
        scenario.plan = {};
        scenario.plan.zero = 3;
        scenario.plan.recompute = Recompute::full;
        scenario.plan.software = "DeepSpeed ZeRO 2021";
        QVERIFY(check(scenario));
        const auto prepared = Prepared::make(scenario, Catalog::built_in());
        const auto tree = Explainer::of(*prepared)->explain("data_comm");
        QVERIFY(tree && std::ranges::find((*tree)->inputs, "host of a gather", [](const auto& input) {
                            return std::string_view(input->name);
                        }) != (*tree)->inputs.end());
    }

    /// Tori by themselves and joined by a network, experts in large tiles and apart, softmax in passes,
    /// clocks that long products lower.
    void runs_of_other_vendors_data() {
        QTest::addColumn<QString>("run");
        for (const char* id :
             {"tpu-ironwood-deepseek-v3-256-4096-bf16-2bd85a1", "tpu-maxtext-v5e-16B-256x4-cfg",
              "tpu-maxtext-v5p-128B-256x2-cfg",
              "mlperf-v4.0-gpt3-Google-cloud-tpu-v5p-12288-maxtext-step-cfg", "primus-dsv2-mi355x-vpp5",
              "ohabana-CodeLlama_13b_Instruct_hf-gaudi3-deepspeed", "trn1-llama2-7b-32n-2.16.0-sr-88",
              "tpu-v6e-gpt3-175b-256-2048-f190d41",
              "mbridge-26.04-DeepSeekV3-DGX-GB200-256-MXFP8-pretrain-gb4096-s4096"})
            QTest::newRow(id) << QString::fromLatin1(id);
    }
    void runs_of_other_vendors() {
        QFETCH(QString, run);
        const auto project = published_project(built_in_runs(), run.toStdString(), Catalog::built_in(),
                                               CostParameters::built_in());
        QVERIFY2(project.has_value(), project ? "" : project.error().text().c_str());
        Scenario scenario = project->scenarios.front();
        scenario.plan.graphs = LaunchGraphs::stack; // its recipe says which
        QVERIFY(check(scenario));
        scenario.plan.ep = 2; // messages across the torus, where the model has experts
        check(scenario);
    }

    /// The checks themselves: what is wrong in one place of a tree is said.
    void wrong_trees_are_found() {
        const auto project =
            read_project(ROOFRACK_SOURCE_DIR "/samples/ws-8gpu.roofrack.json", Catalog::built_in());
        QVERIFY(project.has_value());
        const auto prepared = Prepared::make(project->project.scenarios.front(), Catalog::built_in());
        const auto explainer = Explainer::of(*prepared);
        QVERIFY(explainer.has_value());
        const Evaluation evaluation = evaluated(*prepared);
        const test::Origins origins(*prepared, *explainer, evaluation);
        const ExplanationPtr tree = *explainer->explain("mfu");
        const auto faults_of = [&](const ExplanationPtr& of, auto&& change) {
            Explanation changed = *of;
            change(changed);
            Faults found(&origins);
            found.check(std::make_shared<const Explanation>(std::move(changed)), "");
            return found.list.size();
        };
        const auto faults = [&](auto&& change) { return faults_of(tree, change); };
        const auto input = [&](Explanation& e, std::string_view name, auto&& change) {
            const auto it =
                std::ranges::find(e.inputs, name, [](const ExplanationPtr& p) { return p->name; });
            QVERIFY(it != e.inputs.end());
            Explanation changed = **it;
            change(changed);
            *it = std::make_shared<const Explanation>(std::move(changed));
        };
        QCOMPARE(faults([](Explanation&) {}), size_t(0));
        QCOMPARE(faults([](Explanation& e) { e.value *= 1 + 1e-11; }), size_t(1));
        QCOMPARE(faults([](Explanation& e) { e.formula.steps.back().operation = Operation::product; }),
                 size_t(1));
        QCOMPARE(faults([](Explanation& e) { e.inputs.push_back(e.inputs.front()); }), size_t(1));
        QCOMPARE(faults([&](Explanation& e) {
                     input(e, "peak", [](Explanation& p) { p.origin.key = "hbm_rate"; });
                 }),
                 size_t(1));
        QCOMPARE(
            faults([&](Explanation& e) { input(e, "peak", [](Explanation& p) { p.origin.key = "none"; }); }),
            size_t(1));
        QCOMPARE(faults([&](Explanation& e) { input(e, "gpus", [](Explanation& p) { p.value += 1; }); }),
                 size_t(2));
        QCOMPARE(faults_of(*explainer->explain("samples_per_s"),
                           [&](Explanation& e) {
                               input(e, "step_time", [](Explanation& p) { p.origin.where = "compute"; });
                           }),
                 size_t(1));
    }

    /// No constant of the model stands in a formula as a number.
    void explanations_follow_other_constants() {
        std::mt19937 random(13);
        const Catalog catalog = other_constants(random);
        int explained = 0;
        for (int i = 0; i < 200; ++i) {
            Scenario scenario = test::random_scenario(random);
            vary(scenario, random);
            explained += check(scenario, catalog);
        }
        QVERIFY(explained > 70);
    }

private:
    /// True when the scenario has figures to explain.
    bool check(const Scenario& scenario, const Catalog& catalog = Catalog::built_in()) {
        const auto prepared = Prepared::make(scenario, catalog);
        if (!prepared) return false;
        const auto explainer = Explainer::of(*prepared);
        if (!explainer) return false;
        const Evaluation evaluation = evaluated(*prepared);
        const test::Origins origins(*prepared, *explainer, evaluation);
        Faults faults(&origins);
        std::set<std::string> unseen;
        for (const std::string& name : explainable()) unseen.insert(name);
        for (const auto& [name, value] : figures_of(evaluation)) {
            const auto tree = explainer->explain(name);
            if (!tree) QTest::qFail(name.c_str(), __FILE__, __LINE__);
            if (!tree) return false;
            if (!same_bits((*tree)->value, value))
                faults.list.push_back(
                    fmt::format("{}: {:.17g} instead of {:.17g}", name, (*tree)->value, value));
            faults.check(*tree, scenario.name);
            unseen.erase(name);
        }
        for (const std::string& name : unseen)
            if (const auto tree = explainer->explain(name)) faults.check(*tree, scenario.name);
        m_calculated += faults.calculated;
        m_inputs += faults.inputs;
        for (size_t i = 0; i < std::min<size_t>(faults.list.size(), 12); ++i)
            qInfo("%s", faults.list[i].c_str());
        if (!faults.list.empty())
            QTest::qFail(qPrintable(QString("%1 faults").arg(faults.list.size())), __FILE__, __LINE__);
        return true;
    }

    int m_calculated = 0, m_inputs = 0;
};

QTEST_GUILESS_MAIN(TestExplain)
#include "test_explain.moc"
