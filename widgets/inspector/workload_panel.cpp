// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/workload_panel.h"

#include "core/drawing/project/project_fields.h"
#include "widgets/fields/section.h"

#include <QVBoxLayout>

namespace roofrack {

namespace {

QString shape_of(const ModelSpec& model) {
    QString text = QStringLiteral("<b>%1</b>").arg(to_qt(model.name).toHtmlEscaped());
    if (const auto& t = model.transformer) {
        text += QObject::tr("<br>%1 layers, hidden %2, %3 heads (%4 key-value), FFN %5, vocabulary %6")
                    .arg(t->layers)
                    .arg(to_qt(format_count(t->hidden)))
                    .arg(t->heads)
                    .arg(t->kv_heads)
                    .arg(to_qt(format_count(t->ffn)), to_qt(format_count(t->vocab)));
        if (t->moe.experts > 0)
            text += QObject::tr("<br>%1 experts, %2 a token").arg(t->moe.experts).arg(t->moe.top_k);
        if (t->recurrent.layers > 0)
            text +=
                QObject::tr("<br>%1 layers with %2")
                    .arg(t->recurrent.layers)
                    .arg(t->recurrent.kind == RecurrenceKind::state_space ? QObject::tr("a state space")
                                                                          : QObject::tr("linear attention"));
    } else if (const auto& g = model.generic) {
        text += QObject::tr("<br>%1 parameters, %2 a sample")
                    .arg(to_qt(format_quantity(g->parameters, Dimension::number, 3)),
                         to_qt(format_quantity(g->flops_per_sample.si(), Dimension::flops, 3)));
    }
    if (!model.source.empty())
        text += QStringLiteral("<br><i>%1</i>").arg(to_qt(model.source).toHtmlEscaped());
    return text;
}

} // namespace

WorkloadPanel::WorkloadPanel(const Catalog& catalog, QWidget* parent)
    : QWidget(parent)
    , m_catalog(catalog)
    , m_form(new Form(this))
    , m_tuning_form(new Form(this))
    , m_tuning_section(nullptr)
    , m_record(
          *m_form, [this](const Workload& next, const QString& step) { Q_EMIT edited(next, step); },
          "/workload")
    , m_tuning(
          *m_tuning_form, [this](const Tuning& next, const QString& step) { commit_tuning(next, step); },
          "/workload/tuning")
    , m_lora(
          *m_tuning_form,
          [this](const LoraSpec& next, const QString& step) {
              Tuning tuning = m_tuning.record();
              tuning.lora = next;
              commit_tuning(tuning, step);
          },
          "/workload/tuning/lora")
    , m_split(
          *m_tuning_form,
          [this](const StepSplit& next, const QString& step) {
              Tuning tuning = m_tuning.record();
              tuning.split = next;
              commit_tuning(tuning, step);
          },
          "/workload/tuning/split") {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_form);
    m_tuning_section = new Section(tr("Fine-tuning, LoRA, DPO, GRPO"), m_tuning_form, this);
    m_tuning_section->set_open(false);
    column->addWidget(m_tuning_section);
    // An inline model has the empty key: choosing a catalogue model replaces it, undo brings it back.
    m_model = m_record.choice(
        tr("Model"), {},
        [this](const Workload& w) {
            if (w.inline_model) return QString();
            const ModelSpec* model = m_catalog.model(w.model); // the file may name an alias
            return as_written(model ? model->id : w.model);
        },
        [](Workload& w, const QString& id) {
            if (id.isEmpty()) return;
            w.model = id.toStdString();
            w.inline_model.reset();
        });
    m_sequence = m_record.count_or_empty(tr("Sequence"), &Workload::sequence, tr("the model's own"),
                                         tr("Tokens a sequence"));
    m_record
        .count(tr("Global batch"), &Workload::global_batch, tr("Sequences (samples) a step over all GPUs"))
        ->set_range(1, 1e12);
    m_record.zero_is_empty(tr("Token budget"), &Workload::token_budget, tr("none given"),
                           tr("Tokens (samples) of the whole run: “15.6T”"));
    m_record.zero_is_empty(
        tr("Critical batch"), &Workload::critical_batch, tr("from the budget"),
        tr("Tokens a step beyond which a larger batch buys little; empty: Zhang 2024 from the token budget"));
    m_record.count_or_empty(tr("Ramp from"), &Workload::batch_ramp_start, tr("no ramp"),
                            tr("Sequences (samples) a step at first, doubled up to the global batch"));
    m_record.zero_is_empty(
        tr("Ramp over"), &Workload::batch_ramp_tokens, tr("no ramp"),
        tr("Tokens (samples) until the full batch, as many steps at each doubling: “2.9T”"));
    m_record.flag(tr("Packed sequences"), &Workload::packed_sequences,
                  tr("Off: lengths vary, and ranks wait for the longest"));
    add_tuning();
}

