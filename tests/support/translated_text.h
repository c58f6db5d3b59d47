// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/explain.h"
#include "core/base/catalog/catalog.h"
#include "core/base/catalog/key_values.h"
#include "core/base/units/bit_rate_text.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/bill/bill_of_materials.h"
#include "core/drawing/network/fabric.h"
#include "core/drawing/offer/link_effect.h"
#include "core/drawing/offer/link_offer.h"
#include "core/drawing/templates/templates.h"
#include "core/facility/economics/capital_text.h"
#include "core/facility/economics/price_list.h"
#include "core/facility/weather/climate.h"
#include "core/measured/measure/curves/scaling_checks.h"
#include "core/measured/measure/published/built_in_runs.h"
#include "core/measured/measure/runs.h"
#include "core/step/cost/parameters.h"
#include "core/step/engine/evaluate.h"
#include "core/step/engine/gains.h"
#include "core/step/search/search.h"
#include "core/study/border_moves.h"
#include "core/study/cluster_summary.h"
#include "core/study/facility/swing_remedies.h"
#include "core/study/sizes.h"
#include "tests/support/reliefs_of.h"
#include "widgets/fields/text.h"
#include "widgets/published/runs_chart.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace roofrack::test {

/// Tells words of a translation from words that no one translated. Plain ones are right where they are data:
/// the names and notes of a project and of the catalogue, its models and software, and units.
///
/// One exception stands until the core's texts can be translated: the core knows no languages, so what it
/// says in sentences (findings, refusals, offers of links, rows of bills, explanations, templates) is shown
/// in English. add_core() takes such texts from the core's own types; none is listed here by its words.
class TranslatedText {
public:
    TranslatedText() {
        for (int number = 0; number <= static_cast<int>(Dimension::volume_rate); ++number)
            for (int power = -12; power <= 21; ++power)
                add_units(format_quantity(std::pow(10, power), static_cast<Dimension>(number)));
        for (const double rate : {1e6, 1e9, 1e12}) add_units(format_bit_rate(ByteRate(rate)));
        const Catalog& catalog = Catalog::built_in();
        for (const Part& part : catalog.parts()) {
            add_all({&part.id, &part.name, &part.vendor, &part.note});
            for (const auto& [key, text] : part.text) add(text);
            if (const auto of = part.text.find("architecture"); of != part.text.end())
                add(class_text(RunClass::generation, of->second));
            for (const auto& [key, figure] : part.figures) add_all({&figure.source, &figure.note});
            add_core(key_values(part, catalog));
            for (const ValueSpec& spec : value_specs(part.kind)) add_core(spec.label);
        }
        for (size_t i = 0; i < built_in_runs().rows.size(); ++i)
            for (const char* const column : {"id", "model", "gpu", "software", "source"})
                add(RunRow(built_in_runs(), i).text(column));
        for (const ModelSpec& model : catalog.models())
            add_all({&model.id, &model.name, &model.source, &model.note});
        for (const SoftwareParameters& stack : CostParameters::built_in().software) add(stack.label);
        for (const Precision one : {Precision::fp32, Precision::tf32, Precision::fp16, Precision::bf16,
                                    Precision::fp8, Precision::nvfp4}) {
            add(name_of(one));
            add(class_text(RunClass::precision, std::string(name_of(one))));
        }
        for (const BuiltInClimate& climate : built_in_climates())
            add_all({&climate.name, &climate.label, &climate.source, &climate.note});
        const PriceList& prices = PriceList::built_in();
        for (const auto* rows : {&prices.classes, &prices.spreads, &prices.reserved, &prices.on_demand,
                                 &prices.lead_times, &prices.assumptions})
            for (const PriceRow& row : *rows) add_all({&row.source, &row.name});
        for (const TemplateInfo& info : list_templates()) {
            for (const std::string* text : {&info.title, &info.description}) add_core(*text);
            for (const TemplateKey& key : info.keys)
                for (const std::string* text : {&key.label, &key.help, &key.default_value}) add_core(*text);
        }
    }

