// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/project_fields.h"

#include "core/base/model/project.h"
#include "core/drawing/project/type_builder.h"
#include "core/drawing/rack_layout.h"

namespace roofrack::fields {

namespace {

using enum Dimension;

constexpr double most_instances =
    1e6; ///< limit of one element, one link, one degree: ten times the largest cluster
constexpr Range degree{1, most_instances};
constexpr Range any_rate{1, 1e18};
constexpr Range any_sale{-1e12, 1e12}; ///< a finding says what is wrong with one below 0

} // namespace

static void describe(TypeBuilder<Element>& v) {
    v.text(required("id"), &Element::id, "unique in the cluster");
    v.choice(required("kind"), &Element::kind, element_kinds, "what is drawn");
    v.text("name", &Element::name, "label");
    v.text("in", &Element::parent, "id of the container; left out at the top");
    v.integer("count", &Element::count, degree, "equal ones inside each instance of its container");
    v.part("part", &Element::part, "catalogue id, or a part of this project's own");
    v.number("power_limit", &Element::power_limit, power, any_power, "rack: what its feeds may deliver");
    v.number("cooling_limit", &Element::cooling_limit, power, any_power, "rack: heat that its loop may take");
    v.number("gpu_power_cap", &Element::gpu_power_cap, power, any_power, "server: software cap per GPU");
    v.number("supply", &Element::supply, temperature, air_or_water,
             "cooling: supply temperature; room or rack: air at the inlet");
    v.choice("containment", &Element::containment, containments,
             "container: whether walls part cold from hot aisles at the racks in it");
    v.number("air_supply_ratio", &Element::air_supply_ratio, ratio, Range{0, 10},
             "rack: supplied / demanded air flow; below 1 hot air recirculates");
    v.number("speed", &Element::speed, ratio, Range{0.01, 10},
             "server: speed of its GPUs against the catalogue");
    v.integer("slow_gpus", &Element::slow_gpus, Range{1, 1e4},
              "server: GPUs of each one that the speed is of; left out: all");
    v.number("health", &Element::health, ratio, share, "switch: share of its ports that are up");
    v.number("bandwidth", &Element::bandwidth, byte_rate, any_rate, "storage: sustained read");
    v.number("write_bandwidth", &Element::write_bandwidth, byte_rate, any_rate, "storage: sustained write");
    v.integer("u", &Element::u, Range{1, most_rack_unit},
              "in a rack: unit of its lowest edge, 1 at the bottom; left out: where there is room");
    v.integer("tier", &Element::tier, Range{1, 16},
              "switch: 1 = leaf; left out: from the distance to the servers");
    v.choice("use", &Element::use, network_uses,
             "switch: what its network is for; automatic: storage where storage is connected to it and the "
             "servers "
             "have another network, else any");
    v.choice("redundancy", &Element::redundancy, redundancies,
             "feed, cooling: what it promises; n+1: the rest carries all with one unit lost, 2n: with one of "
             "two sides lost");
    v.choice(
        "procurement", &Element::procurement, procurements,
        "whether it and what stands in it is bought, is there already (owned), or is sold; inherited: as "
        "around it, at the top bought");
    v.integer("owned_count", &Element::owned_count, degree,
              "of what is owned: how many of its count are there already, the rest is bought; left out: all");
    v.number("sale_price", &Element::sale_price, money, any_sale,
             "what one of it is sold for, with what stands in it; left out: not known");
    v.text("text", &Element::text, "note: its text");
    v.position("position", &Element::position, "canvas units, [x, y]");
    v.position("size", &Element::size, "containers: [width, height]; left out: from the contents");
}

static void describe(TypeBuilder<Link>& v) {
    v.text("id", &Link::id, "unique among the links; made up when left out");
    v.text(required("from"), &Link::from, "element id");
    v.text(required("to"), &Link::to, "element id");
    v.choice("pattern", &Link::pattern, link_patterns, "how the cables are laid between the instances");
    v.integer("count", &Link::count, degree, "cables per pair, as the pattern says");
    v.number("bandwidth", &Link::bandwidth, link_rate, any_rate,
             "one cable, one direction; left out: the slower of the two ports");
    v.text("cable", &Link::cable, "catalogue id");
    v.number("health", &Link::health, ratio, share, "share of the cables that are up");
    v.number("background_load", &Link::background_load, ratio, share, "share taken by other jobs");
    v.integers("dims", &Link::dims, degree, "torus: its dimensions");
    v.flag("twisted", &Link::twisted,
           "torus of k × k × 2k or k × 2k × 2k: what closes a short axis arrives half a long one further on");
    v.number("distance", &Link::distance, kilometres, Range{0, 1e5},
             "of fibre between its ends; left out: within a hall none, between sites 1,000 km");
    v.number("latency", &Link::latency, Dimension::time, Range{0, 10},
             "one way over that distance, without ports; left out: from the distance");
}

static void describe(TypeBuilder<Waiver>& v) {
    v.text(required("rule"), &Waiver::rule, "id of the rule, as `check --rules` prints it");
    v.texts("where", &Waiver::where,
            "element and link ids: all that a finding names must be among them; left out: a finding without "
            "a place");
    v.text(required("reason"), &Waiver::reason, "why it is accepted");
}

static void describe(TypeBuilder<Cluster>& v) {
    v.list("elements", &Cluster::elements, "what is drawn, in drawn order");
    v.list("links", &Cluster::links, "what joins them");
    v.list("waivers", &Cluster::waivers, "findings that are accepted");
}

static void describe(TypeBuilder<StepSplit>& v) {
    v.number("generation", &StepSplit::generation, ratio, share, "share of the step that generates");
    v.number("scoring", &StepSplit::scoring, ratio, share, "share with forward passes that train nothing");
    v.number("training", &StepSplit::training, ratio, share, "share that trains; the three sum to 1");
}

static void describe(TypeBuilder<Tuning>& v) {
    v.choice("kind", &Tuning::kind, training_kinds, "what the step trains for");
    v.object("lora", &Tuning::lora, "adapters beside the frozen model (LoRA); rank 0: none of these");
    v.integer("scoring_passes", &Tuning::scoring_passes, Range{-1, 16},
              "forward passes over the batch that train nothing; -1: one of DPO and GRPO");
    v.number("prompt", &Tuning::prompt, ratio, Range{0, 1e9},
             "tokens of a sequence that are given; GRPO generates the rest");
    v.integer("generation_gpus", &Tuning::generation_gpus, Range{0, 1e6},
              "GPUs that hold one copy of the model while it generates; 0: the fastest");
    v.integer("generation_batch", &Tuning::generation_batch, Range{0, 1e9},
              "sequences that a copy generates at a time; 0: as many as its memory holds");
    v.object("split", &Tuning::split, "measured shares of the step's time in place of the model's");
}

static void describe(TypeBuilder<Workload>& v) {
    v.model("model", "catalogue id, or a model of this project's own");
    v.number("sequence", &Workload::sequence, ratio, Range{0, 1e9}, "tokens; 0: the model's own");
    v.count("global_batch", &Workload::global_batch, Range{0, 1e12},
            "sequences (transformer) or samples (generic) a step over all GPUs");
    v.number("token_budget", &Workload::token_budget, ratio, Range{0, 1e20},
             "tokens (samples) of the run; 0: none given");
    v.flag("packed_sequences", &Workload::packed_sequences, "false: lengths vary");
    v.number("critical_batch", &Workload::critical_batch, ratio, Range{0, 1e15},
             "tokens; 0: from the token budget");
    v.count("batch_ramp_start", &Workload::batch_ramp_start, Range{0, 1e12},
            "sequences (samples) a step at first, doubled up to the global batch; 0: no ramp");
    v.number("batch_ramp_tokens", &Workload::batch_ramp_tokens, ratio, Range{0, 1e20},
             "tokens (samples) until the full batch, as many steps at each doubling; 0: no ramp");
    v.object("tuning", &Workload::tuning, "fine-tuning and post-training: LoRA, SFT, DPO, GRPO");
}

static void describe(TypeBuilder<Plan>& v) {
    v.integer("tp", &Plan::tp, degree, "tensor parallel");
    v.integer("pp", &Plan::pp, degree, "pipeline stages");
    v.integer("vpp", &Plan::vpp, degree, "virtual stages per stage");
    v.integer("cp", &Plan::cp, degree, "context parallel");
    v.integer("ep", &Plan::ep, Range{0, 1e6}, "expert parallel; 0: all of cp · dp");
    v.integer("dp", &Plan::dp, Range{0, 1e7}, "data parallel; 0: what the GPUs leave");
    v.integer("micro_batch", &Plan::micro_batch, degree, "sequences (samples) a micro-batch and replica");
    v.integer("zero", &Plan::zero, Range{0, 3}, "ZeRO stage; 3 = FSDP");
    v.integer("shard", &Plan::shard, Range{0, 1e7}, "ranks that share the sharded state; 0: all of dp");
    v.flag("sequence_parallel", &Plan::sequence_parallel, "with tp > 1");
    v.flag("tp_overlap", &Plan::tp_overlap, "tensor-parallel collectives run under their GEMMs");
    v.flag("dp_overlap", &Plan::dp_overlap, "gradient reduction runs under the backward pass");
    v.flag("cp_gather", &Plan::cp_gather, "context parallelism gathers keys and values; false: a ring");
    v.flag("ep_overlap", &Plan::ep_overlap, "expert exchange runs under another micro-batch's computation");
    v.choice(
        "expert_dispatch", &Plan::expert_dispatch, expert_dispatches,
        "a copy of a token for each expert, or once for each rank and server; stack: as its release does");
    v.flag("keep_gathered", &Plan::keep_gathered, "ZeRO-3: parameters stay gathered within a step");
    v.choice("recompute", &Plan::recompute, recomputes, "activations computed again in the backward pass");
    v.integer("recompute_layers", &Plan::recompute_layers, Range{0, 1e5},
              "full recompute of so many; 0: all");
    v.number("recompute_share", &Plan::recompute_share, ratio, share,
             "of a layer's forward pass that full recompute repeats; 0: all");
    v.number("recompute_keeps", &Plan::recompute_keeps, ratio, share,
             "share of a layer's activations that full recompute keeps beside its input");
    v.number("offload_optimizer", &Plan::offload_optimizer, ratio, share,
             "share of the optimizer state kept in host memory");
    v.number("offload_activations", &Plan::offload_activations, ratio, share,
             "share of the stored activations moved to host memory");
    v.integer("optimizer_bits", &Plan::optimizer_bits, Range{0, 32}, "of each Adam moment; 0: 32");
    v.choice("graphs", &Plan::graphs, launch_graphs_kinds,
             "what CUDA graphs capture and the host no longer launches; stack: as its release does");
    v.integer("master_bits", &Plan::master_bits, Range{0, 32},
              "of the optimizer's own weights; 0: 32; 16: the remainders of weights of 16 bits");
    v.integer("activation_bits", &Plan::activation_bits, Range{0, 32},
              "of the stored inputs of linear layers; 0: the stack's default");
    v.flag("dropout", &Plan::dropout, "where the stack has it; false: no masks and copies are kept");
    v.choice("schedule", &Plan::schedule, schedules, "pipeline schedule");
    v.choice("precision", &Plan::precision, precisions, "of the GEMMs");
    v.integer("gradient_bits", &Plan::gradient_bits, Range{0, 64}, "0: the stack's default");
    v.integer("sync_every", &Plan::sync_every, degree, "all-reduce every so many steps");
    v.flag("hierarchical", &Plan::hierarchical,
           "whole gradients are added up inside each block of the farthest border first, where faster");
    v.text("software", &Plan::software, "software stack");
    v.text("placement", &Plan::placement, "rank order, fastest first");
    v.flag("async_checkpoint", &Plan::async_checkpoint, "training goes on while a checkpoint is written");
    v.flag("memory_checkpoint", &Plan::memory_checkpoint,
           "checkpoints also stay in the memory of two servers");
    v.number("checkpoint_interval", &Plan::checkpoint_interval, time, Range{0, 1e9}, "0: the optimum");
    v.number("checkpoint_bytes_per_parameter", &Plan::checkpoint_bytes_per_parameter, ratio, Range{0, 1e3},
             "B of a checkpoint; 0: 14, weights in 16 bits and Adam's state in 32");
}

static void describe(TypeBuilder<JobTraffic>& v) {
    v.text(required("level"), &JobTraffic::level, "as of the site's fabric");
    v.number(required("rate"), &JobTraffic::rate, link_rate, any_rate, "a GPU, one direction, in the mean");
    v.number("duty", &JobTraffic::duty, ratio, Range{0.001, 1}, "share of the time that it sends");
}

static void describe(TypeBuilder<OtherJob>& v) {
    v.text(required("name"), &OtherJob::name, "unique in the scenario");
    v.number(required("gpus"), &OtherJob::gpus, ratio, Range{1, 1e9}, "of the drawn ones");
    v.text("scenario", &OtherJob::scenario, "of the project, that it runs; left out: traffic is given");
    v.number("step", &OtherJob::step, time, Range{0, 1e9}, "of the job alone; 0: not known");
    v.list("traffic", &OtherJob::traffic, "what it sends through each level");
}

static void describe(TypeBuilder<CollectivePoint>& v) {
    v.number(required("size"), &CollectivePoint::bytes, bytes, Range{1, 1e15}, "full buffer");
    v.number(required("time"), &CollectivePoint::seconds, time, Range{1e-9, 1e6}, "of one call");
}

static void describe(TypeBuilder<CollectiveSweep>& v) {
    v.choice(required("collective"), &CollectiveSweep::collective, collectives, "what was measured");
    v.integer(required("ranks"), &CollectiveSweep::ranks, Range{2, most_instances}, "GPUs that took part");
    v.integer("nodes", &CollectiveSweep::nodes, Range{0, most_instances}, "hosts; 0: not known");
    v.text("file", &CollectiveSweep::file, "the output that it was read from");
    v.list(required("points"), &CollectiveSweep::points, "sizes, ascending");
}

static void describe(TypeBuilder<CalibrationSource>& v) {
    v.text(required("file"), &CalibrationSource::file, "its name, without the folder");
    v.text("digest", &CalibrationSource::digest, "64-bit FNV-1a of its bytes, in hexadecimal digits");
    v.text("date", &CalibrationSource::date, "of the calibration, as 2026-11-27");
    v.text("told", &CalibrationSource::told, "what was taken from it");
}

static void describe(TypeBuilder<Calibration>& v) {
    v.flag("off", &Calibration::off, "what was measured is kept, and the model is asked without it");
    v.number("compute_factor", &Calibration::compute_factor, ratio, Range{0.01, 100},
             "learned; 1 = as predicted");
    v.number("gemm_factor", &Calibration::gemm_factor, ratio, Range{0.01, 100},
             "learned; x the time of matrix products; left out: compute_factor");
    v.number("attention_factor", &Calibration::attention_factor, ratio, Range{0.01, 100},
             "learned; x the time of attention; left out: compute_factor");
    v.number("elementwise_factor", &Calibration::elementwise_factor, ratio, Range{0.01, 100},
             "learned; x the time of all other operators; left out: compute_factor");
    v.number("optimizer_factor", &Calibration::optimizer_factor, ratio, Range{0.01, 100},
             "learned; x the time of the optimizer's update; left out: 1");
    v.number("network_factor", &Calibration::network_factor, ratio, Range{0.01, 100},
             "learned; 1 = as predicted");
    v.number("power_factor", &Calibration::power_factor, ratio, Range{0.01, 100},
             "measured; x what GPUs draw above their idle power");
    v.number("straggler_cv_persistent", &Calibration::straggler_cv_persistent, ratio, Range{0, 1},
             "measured coefficient of variation between GPUs; left out: the site's");
    v.number("straggler_cv_iid", &Calibration::straggler_cv_iid, ratio, Range{0, 1},
             "measured coefficient of variation between steps; left out: the site's");
    v.choice("network_variant", &Calibration::network_variant, network_variants,
             "how the communication library drives the network");
    v.list("collectives", &Calibration::collectives, "nccl-tests sweeps that replace the formula");
    v.text("note", &Calibration::note, "what it was learned from");
    v.list("sources", &Calibration::sources, "files that it was learned from");
}

static void describe(TypeBuilder<MeasuredRate>& v) {
    v.number(required("gpus"), &MeasuredRate::gpus, ratio, Range{1, 1e9}, "GPUs that took part");
    v.number(required("rate"), &MeasuredRate::rate, ratio, Range{1e-30, 1e30},
             "what was measured; of several measurements their geometric mean");
    v.integer("times", &MeasuredRate::times, Range{1, 1e9}, "measurements");
    v.number("metric", &MeasuredRate::metric, ratio, Range{-1e30, 1e30},
             "validation metric, the mean of several runs");
    v.flag("diverged", &MeasuredRate::diverged, "a run ended without a finite metric");
}

static void describe(TypeBuilder<MeasuredCurve>& v) {
    v.text(required("name"), &MeasuredCurve::name, "unique in the scenario");
    v.text("file", &MeasuredCurve::file, "the table that it was read from");
    v.choice("unit", &MeasuredCurve::unit, rate_units,
             "what the rates count a second; rate: not said, speedup: times the rate of one of them");
    v.number("gpus_per_node", &MeasuredCurve::node_gpus, ratio, Range{0, 1e6}, "of a server; 0: not said");
    v.text("metric", &MeasuredCurve::metric, "name of the validation metric");
    v.number("metric_scatter", &MeasuredCurve::metric_scatter, ratio, Range{0, 1e30},
             "standard deviation between runs on the same GPUs; 0: not known");
    v.list(required("points"), &MeasuredCurve::points, "GPU counts, ascending, two at least");
    v.texts("notes", &MeasuredCurve::notes, "what was put together when it was read");
}

static void describe(TypeBuilder<RunFile>& v) {
    v.text(required("path"), &RunFile::path, "absolute, or from the folder of the project");
    v.number("size", &RunFile::bytes, bytes, Range{0, 1e18}, "as stored");
    v.text("digest", &RunFile::digest, "16 hexadecimal digits; left out: not known");
}

static void describe(TypeBuilder<KeptRun>& v) {
    v.text(required("name"), &KeptRun::name, "unique in the project");
    v.text("summary", &KeptRun::summary, "what its files said when they were read");
    v.list(required("files"), &KeptRun::files, "files that it left behind, one at least");
}

static void describe(TypeBuilder<PublishedRun>& v) {
    v.text("id", &PublishedRun::id, "its row");
    v.text("source", &PublishedRun::source, "who published it");
    v.number(required("step"), &PublishedRun::step, time, Range{1e-9, 1e9},
             "of a step without checkpoints and failures");
}

static void describe(TypeBuilder<Scenario>& v) {
    v.text("name", &Scenario::name, "unique in the project");
    v.parts("parts", &Scenario::parts, "parts of its own that elements name by their id");
    v.object("cluster", &Scenario::cluster, "what was drawn");
    v.object("workload", &Scenario::workload, "what is trained");
    v.object("plan", &Scenario::plan, "how it is trained");
    v.object("site", &Scenario::site, "the place and its prices");
    v.object("calibration", &Scenario::calibration, "factors learned from measurements");
    v.list("measured_curves", &Scenario::measured_curves, "rates measured over GPU counts");
    v.object("published", &Scenario::published, "the run that it stands for");
    v.list("jobs", &Scenario::jobs, "other jobs on the drawn fabric");
    v.list("uncertain", &Scenario::uncertain, "inputs that are not known for sure");
}

static void describe(TypeBuilder<Project>& v) {
    v.integer(Key("schema", Presence::always), &Project::schema, Range{1, 1e6}, "version of this format");
    v.text("name", &Project::name, "label");
    v.text("description", &Project::description, "remark");
    v.list("runs", &Project::runs, "runs that were measured");
    v.object("comparison", &Project::comparison, "how the scenarios are compared");
    v.object("kept", &Project::kept, "figures as they were, to say what moved");
    v.object("deck", &Project::deck, "slides, to present it by");
    v.object("style", &Project::style, "how slides and reports look");
    v.list(required("scenarios"), &Project::scenarios, "at least one");
}

template<class T>
const ObjectType& type_of() {
    static const ObjectType type = [] {
        TypeBuilder<T> builder;
        describe(builder);
        return std::move(builder).take();
    }();
    return type;
}

template const ObjectType& type_of<Element>();
template const ObjectType& type_of<Link>();
template const ObjectType& type_of<Waiver>();
template const ObjectType& type_of<Cluster>();
template const ObjectType& type_of<MoeSpec>();
template const ObjectType& type_of<LatentAttention>();
template const ObjectType& type_of<IndexedAttention>();
template const ObjectType& type_of<FullAttention>();
template const ObjectType& type_of<RecurrentMixer>();
template const ObjectType& type_of<LoraSpec>();
template const ObjectType& type_of<EncoderSpec>();
template const ObjectType& type_of<TransformerShape>();
template const ObjectType& type_of<GenericProfile>();
template const ObjectType& type_of<ModelSpec>();
template const ObjectType& type_of<StepSplit>();
template const ObjectType& type_of<Tuning>();
template const ObjectType& type_of<Workload>();
template const ObjectType& type_of<Plan>();
template const ObjectType& type_of<LevelConditions>();
template const ObjectType& type_of<ListedPrice>();
template const ObjectType& type_of<TariffPeriod>();
template const ObjectType& type_of<SiteGrid>();
template const ObjectType& type_of<SiteMoney>();
template const ObjectType& type_of<SiteRoom>();
template const ObjectType& type_of<Site>();
template const ObjectType& type_of<JobTraffic>();
template const ObjectType& type_of<OtherJob>();
template const ObjectType& type_of<CollectivePoint>();
template const ObjectType& type_of<CollectiveSweep>();
template const ObjectType& type_of<CalibrationSource>();
template const ObjectType& type_of<Calibration>();
template const ObjectType& type_of<MeasuredRate>();
template const ObjectType& type_of<MeasuredCurve>();
template const ObjectType& type_of<RunFile>();
template const ObjectType& type_of<KeptRun>();
template const ObjectType& type_of<ComparisonChoice>();
template const ObjectType& type_of<KeptFigure>();
template const ObjectType& type_of<KeptConstant>();
template const ObjectType& type_of<KeptFigures>();
template const ObjectType& type_of<SlideRow>();
template const ObjectType& type_of<FrozenSlide>();
template const ObjectType& type_of<SlideInput>();
template const ObjectType& type_of<Slide>();
template const ObjectType& type_of<Deck>();
template const ObjectType& type_of<StyleColours>();
template const ObjectType& type_of<HouseStyle>();
template const ObjectType& type_of<PublishedRun>();
template const ObjectType& type_of<UncertainInput>();
template const ObjectType& type_of<Scenario>();
template const ObjectType& type_of<Project>();

} // namespace roofrack::fields
