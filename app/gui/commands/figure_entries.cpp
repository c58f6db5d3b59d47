// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/figure_entries.h"

#include "app/gui/commands/word_search.h"
#include "app/gui/pages/guide_pages.h"
#include "core/answers/explain/explain.h"
#include "core/answers/facility_answers.h"
#include "core/answers/figure_index.h"
#include "core/base/model/step_part.h"
#include "widgets/fields/text.h"

#include <QFile>

#include <algorithm>
#include <set>

namespace roofrack {

namespace {

struct FigureName {
    const char* figure; ///< figure of explainable()
    const char* name;
};

constexpr FigureName figure_names[] = {
    {"step_time", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "step time")},
    {"productive_step",
     QT_TRANSLATE_NOOP("roofrack::CommandSearch", "step time without checkpoints and failures")},
    {"band", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "band of the step time")},
    {"mfu", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "MFU")},
    {"memory_bytes", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "memory of the fullest GPU")},
    {"power", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "facility power")},
    {"goodput", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "goodput")},
    {"cost_per_hour", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "cost per hour")},
    {"capital", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "capital, price to buy")},
    {"cost_per_million", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "cost of a million tokens")},
    {"cost_of_run", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "cost of the run")},
    {"carbon_of_run", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "carbon of the run")},
    {"time_of_run", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "time of the run")},
    {"energy_of_run", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "energy of the run")},
    {"metered_power", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "metered power")},
    {"lead_time", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "lead time")},
    {"mfu_causal", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "MFU of causal attention")},
    {"hfu", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "HFU")},
    {"tokens_per_s", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "tokens per second")},
    {"samples_per_s", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "samples per second")},
    {"effective_gpus", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "effective GPUs")},
    {"flops_per_gpu", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "TFLOP/s of a GPU")},
    {"rate_per_gpu", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "tokens per second and GPU")},
    {"energy_per_step", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "energy of a step")},
    {"pue", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "PUE")},
    {"it_power", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "IT power")},
    {"run_power", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "facility power over the run")},
    {"run_it_power", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "IT power over the run")},
    {"mean_utilisation", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "mean utilisation of the GPUs")},
    {"stage_time", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "time of a pipeline stage")},
    {"backward_time", QT_TRANSLATE_NOOP("roofrack::CommandSearch", "time of the backward pass")},
};

QString name_of_figure(const std::string& figure) {
    for (const FigureName& each : figure_names)
        if (figure == each.figure) return CommandSearch::tr(each.name);
    for (size_t i = 0; i < step_part_count; ++i)
        if (const auto part = static_cast<StepPart>(i); figure == name_of(part)) return to_qt(label_of(part));
    return in_words(figure);
}

struct GuidePage {
    QString name, title, headings;
};

/// The pages are read when something is first sought.
const std::vector<GuidePage>& pages_of_guide() {
    static const std::vector<GuidePage> all = [] {
        std::vector<GuidePage> out;
        for (const QString& name : guide_pages()) {
            QFile markdown(guide_file(name));
            if (!markdown.open(QIODevice::ReadOnly)) continue;
            GuidePage page{name, name, {}};
            for (const QString& line : QString::fromUtf8(markdown.readAll()).split(u'\n'))
                if (line.startsWith(QStringLiteral("# ")))
                    page.title = line.sliced(2);
                else if (line.startsWith(QStringLiteral("## ")) || line.startsWith(QStringLiteral("### ")))
                    page.headings += line.sliced(line.indexOf(u' '));
            if (name == QLatin1String(glossary_page)) page.headings += glossary_terms().join(u' ');
            out.push_back(std::move(page));
        }
        return out;
    }();
    return all;
}

} // namespace

std::vector<CommandSearch::Entry> figure_entries(const QString& wanted,
                                                 const std::function<void(const QString&)>& explain) {
    const WantedWords words(wanted);
    std::vector<CommandSearch::Entry> entries;
    for (const std::string& figure : explainable()) {
        const QString text = CommandSearch::tr("Why: %1").arg(name_of_figure(figure));
        if (const auto score = words.score(text))
            entries.push_back({text, CommandSearch::tr("figure"), *score + CommandSearch::of_figures,
                               [explain, name = to_qt(figure)] { explain(name); }});
    }
    return entries;
}