    /// What is assumed where a source does not print it: sentences of the core.
    void add_assumptions(const std::vector<std::string>& assumed) {
        for (const std::string& each : assumed) add_core(each);
    }

    /// A text that stands in what people made: shown as it is written.
    void add(const QString& text) {
        const QString known = text.simplified();
        if (known.size() > 1) m_data.insert(known);
    }
    void add(std::string_view text) { add(to_qt(text)); }

    /// What a project's author wrote, by a project file's keys.
    void add_project(const QByteArray& json) { add_json(QJsonDocument::fromJson(json).object()); }

    /// What the core says of a scenario that is drawn.
    void add_core(const Scenario& scenario) {
        const Catalog& catalog = Catalog::built_in();
        for (const Link& link : scenario.cluster.links) {
            const auto effect = link_effect(scenario.cluster, catalog, link);
            if (!effect) continue;
            for (const LinkEffect::End* end : {&effect->from, &effect->to})
                for (const bool server : {false, true}) add_core(used_text(*end, effect->kind, server));
            for (const auto& metres : {effect->longest(), std::optional<double>()})
                for (const CableOffer& offer : cable_offers(catalog, effect->kind, effect->port, metres))
                    add_core(offer.remark);
        }
        for (const Element& element : scenario.cluster.elements) // parts of the project's own
            if (const auto& part = element.part.inline_part) {
                for (const auto& [key, figure] : part->figures) {
                    add_core(figure.source);
                    add_core(figure.note);
                }
                add_core(key_values(*part, catalog));
            }
        add(scenario.plan.placement);
        if (const auto bill = bill_of_materials(scenario.cluster, catalog)) {
            add_core(totals_text(bill->totals));
            if (const auto prepared = Prepared::make(scenario, catalog))
                if (const auto capital = evaluate(*prepared).capital)
                    add_core(pieces_text(bill->totals) + "; " + capital_text(*capital));
            for (const BillRow& row : bill->rows)
                for (const std::string* text : {&row.name, &row.note, &row.power_source}) add_core(*text);
        }
        if (const auto made = fabric(scenario.cluster, catalog); !made) add_core(made.error());
        if (const auto found = reliefs_of(scenario, catalog)) add_core(*found);
        if (const auto prepared = Prepared::make(scenario, catalog)) {
            const Evaluation evaluation = evaluate(*prepared);
            add_core(swings(*prepared, evaluation));
            if (evaluation.feasible)
                add_core(swing_study(*prepared, evaluation,
                                     facility_study(*prepared, evaluation, FacilityDepth::loads),
                                     power_caps(*prepared)));
            ScaleResult study = scale(*prepared, sweep_counts(prepared->fabric().gpus, 8));
            find_moves(*prepared, {}, study);
            add_core(study);
        }
    }
    void add_core(const Diagnostic& diagnostic) {
        for (const std::string* text : {&diagnostic.where, &diagnostic.what, &diagnostic.fix})
            add_core(*text);
        add_core(diagnostic.text());
    }
    void add_core(const Evaluation& evaluation) {
        for (const Finding& finding : evaluation.findings)
            for (const std::string* text : {&finding.message, &finding.why, &finding.relief}) add_core(*text);
        for (const WaivedFinding& each : evaluation.waived) {
            for (const std::string* text : {&each.finding.message, &each.finding.why, &each.finding.relief})
                add_core(*text);
            add(each.reason);
        }
        for (const OperatorCost& op : evaluation.operators) add_core(op.name);
        for (const MemoryPart& part : evaluation.memory.parts) add_core(part.name);
        for (const RackState& rack : evaluation.power.racks) add_all({&rack.name, &rack.id});
        for (const FabricLevel& level : evaluation.levels)
            for (const std::string* text : {&level.name, &level.binding_label}) add_core(*text);
        add(evaluation.plan.placement);
        for (const SpreadTerm& term : evaluation.band) add_core(term.cause);
        for (const std::string& text : evaluation.assumed) add_core(text);
        add_core(evaluation.memory.would_fit);
        add_core(evaluation.binds);
        add_core(evaluation.after_that);
        for (const Gain& gain : evaluation.gains) {
            add_core(gain.label);
            add_core(gain.phrase());
        }
    }
    void add_core(const std::vector<Swing>& swings) {
        for (const Swing& swing : swings) {
            add_core(swing.gain.label);
            add_core(swing.gain.twice_text());
        }
    }
    void add_core(const SwingStudy& study) {
        for (const SwingTarget& target : study.targets)
            for (const SwingRemedy& remedy : target.remedies)
                for (const std::string* text : {&remedy.reason, &remedy.note}) add_core(*text);
    }
    void add_core(const ScaleResult& study) {
        for (const ScaleBorder& border : study.borders)
            for (const BorderMove& move : border.moves) {
                add_core(move.action);
                add_core(move.caution);
            }
    }
    void add_core(const Reliefs& reliefs) {
        for (const Relief& relief : reliefs.found) {
            add_core(relief.action);
            add_core(relief.caution);
            add_core(relief.action + "\n" + relief.caution);
        }
        for (const RefusedRelief& relief : reliefs.refused) {
            add_core(relief.action);
            add_core(relief.reason);
        }
    }
    void add_core(const ClusterSummary& figures) {
        for (const auto& [name, value] : figure_lines(figures)) {
            add_core(name);
            add_core(value);
        }
    }
    void add_core(const ScalingFit& fit) {
        for (const std::string* text : {&fit.curve.name, &fit.curve.file, &fit.curve.metric}) add(*text);
        for (const ScalingCheck& check : scaling_checks(fit))
            for (const std::string* text : {&check.said, &check.todo}) add_core(*text);
    }
    void add_core(const SearchResult& result) {
        for (const auto* plans : {&result.best, &result.pareto})
            for (const RankedPlan& plan : *plans) add_core(plan.reason);
        for (const SearchCell& cell : result.map) {
            add_core(cell.reason);
            if (cell.best) add_core(cell.best->reason);
        }
    }
    void add_core(const Explanation& explanation) {
        const std::string formula = explanation.formula_text(), origin = explanation.origin.text();
        for (const std::string* text :
             {&explanation.name, &formula, &origin, &explanation.source, &explanation.note})
            add_core(*text);
        if (!origin.empty() && !explanation.source.empty()) add_core(origin + "; " + explanation.source);
        m_units.insert(to_qt(explanation.unit));
        for (const ExplanationPtr& input : explanation.inputs) add_core(*input);
    }

