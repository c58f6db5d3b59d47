// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/plan_panel.h"

#include "core/step/cost/parameters.h"
#include "widgets/fields/section.h"
#include "widgets/fields/style_property.h"
#include "widgets/fields/text.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace roofrack {

PlanPanel::PlanPanel(QWidget* parent)
    : QWidget(parent)
    , m_form(new Form(this))
    , m_details(new Form(this))
    , m_record(
          *m_form, [this](const Plan& next, const QString& step) { commit(next, step); }, "/plan")
    , m_more(
          *m_details, [this](const Plan& next, const QString& step) { commit(next, step); }, "/plan") {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_form);
    auto* search = new QPushButton(tr("Search for a faster plan…"), this);
    search->setProperty("role", "link");
    search->setToolTip(tr("Opens the search over every plan of the model"));
    connect(search, &QPushButton::clicked, this, &PlanPanel::search_requested);
    column->addWidget(search, 0, Qt::AlignLeft);
    m_section = new Section(tr("Expert"), m_details, this);
    column->addWidget(m_section);
    add_degrees();
    add_memory();
    add_details();
    m_assumed = new QLabel(this);
    m_assumed->setProperty("role", "secondary");
    m_assumed->setWordWrap(true);
    m_assumed->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_assumed->hide();
    column->addWidget(m_assumed);
    m_section->set_open(false);
}

void PlanPanel::add_degrees() {
    const auto degree = [this](const QString& label, int Plan::*member, const QString& tooltip) {
        m_record.value(label, member, tooltip)->set_range(1, 1e6);
    };
    degree(tr("Tensor"), &Plan::tp, tr("TP: GPUs that share each matrix"));
    degree(tr("Pipeline"), &Plan::pp, tr("PP: stages of layers"));
    degree(tr("VPP"), &Plan::vpp, tr("Virtual stages: chunks of layers a stage; more than one interleaves"));
    degree(tr("Context"), &Plan::cp, tr("CP: GPUs that share one sequence"));
    m_record
        .zero_is_empty(tr("Expert"), &Plan::ep, tr("all of CP · DP"),
                       tr("EP: GPUs that share the experts; divides CP · DP; empty: all of it"))
        ->set_range(0, 1e6);
    m_dp = m_record.zero_is_empty(tr("Data"), &Plan::dp, tr("whatever the GPUs leave"),
                                  tr("DP: replicas; empty: GPUs ÷ (TP · PP · CP)"));
    degree(tr("Micro-batch"), &Plan::micro_batch, tr("Sequences (samples) a micro-batch and replica"));
}

void PlanPanel::add_memory() {
    m_record.choice(
        tr("ZeRO"),
        {{QStringLiteral("0"), tr("0 · nothing sharded"), {}},
         {QStringLiteral("1"), tr("1 · optimizer"), {}},
         {QStringLiteral("2"), tr("2 · gradients too"), {}},
         {QStringLiteral("3"), tr("3 · weights too (FSDP)"), {}}},
        [](const Plan& p) { return QString::number(p.zero); },
        [](Plan& p, const QString& key) { p.zero = key.toInt(); },
        tr("Which state is sharded over the data-parallel ranks (Rajbhandari 2020)"));
    m_record.choice(
        tr("Recompute"),
        {{QStringLiteral("none"), tr("none"), {}},
         {QStringLiteral("selective"), tr("selective"), tr("The attention core (Korthikanti 2022)")},
         {QStringLiteral("full"), tr("full"), tr("All of a layer: a third more arithmetic")}},
        [](const Plan& p) { return to_qt(name_of(p.recompute)); },
        [](Plan& p, const QString& key) { p.recompute = recompute(key.toStdString()).value_or(p.recompute); },
        tr("Activations computed again instead of kept"));
    std::vector<ChoiceEdit::Choice> precisions;
    for (const Precision p : {Precision::fp32, Precision::tf32, Precision::fp16, Precision::bf16,
                              Precision::fp8, Precision::nvfp4})
        precisions.push_back({to_qt(name_of(p)), to_qt(name_of(p)), {}});
    m_record.choice(
        tr("Precision"), precisions, [](const Plan& p) { return to_qt(name_of(p.precision)); },
        [](Plan& p, const QString& key) {
            p.precision = precision(key.toStdString()).value_or(p.precision);
        });
    m_memory = m_form->add_result(tr("Memory"), tr("Of the fullest GPU"));
}