void WorkloadPanel::add_tuning() {
    m_tuning.choice(
        tr("Trains for"),
        {{QStringLiteral("pretraining"), tr("Pre-training"), {}, tr("All of a step is training")},
         {QStringLiteral("fine-tuning"), tr("Fine-tuning (SFT)"), {}, tr("The same step on other data")},
         {QStringLiteral("dpo"), tr("DPO"), {}, tr("A reference model scores the batch, too")},
         {QStringLiteral("grpo"),
          tr("GRPO"),
          {},
          tr("The batch is generated first, then scored by a reference model")}},
        [](const Tuning& t) { return as_written(name_of(t.kind)); },
        [](Tuning& t, const QString& key) {
            for (const TrainingKind kind : fields::training_kinds)
                if (as_written(name_of(kind)) == key) t.kind = kind;
        },
        tr("What the step trains for, and thereby what it does beside training"));
    m_lora.count_or_empty(tr("LoRA rank"), &LoraSpec::rank, tr("all weights are trained"),
                          tr("Adapters of this rank beside the frozen model"));
    m_lora.flag(tr("Adapters on attention"), &LoraSpec::attention, tr("On the QKV projection"));
    m_lora.flag(tr("… its output"), &LoraSpec::output, tr("On the attention's output projection too"));
    m_lora.flag(tr("… the FFN"), &LoraSpec::ffn, tr("On the feed-forward matrices"));
    m_lora.zero_is_empty(tr("Frozen weights, bits"), &LoraSpec::base_bits, tr("as they are multiplied"),
                         tr("4 (QLoRA), 8 or 16"));
    m_tuning.count_or_empty(tr("Prompt"), &Tuning::prompt, tr("none"),
                            tr("Tokens of a sequence that are given; GRPO generates the rest"));
    m_tuning.zero_is_empty(tr("GPUs of a copy"), &Tuning::generation_gpus, tr("the fastest"),
                           tr("That hold the model together while it generates"));
    m_tuning.zero_is_empty(tr("Sequences at a time"), &Tuning::generation_batch, tr("as many as fit"),
                           tr("That a copy generates"));
    const QString by_model = tr("by the model");
    m_split.zero_is_empty(tr("Generation, share"), &StepSplit::generation, by_model,
                          tr("Of the step's time, as measured; with scoring and training it sums to 1"));
    m_split.zero_is_empty(tr("Scoring, share"), &StepSplit::scoring, by_model,
                          tr("Of the step's time: forward passes that train nothing"));
    m_split.zero_is_empty(tr("Training, share"), &StepSplit::training, by_model,
                          tr("Of the step's time; the three sum to 1"));
}

void WorkloadPanel::commit_tuning(const Tuning& next, const QString& step) {
    Workload workload = m_record.record();
    workload.tuning = next;
    Q_EMIT edited(workload, step);
}

std::vector<ChoiceEdit::Choice> WorkloadPanel::model_choices(const Workload& workload) const {
    std::vector<ChoiceEdit::Choice> choices;
    if (workload.inline_model)
        choices.push_back({QString(),
                           tr("%1 (in this project)").arg(to_qt(workload.inline_model->name)),
                           {},
                           shape_of(*workload.inline_model)});
    for (const ModelSpec& model : m_catalog.models())
        choices.push_back({as_written(model.id), to_qt(model.name), {}, shape_of(model)});
    return choices;
}

void WorkloadPanel::show_workload(const Workload& workload) {
    m_model->set_choices(model_choices(workload));
    m_record.show(workload);
    const bool is_tuned = !(workload.tuning == Tuning());
    if (is_tuned && !m_is_tuned) m_tuning_section->set_open(true);
    m_is_tuned = is_tuned;
    m_tuning.show(workload.tuning);
    m_lora.show(workload.tuning.lora);
    m_split.show(workload.tuning.split);
    const ModelSpec* model =
        workload.inline_model ? &*workload.inline_model : m_catalog.model(workload.model);
    if (model)
        m_sequence->set_optional(tr("%1, its default").arg(to_qt(format_count(model->default_sequence))));
}

} // namespace roofrack