    /// The plain words of `text` that are neither data nor units, joined by spaces. `whole` is false for a
    /// line that was painted, which may be a part of a text.
    QString plain_words(const QString& text, bool whole = true) const {
        if (!text.contains(m_word)) return {};
        const QString key = text + QChar(whole);
        if (const auto known = m_answers.constFind(key); known != m_answers.constEnd()) return *known;
        return *m_answers.insert(key, find_plain_words(text, whole));
    }

    /// A sentence that is put together from translated pieces, which no other language can follow.
    static bool is_pieced(const QString& text) {
        static const QRegularExpression seam(QStringLiteral("([^⟧\\s·])[\\s·]*⟧ ?⟦|⟦[ ,:](.)"));
        const QRegularExpressionMatch match = seam.match(text);
        return match.hasMatch() &&
               (match.capturedLength(2) > 0 || !QStringLiteral(".:;!?…").contains(match.captured(1)));
    }

private:
    /// A text of the core, also begun in the other case and without the unit after its last comma.
    void add_core(std::string_view text) {
        QString known = to_qt(text);
        if (known.isEmpty()) return;
        add(known);
        if (const qsizetype comma = known.lastIndexOf(u','); comma > 0) add(known.first(comma));
        known[0] = known[0].isUpper() ? known[0].toLower() : known[0].toUpper();
        add(known);
        if (const qsizetype comma = known.lastIndexOf(u','); comma > 0) add(known.first(comma));
    }
    void add_core(const std::string& text) { add_core(std::string_view(text)); }
    void add_all(std::initializer_list<const std::string*> texts) {
        for (const std::string* text : texts) add(*text);
    }
    void add_units(const std::string& quantity) {
        for (auto word = words(to_qt(quantity)); word.hasNext();) m_units.insert(word.next().captured());
    }