QString chart_of_figure(std::string_view name) {
    constexpr std::pair<std::string_view, const char*> charts[] = {{"step.memory", "memory"},
                                                                   {"step.power", "energy-flow"},
                                                                   {"step.goodput", "goodput"},
                                                                   {"step.cost_per_hour", "money"},
                                                                   {"step.binds", "what-binds"},
                                                                   {"step.after_that", "what-binds"},
                                                                   {"step.regime", "scaling"},
                                                                   {"step.regime_of_best_plans", "scaling"},
                                                                   {"step", "step-breakdown"},
                                                                   {"scale", "scaling"},
                                                                   {"money", "money"},
                                                                   {"collectives", "bus-bandwidth"},
                                                                   {"exchange", "gradient-exchange"},
                                                                   {"wall", "memory-wall"},
                                                                   {"bottlenecks", "bottlenecks"},
                                                                   {"totals", "money"},
                                                                   {"stragglers", "step-breakdown"},
                                                                   {"slow_groups", "step-breakdown"},
                                                                   {"power.failures", "supply-failures"},
                                                                   {"power.feeds", "levels"},
                                                                   {"power.ups", "levels"},
                                                                   {"power.site", "levels"},
                                                                   {"power.air", "levels"},
                                                                   {"power.loops", "levels"},
                                                                   {"power.plant", "levels"},
                                                                   {"power.phases", "levels"},
                                                                   {"power.wave", "step-power"},
                                                                   {"power.peak_w", "step-power"},
                                                                   {"power", "energy-flow"},
                                                                   {"room", "room"},
                                                                   {"limits", "limits"},
                                                                   {"balance", "network-balance"},
                                                                   {"failures", "goodput"},
                                                                   {"caps", "power-caps"},
                                                                   {"swing", "step-power"},
                                                                   {"cooling", "temperatures"},
                                                                   {"year", "year"}};
    for (const auto& [beginning, chart] : charts) // what is within another stands before it
        if (name.starts_with(beginning) && (name.size() == beginning.size() || name[beginning.size()] == '.'))
            return QLatin1String(chart);
    return {};
}

namespace {

/// ", at nameplate" behind what is of a load that is assumed, since no step says it.
QString assumed_load(const Answers& answers, std::string_view name) {
    if (name != "power" && name != "cooling") return {};
    const auto* facility = answers.have_value<FacilityStudy>();
    if (const auto* levels = facility ? nullptr : answers.have_value<FacilityLevels>())
        facility = &levels->study;
    return facility && facility->assumed ? QStringLiteral(", ") + to_qt(text_of(*facility->assumed))
                                         : QString();
}

} // namespace

std::vector<CommandSearch::Entry> value_entries(const QString& wanted, const Answers* answers,
                                                const std::function<void(const QString&)>& show) {
    const WantedWords words(wanted);
    std::vector<CommandSearch::Entry> entries;
    std::set<QString> named; // figures of one name in one study: the first is the one that is meant
    for (const IndexedFigure& each : figure_index()) {
        const QString chart = chart_of_figure(each.figure.name);
        if (chart.isEmpty() || each.figure.name.find('*') != std::string::npos) continue;
        const figures::Row& row = *each.figure.row;
        QString text = QStringLiteral("%1: %2").arg(to_qt(each.study->label), to_qt(row.label));
        const auto score = words.score(text, to_qt(row.help) + u' ' + to_qt(each.figure.name));
        if (!score || !named.insert(text).second) continue;
        const auto value = answers ? known_figure(*answers, each) : std::nullopt;
        if (value && value->absent.empty() && !value->text.empty())
            text += QStringLiteral(" · ") + to_qt(value->text) + assumed_load(*answers, each.study->name);
        entries.push_back({text, CommandSearch::tr("figure"), *score + CommandSearch::of_figures,
                           [show, chart] { show(chart); }});
    }
    return entries;
}

std::vector<CommandSearch::Entry> guide_entries(const QString& wanted,
                                                const std::function<void(const QString&)>& open) {
    const WantedWords words(wanted);
    std::vector<CommandSearch::Entry> entries;
    for (const GuidePage& page : pages_of_guide()) {
        const QString text = CommandSearch::tr("Guide: %1").arg(page.title);
        if (const auto score = words.score(text, page.headings))
            entries.push_back({text, CommandSearch::tr("help"), *score + CommandSearch::of_guide,
                               [open, name = page.name] { open(name); }});
    }
    return entries;
}

} // namespace roofrack
