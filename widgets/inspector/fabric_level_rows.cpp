// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/fabric_level_rows.h"

#include "core/drawing/project/field_range.h"
#include "widgets/fields/text.h"

#include <algorithm>

namespace roofrack {

namespace {

const LevelConditions* said_of(const Site& site, const std::string& level) {
    const auto found = std::ranges::find(site.fabric, level, &LevelConditions::level);
    return found == site.fabric.end() ? nullptr : &*found;
}

QString meaning_of(std::string_view role) {
    if (role == "scale-up") return FabricLevelRows::tr("Links inside a server's or rack's domain");
    if (role == "leaf") return FabricLevelRows::tr("Servers to the first tier of switches");
    if (role == "spine") return FabricLevelRows::tr("The first tier of switches to the second");
    if (role == "core") return FabricLevelRows::tr("To the tiers above");
    if (role == "group") return FabricLevelRows::tr("Between switches of one tier: a dragonfly's");
    return FabricLevelRows::tr("Links of a torus");
}

} // namespace

FabricLevelRows::FabricLevelRows(Form& form, QObject* parent)
    : QObject(parent)
    , m_level(form.add_choice(tr("Fabric level"),
                              tr("Of which the three lines below speak: the links that join it"))) {
    connect(m_level, &ChoiceEdit::key_committed, this, [this](const QString& key) {
        m_chosen = key.toStdString();
        show_level();
    });
    add_share(form, tr("Background traffic"), &LevelConditions::background, tr("none"),
              tr("Share of the level's bandwidth that other traffic takes, 0 to 1"));
    add_share(
        form, tr("Degraded links"), &LevelConditions::degraded_links, tr("none"),
        tr("Share of the level's links that run slower than they should, 0 to 1: a collective waits for "
           "its slowest link"));
    add_share(form, tr("They run at"), &LevelConditions::degraded_rate, {},
              tr("Share of their rate that degraded links reach: 0.5 is half the width"));
}

QuantityEdit* FabricLevelRows::add_share(Form& form, const QString& label, double LevelConditions::*member,
                                         const QString& when_empty, const QString& tooltip) {
    QuantityEdit* edit = form.add_quantity(label, Dimension::number, tooltip);
    if (!when_empty.isEmpty()) edit->set_optional(when_empty);
    if (const auto range = fields::range_of(member)) edit->set_range(range->low, range->high);
    m_shares.emplace_back(edit, member);
    connect(edit, &QuantityEdit::value_committed, this, [this, member, label](std::optional<double> value) {
        Site next = m_site;
        auto found = std::ranges::find(next.fabric, m_chosen, &LevelConditions::level);
        if (found == next.fabric.end()) {
            next.fabric.push_back({m_chosen, 0, 0, LevelConditions().degraded_rate, {}});
            found = next.fabric.end() - 1;
        }
        (*found).*member = value.value_or(0);
        // A line that says nothing any more goes, unless the file has more in it than is known here.
        if (found->background == 0 && found->degraded_links == 0 && found->unknown.empty() &&
            member != &LevelConditions::degraded_rate)
            next.fabric.erase(found);
        if (next == m_site) return;
        m_site = next;
        show_level();
        Q_EMIT edited(next, label);
    });
    return edit;
}

void FabricLevelRows::show_site(const Site& site) {
    m_site = site;
    // What the file speaks of is shown first.
    if (!said_of(site, m_chosen) && !site.fabric.empty()) m_chosen = site.fabric.front().level;
    show_levels();
    show_level();
}

void FabricLevelRows::show_levels() {
    std::vector<ChoiceEdit::Choice> choices;
    for (const std::string_view role : level_roles) {
        const QString key = QString::fromUtf8(role.data(), static_cast<qsizetype>(role.size()));
        choices.push_back({key, in_words(role), meaning_of(role)});
    }
    for (const LevelConditions& each : m_site.fabric)
        if (const QString key = as_written(each.level);
            std::ranges::find(choices, key, &ChoiceEdit::Choice::key) == choices.end())
            choices.push_back({key, to_qt(each.level), {}});
    m_level->set_choices(choices);
}

void FabricLevelRows::show_level() {
    m_level->set_key(as_written(m_chosen));
    const LevelConditions* said = said_of(m_site, m_chosen);
    const LevelConditions shown = said ? *said : LevelConditions();
    for (const auto& [edit, member] : m_shares) {
        const double value = shown.*member;
        const bool optional = member != &LevelConditions::degraded_rate;
        edit->set_value(optional && value == 0 ? std::nullopt : std::optional(value));
        if (!optional) edit->setEnabled(shown.degraded_links > 0);
    }
}

} // namespace roofrack