void PlanPanel::add_details() {
    m_more.flag(tr("Overlap gradients"), &Plan::dp_overlap,
                tr("Gradients are reduced while the backward pass still runs"));
    m_more.flag(tr("Overlap tensor"), &Plan::tp_overlap,
                tr("Tensor collectives pipelined with their matrix products"));
    m_more.flag(
        tr("Overlap experts"), &Plan::ep_overlap,
        tr("Tokens travel to and from their experts under another micro-batch's computation (DualPipe)"));
    m_more.choice(
        tr("Expert dispatch"),
        {{QStringLiteral("stack"), tr("the stack's own"), tr("As the release of the software does")},
         {QStringLiteral("all-to-all"), tr("all-to-all"), tr("A copy of a token for each of its experts")},
         {QStringLiteral("once"), tr("once a rank and server"),
          tr("Handed on there to several experts: DeepEP, HybridEP")}},
        [](const Plan& p) { return to_qt(name_of(p.expert_dispatch)); },
        [](Plan& p, const QString& key) {
            p.expert_dispatch = expert_dispatch(key.toStdString()).value_or(p.expert_dispatch);
        });
    m_more.flag(tr("Sequence parallel"), &Plan::sequence_parallel,
                tr("With tensor parallelism (Korthikanti 2022)"));
    m_more.flag(tr("Keep weights gathered"), &Plan::keep_gathered,
                tr("ZeRO-3: weights stay gathered between forward and backward of a step"));
    m_more.flag(tr("Dropout"), &Plan::dropout,
                tr("Where the stack trains with it; off: its rate is 0, its masks and copies are not kept"));
    m_more.choice(
        tr("Schedule"),
        {{QStringLiteral("1f1b"), tr("1F1B"), {}},
         {QStringLiteral("interleaved"), tr("interleaved"), {}},
         {QStringLiteral("zb-1p"), tr("zero-bubble 1p"), {}},
         {QStringLiteral("zb-2p"), tr("zero-bubble 2p"), {}}},
        [](const Plan& p) { return to_qt(name_of(p.schedule)); },
        [](Plan& p, const QString& key) { p.schedule = schedule(key.toStdString()).value_or(p.schedule); });
    std::vector<ChoiceEdit::Choice> stacks;
    for (const SoftwareParameters& stack : CostParameters::built_in().software)
        stacks.push_back({to_qt(stack.name), to_qt(stack.label), {}});
    m_more.choice(
        tr("Software"), stacks, [](const Plan& p) { return as_written(p.software); },
        [](Plan& p, const QString& key) { p.software = key.toStdString(); },
        tr("The training stack: how well its kernels run and what they overlap"));
    m_more.text(tr("Placement"), &Plan::placement, tr("Rank order, fastest first"));
    m_more.zero_is_empty(tr("Shard group"), &Plan::shard, tr("all of data parallel"),
                         tr("Ranks that share the sharded state (HSDP otherwise)"));
    m_more.zero_is_empty(tr("Recompute layers"), &Plan::recompute_layers, tr("all"),
                         tr("Full recompute of so many layers a stage"));
    m_more
        .zero_is_empty(tr("Recompute share"), &Plan::recompute_share, tr("all"),
                       tr("Of a layer's forward pass that full recompute repeats, 0 to 1"))
        ->set_range(0, 1);
    m_more
        .value(tr("Recompute keeps"), &Plan::recompute_keeps,
               tr("Share of a layer's activations that full recompute keeps beside its input, 0 to 1"))
        ->set_range(0, 1);
    m_more
        .value(tr("Offload optimizer"), &Plan::offload_optimizer,
               tr("Share of the optimizer state kept in host memory, 0 to 1"))
        ->set_range(0, 1);
    m_more
        .value(tr("Offload activations"), &Plan::offload_activations,
               tr("Share of the stored activations moved to host memory, 0 to 1"))
        ->set_range(0, 1);
    m_more
        .zero_is_empty(tr("Optimizer bits"), &Plan::optimizer_bits, tr("32"),
                       tr("Width of each of Adam's two moments"))
        ->set_range(0, 32);
    m_more.choice(
        tr("CUDA graphs"),
        {{QStringLiteral("stack"), tr("the stack's own"),
          tr("As the software's release and its recipe of the model do")},
         {QStringLiteral("none"), tr("none"), tr("The host launches every kernel")},
         {QStringLiteral("attention"), tr("attention and router"),
          tr("Recorded once and replayed by the GPU; the host still launches dispatch, experts and half "
             "of a dense layer")},
         {QStringLiteral("layers"), tr("whole layers"),
          tr("Recorded once and replayed by the GPU; routed experts need room for the worst case")}},
        [](const Plan& p) { return to_qt(name_of(p.graphs)); },
        [](Plan& p, const QString& key) { p.graphs = launch_graphs(key.toStdString()).value_or(p.graphs); });
    m_more
        .zero_is_empty(tr("Master weight bits"), &Plan::master_bits, tr("32"),
                       tr("Width of the optimizer's own weights; 16: what 16-bit weights lack of 32"))
        ->set_range(0, 32);
    m_more
        .zero_is_empty(tr("Activation bits"), &Plan::activation_bits, tr("the stack's own"),
                       tr("Width of the stored inputs of linear layers"))
        ->set_range(0, 32);
    m_more
        .zero_is_empty(tr("Gradient bits"), &Plan::gradient_bits, tr("the stack's own"),
                       tr("Width of the gradients that are reduced"))
        ->set_range(0, 64);
    m_more
        .value(tr("Local SGD interval"), &Plan::sync_every,
               tr("Steps between two exchanges of replicas, or of sites with sums inside each site: costs "
                  "tokens"))
        ->set_range(1, 1e6);
    m_more.flag(tr("Hierarchical all-reduce"), &Plan::hierarchical,
                tr("Gradients are added up inside each site or pod first, where that is faster"));
    m_more.flag(tr("Async checkpoint"), &Plan::async_checkpoint,
                tr("Checkpoints are written while training goes on"));
    m_more.flag(tr("In-memory checkpoint"), &Plan::memory_checkpoint,
                tr("Checkpoints also stay in the memory of two servers, from which most failures recover"));
    m_more.zero_is_empty(tr("Checkpoint interval"), &Plan::checkpoint_interval,
                         tr("the optimum (Young, Daly)"), tr("Time between checkpoints: “30 min”"));
    m_more
        .zero_is_empty(tr("Checkpoint bytes a parameter"), &Plan::checkpoint_bytes_per_parameter,
                       tr("14: weights and Adam's state"), tr("8: weights and moments in fewer bits"))
        ->set_range(0, 1e3);
}