    QRegularExpressionMatchIterator words(const QString& text) const { return m_word.globalMatch(text); }

    /// Not the values that are words of the format: kinds, patterns, choices.
    void add_json(const QJsonValue& value) {
        static const QSet<QString> written{QStringLiteral("id"),     QStringLiteral("name"),
                                           QStringLiteral("from"),   QStringLiteral("to"),
                                           QStringLiteral("in"),     QStringLiteral("text"),
                                           QStringLiteral("note"),   QStringLiteral("description"),
                                           QStringLiteral("source"), QStringLiteral("where")};
        const QJsonArray members = value.toArray();
        for (const auto& one : members) add_json(one);
        const QJsonObject object = value.toObject();
        for (auto one = object.begin(); one != object.end(); ++one)
            if (one->isString() && written.contains(one.key()))
                add(one->toString());
            else
                add_json(one.value());
    }

    static QString plain(QString text) {
        static const QRegularExpression tag(QStringLiteral("<[^>]*>"));
        if (Qt::mightBeRichText(text)) {
            text.replace(tag, QStringLiteral(" ⁄ "));
            for (const auto& [entity, sign] :
                 {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&nbsp;", " "}, {"&amp;", "&"}})
                text.replace(QLatin1String(entity), QLatin1String(sign));
        }
        static const QRegularExpression mnemonic(QStringLiteral("&(?=\\w)"));
        return text.remove(mnemonic).simplified();
    }

    QString find_plain_words(const QString& shown, bool whole) const {
        QString text = plain(shown);
        static const QRegularExpression keys(QStringLiteral(
            "\\b(?:(?:Ctrl|Alt|Shift)\\+)+\\S+|\\b(?:Enter|Esc|Del|Tab|PgUp|PgDown|F\\d+)\\b"));
        text.replace(keys, QStringLiteral(" "));
        if (m_sorted.size() != m_data.size()) {
            m_sorted = QStringList(m_data.begin(), m_data.end());
            std::ranges::stable_sort(m_sorted, std::ranges::greater{}, &QString::size);
        }
        for (const QString& data : m_sorted) remove(text, data);
        QStringList left;
        for (auto found = words(text); found.hasNext();) {
            const QString word = found.next().captured();
            if (!m_units.contains(word)) left << word;
        }
        if (left.isEmpty()) return {};
        // A name that had no room whole, the beginning of a longer text, or a line of it that was painted.
        const QString all = plain(shown);
        const qsizetype first = all.indexOf(left.front()), dots = all.indexOf(u'…', first);
        const QString piece = dots > first ? all.mid(first, dots - first).trimmed() : all;
        constexpr qsizetype least = 20; // letters that are no chance
        if (std::ranges::any_of(m_sorted, [&](const QString& data) {
                return dots > first || !whole ? data.contains(piece)
                                              : piece.size() > least && data.startsWith(piece);
            }))
            return {};
        return left.join(u' ');
    }

    static void remove(QString& text, const QString& data) {
        for (qsizetype at = text.indexOf(data); at >= 0; at = text.indexOf(data, at + 1)) {
            const qsizetype end = at + data.size();
            if ((at > 0 && text[at - 1].isLetter() && data.front().isLetter()) ||
                (end < text.size() && text[end].isLetter() && data.back().isLetter()))
                continue;
            text.replace(at, data.size(), QStringLiteral(" "));
        }
    }

    const QRegularExpression m_word{QStringLiteral("(?<!\\p{L})[A-Za-z]{2,}(?!\\p{L})")};
    QSet<QString> m_data, m_units;
    mutable QStringList m_sorted; ///< the longest first
    mutable QHash<QString, QString> m_answers;
};

} // namespace roofrack::test
