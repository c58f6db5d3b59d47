// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/link_text.h"

#include "core/base/units/bit_rate.h"
#include "core/base/units/quantity_text.h"
#include "widgets/fields/text.h"
#include "widgets/inspector/part_text.h"

#include <QCoreApplication>
#include <QStandardItemModel>

namespace roofrack {
namespace {

struct LinkTextWords {
    Q_DECLARE_TR_FUNCTIONS(LinkText)
};

QString used(const LinkEffect::End& end, LinkKind kind, const Cluster& cluster) {
    const Element* element = cluster.find(end.id);
    const bool server = element && element->kind == ElementKind::server;
    return to_qt(used_text(end, kind, server));
}

} // namespace

QString pattern_text(LinkPattern pattern) {
    switch (pattern) {
    case LinkPattern::each: return LinkTextWords::tr("Each to one");
    case LinkPattern::rail: return LinkTextWords::tr("Rails");
    case LinkPattern::mesh: return LinkTextWords::tr("Mesh");
    case LinkPattern::torus: break;
    }
    return LinkTextWords::tr("Torus");
}

QString pattern_tooltip(LinkPattern pattern) {
    switch (pattern) {
    case LinkPattern::each:
        return LinkTextWords::tr("Every one has its cables to one of the other side; neighbours share it");
    case LinkPattern::rail: return LinkTextWords::tr("Cable k of every one goes to switch k of its group");
    case LinkPattern::mesh:
        return LinkTextWords::tr("Every one has its cables to every one of the other side");
    case LinkPattern::torus: break;
    }
    return LinkTextWords::tr("Neighbours along each dimension");
}

QString effect_text(const LinkEffect& effect, const Cluster& cluster, EndsShown ends) {
    QStringList parts;
    for (const LinkEffect::End* end : {&effect.from, &effect.to}) {
        if (end->ports.links.empty()) continue;
        // A feed and a cooling unit have as many outlets as are wanted.
        if (effect.kind != LinkKind::network && end == &effect.from) continue;
        const bool over = end->ports.total && end->ports.used > *end->ports.total + 1e-9;
        if (ends != EndsShown::all && over != (ends == EndsShown::over)) continue;
        parts << LinkTextWords::tr("%1 at %2").arg(used(*end, effect.kind, cluster), to_qt(end->name));
        if (effect.from.id == effect.to.id) break;
    }
    if (const LinkEffect::End* end = ends == EndsShown::over ? nullptr : effect.oversubscribed())
        parts
            << LinkTextWords::tr("%1 at %2").arg(to_qt(ratio_text(*end->oversubscription)), to_qt(end->name));
    return parts.join(QStringLiteral(" · "));
}

QString cables_text(const LinkCapacity& link) {
    const QString count =
        to_qt(link.kind == LinkKind::network ? format_count(link.cables) : share_text(link.cables));
    if (!link.rate) return count;
    return QStringLiteral("%1 × %2G · %3")
        .arg(count)
        .arg(in_gigabits(*link.rate), 0, 'g', 4)
        .arg(to_qt(format_quantity(link.total.si(), Dimension::byte_rate, 3)));
}

QString length_text(const LinkEffect& effect) {
    if (!effect.longest()) return {};
    const auto metres = [](double value) { return QString::number(value, 'f', value < 10 ? 1 : 0); };
    const LinkCabling& run = *effect.cabling;
    if (run.longest - run.shortest < 0.15) return LinkTextWords::tr("%1 m").arg(metres(run.longest));
    return LinkTextWords::tr("%1–%2 m").arg(metres(run.shortest), metres(run.longest));
}

void set_cable_choices(ChoiceEdit& edit, const std::vector<CableOffer>& offers, std::optional<double> metres,
                       LegalOnly legal_only, const QString& mixed_key) {
    std::vector<ChoiceEdit::Choice> choices;
    std::vector<bool> legal{true}, slow{false};
    if (!mixed_key.isEmpty()) {
        choices.push_back({mixed_key, LinkTextWords::tr("mixed"), QString()});
        legal.push_back(true);
        slow.push_back(false);
    }
    choices.push_back({QString(),
                       metres
                           ? LinkTextWords::tr("by length, %1 m").arg(*metres, 0, 'f', *metres < 10 ? 1 : 0)
                           : LinkTextWords::tr("by length"),
                       LinkTextWords::tr("The bill of materials takes the first cable that reaches")});
    for (const CableOffer& offer : offers) {
        if (legal_only == LegalOnly::yes && !offer.legal()) continue;
        QString label = to_qt(offer.cable->name);
        if (!offer.remark.empty()) label += QStringLiteral(" – ") + to_qt(offer.remark);
        choices.push_back({QString::fromStdString(offer.cable->id), label, {}, part_rich_tip(*offer.cable)});
        legal.push_back(offer.legal());
        slow.push_back(offer.fit == CableFit::slower);
    }
    edit.set_choices(choices);
    if (auto* model = qobject_cast<QStandardItemModel*>(edit.model()))
        for (size_t i = 0; i < legal.size(); ++i)
            if (QStandardItem* item = model->item(static_cast<int>(i))) {
                item->setEnabled(legal[i]);
                // What holds the ports back may be chosen, and is grey as what may not.
                if (slow[i]) item->setForeground(edit.palette().brush(QPalette::Disabled, QPalette::Text));
            }
}

} // namespace roofrack