void PlanPanel::commit(const Plan& next, const QString& step) {
    // Both forms edit one record.
    m_record.show(next);
    m_more.show(next);
    Q_EMIT edited(next, step);
}

void PlanPanel::show_plan(const Plan& plan) {
    m_record.show(plan);
    m_more.show(plan);
}

void PlanPanel::show_evaluation(const Evaluation* evaluation, bool best_plan) {
    m_dp->set_optional(evaluation && !best_plan && evaluation->plan.dp > 0
                           ? tr("%1, the rest").arg(to_qt(format_count(evaluation->plan.dp)))
                           : tr("whatever the GPUs leave"));
    m_form->set_row_visible(m_memory, evaluation && evaluation->memory.capacity.si() > 0);
    m_assumed->setVisible(evaluation && (best_plan || !evaluation->assumed.empty()));
    if (!evaluation) return;
    const MemoryFit& memory = evaluation->memory;
    const auto bytes = [](Bytes amount) { return to_qt(format_quantity(amount.si(), Dimension::bytes, 3)); };
    m_memory->setText((best_plan ? tr("%1 of %2, best plan found") : tr("%1 of %2"))
                          .arg(bytes(memory.needed), bytes(memory.capacity)));
    m_memory->setToolTip(tr("%1: of measured runs 80 % needed %2 to %3 where the model says this")
                             .arg(in_words(name_of(memory.verdict)), bytes(memory.low), bytes(memory.high)));
    set_style_property(m_memory, "state",
                       memory.refused()                               ? "critical"
                       : memory.verdict == MemoryVerdict::may_not_fit ? "warning"
                                                                      : "");
    QStringList assumed, said;
    for (const std::string& line : evaluation->assumed) assumed << to_qt(line);
    if (best_plan)
        said << tr("All figures are of the best plan found, not of this one: TP %1 · PP %2 · CP %3 · DP %4 · "
                   "micro-batch %5")
                    .arg(evaluation->plan.tp)
                    .arg(evaluation->plan.pp)
                    .arg(evaluation->plan.cp)
                    .arg(evaluation->plan.dp)
                    .arg(evaluation->plan.micro_batch);
    if (!assumed.isEmpty()) said << tr("Chosen by the model: %1").arg(assumed.join(QStringLiteral("; ")));
    m_assumed->setText(said.join(u'\n'));
}

} // namespace roofrack
