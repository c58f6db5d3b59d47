// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/several_panel.h"

#include "core/base/model/cluster.h"
#include "core/drawing/bill/owned_changes.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/project/project_fields.h"
#include "widgets/editor/item_text.h"
#include "widgets/fields/record_form.h"
#include "widgets/fields/text.h"
#include "widgets/inspector/ownership_words.h"
#include "widgets/inspector/part_text.h"

#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <unordered_set>

namespace roofrack {
namespace {

constexpr QLatin1String mixed_key("\x01mixed"); // no part has such an id

/// All that there can be several of, and that can be bought, owned or sold: no notes.
constexpr std::array equipment_kinds{
    ElementKind::site,   ElementKind::room,    ElementKind::row,     ElementKind::pod,  ElementKind::rack,
    ElementKind::server, ElementKind::switch_, ElementKind::storage, ElementKind::feed, ElementKind::cooling};

template<class Get>
bool are_equal(const std::vector<Element>& elements, Get get) {
    return std::all_of(elements.begin(), elements.end(),
                       [&](const Element& one) { return get(one) == get(elements.front()); });
}

/// "97"; of several kinds what there is of each, since racks and what stands in them are no sum.
QString total_text(const std::vector<Element>& elements, const Cluster& cluster) {
    std::map<ElementKind, double> of_kind;
    for (const Element& element : elements) of_kind[element.kind] += cluster.instances(element);
    if (of_kind.size() == 1) return to_qt(format_count(of_kind.begin()->second));
    QStringList out;
    for (const auto& [kind, count] : of_kind) out << counted(kind, static_cast<size_t>(std::llround(count)));
    return out.join(QStringLiteral(", "));
}

} // namespace

SeveralPanel::SeveralPanel(const Catalog& catalog, QWidget* parent)
    : QWidget(parent)
    , m_catalog(catalog)
    , m_form(new Form(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_form);
    m_part = m_form->add_choice(tr("Part"));
    connect(m_part, &ChoiceEdit::key_committed, this, [this](const QString& key) {
        if (key == mixed_key) return;
        const auto own = std::ranges::find(m_own, key.toStdString(), &PartRef::id);
        change(tr("Part"), [&](Element& element) {
            set_part(element,
                     own != m_own.end() ? *own
                                        : PartRef{.id = key.toStdString(), .inline_part = {}, .base = {}},
                     m_catalog);
        });
    });
    add_fields();
    add_ownership();
    m_total = m_form->add_result(tr("Total"), tr("Instances with those of their containers"));
}

template<class V>
QuantityEdit* SeveralPanel::add(const QString& label, std::optional<V> Element::*member,
                                const QString& when_empty, const QString& tooltip,
                                std::vector<ElementKind> kinds, std::optional<Dimension> dimension) {
    QuantityEdit* edit = nullptr;
    if constexpr (std::is_same_v<V, int>)
        edit = m_form->add_integer(label, tooltip);
    else
        edit = m_form->add_quantity(label, dimension.value_or(detail::Field<V>::dimension), tooltip);
    if (const auto range = fields::range_of(member)) edit->set_range(range->low, range->high);
    m_fields.push_back({edit, when_empty, std::move(kinds),
                        [member](const Element& element) {
                            return element.*member
                                       ? std::optional(detail::Field<V>::to_si(*(element.*member)))
                                       : std::nullopt;
                        },
                        [member](Element& element, std::optional<double> value) {
                            if (value)
                                element.*member = detail::Field<V>::from_si(*value);
                            else
                                (element.*member).reset();
                        }});
    connect_field(label, m_fields.size() - 1);
    return edit;
}

void SeveralPanel::connect_field(const QString& label, size_t field) {
    connect(m_fields[field].edit, &QuantityEdit::value_committed, this,
            [this, label, field](std::optional<double> value) {
                change(label, [&](Element& element) { m_fields[field].set(element, value); });
            });
}

void SeveralPanel::add_fields() {
    using enum ElementKind;
    auto* count = m_form->add_integer(tr("Count"), tr("Equal ones inside each instance of the container"));
    count->set_range(1, 1e6);
    m_fields.push_back({count,
                        QString(),
                        {equipment_kinds.begin(), equipment_kinds.end()},
                        [](const Element& element) { return std::optional<double>(element.count); },
                        [this](Element& element, std::optional<double> value) {
                            if (!value) return;
                            const int before = element.count;
                            element.count = static_cast<int>(*value);
                            keep_owned_count(element, before, m_owned.contains(element.id));
                        }});
    connect_field(tr("Count"), 0);
    add(tr("Power limit"), &Element::power_limit, tr("from its feeds"),
        tr("What the feeds of one rack may deliver"), {rack});
    add(tr("Cooling limit"), &Element::cooling_limit, tr("from its cooling"),
        tr("Heat that the air or liquid of one rack may take away"), {rack});
    add(tr("GPU power cap"), &Element::gpu_power_cap, tr("none"), tr("Software cap of one GPU"), {server});
    add(tr("Supply"), &Element::supply, tr("from the part"),
        tr("Temperature of the air or water it supplies"), {cooling});
    add(tr("Inlet air"), &Element::supply, tr("as supplied"),
        tr("Local air temperature at the inlet, where it differs from the supply"), {room, rack});
    add(tr("Air supplied"), &Element::air_supply_ratio, tr("as demanded"),
        tr("Supplied air flow ÷ what the servers demand; below 1 hot air comes round again"), {rack});
    add(tr("GPU speed"), &Element::speed, tr("1"),
        tr("Relative to the catalogue: an older stepping, a weak part"), {server});
    add(tr("Ports up"), &Element::health, tr("1"), tr("Share of its ports that are up"), {switch_});
    add(tr("Read"), &Element::bandwidth, tr("from the part"), tr("Sustained read"), {storage});
    add(tr("Write"), &Element::write_bandwidth, tr("as read"), tr("Sustained write"), {storage});
    add(tr("Tier"), &Element::tier, tr("from the drawing"),
        tr("1 = leaf; empty: told by the distance to the servers"), {switch_});
}

void SeveralPanel::add_ownership() {
    m_ownership = m_form->add_choice(ownership::label(), ownership::tip());
    connect(m_ownership, &ChoiceEdit::key_committed, this, [this](const QString& key) {
        if (key == mixed_key) return;
        for (const Procurement each : fields::procurements)
            if (key == to_qt(name_of(each)))
                change(ownership::label(), [each](Element& element) { element.procurement = each; });
    });
    m_sale_price =
        add(ownership::price_label(), &Element::sale_price, ownership::no_price(), ownership::price_tip(),
            {equipment_kinds.begin(), equipment_kinds.end()}, Dimension::money);
}

void SeveralPanel::show_elements(std::vector<Element> elements, const Cluster& cluster) {
    m_elements = std::move(elements);
    if (m_elements.empty()) return;
    m_some_sold = false;
    m_owned.clear();
    if (says_procurement(cluster)) {
        std::unordered_set<std::string_view> shown;
        for (const Element& element : m_elements) shown.insert(element.id);
        const std::vector<Procurement> procurements = procurements_of(cluster);
        for (size_t i = 0; i < procurements.size(); ++i) {
            const std::string& id = cluster.elements[i].id;
            if (!shown.contains(id)) continue;
            m_some_sold = m_some_sold || procurements[i] == Procurement::sell;
            if (procurements[i] == Procurement::owned) m_owned.insert(id);
        }
    }
    show_fields();
    show_part();
    show_ownership();
    m_total->setText(total_text(m_elements, cluster));
}

void SeveralPanel::show_fields() {
    for (const Field& field : m_fields) {
        const bool all_have = std::all_of(m_elements.begin(), m_elements.end(), [&](const Element& element) {
            return std::ranges::find(field.kinds, element.kind) != field.kinds.end();
        });
        const bool is_shown =
            all_have &&
            (field.edit != m_sale_price || m_some_sold ||
             std::ranges::any_of(m_elements, [](const Element& e) { return e.sale_price.has_value(); }));
        m_form->set_row_visible(field.edit, is_shown);
        if (!is_shown) continue;
        const bool equal = are_equal(m_elements, field.get);
        field.edit->set_optional(equal ? field.when_empty : tr("mixed"));
        field.edit->set_value(equal ? field.get(m_elements.front()) : std::nullopt);
    }
}

void SeveralPanel::show_part() {
    const auto kind = part_kind_of(m_elements.front().kind);
    const bool one_kind = are_equal(m_elements, [](const Element& element) { return element.kind; });
    m_form->set_row_visible(m_part, kind && one_kind);
    if (!kind || !one_kind) return;
    std::vector<ChoiceEdit::Choice> choices;
    for (const PartRef& own : m_own)
        if (own.inline_part && own.inline_part->kind == *kind)
            choices.push_back(
                {as_written(own.id), to_qt(own.inline_part->name), {}, part_rich_tip(*own.inline_part)});
    for (ChoiceEdit::Choice& choice : part_choices(m_catalog, *kind)) choices.push_back(std::move(choice));
    const bool equal = are_equal(m_elements, [](const Element& element) { return element.part.id; });
    if (!equal) choices.insert(choices.begin(), {mixed_key, tr("mixed"), QString()});
    // The key first: the list keeps the present one, and would keep "mixed".
    if (equal) m_part->set_key(as_written(m_elements.front().part.id));
    m_part->set_choices(choices);
    m_part->set_key(equal ? as_written(m_elements.front().part.id) : mixed_key);
}

void SeveralPanel::show_ownership() {
    const bool all_have = std::ranges::all_of(m_elements, [](const Element& element) {
        return std::ranges::find(equipment_kinds, element.kind) != equipment_kinds.end();
    });
    m_form->set_row_visible(m_ownership, all_have);
    if (!all_have) return;
    const bool equal = are_equal(m_elements, [](const Element& element) { return element.procurement; });
    auto choices = ownership::choices();
    if (!equal) choices.insert(choices.begin(), {mixed_key, tr("mixed"), QString()});
    const QString key = equal ? to_qt(name_of(m_elements.front().procurement)) : QString(mixed_key);
    // The key first: the list keeps the present one, and would keep "mixed".
    if (equal) m_ownership->set_key(key);
    m_ownership->set_choices(choices);
    m_ownership->set_key(key);
}

template<class Change>
void SeveralPanel::change(const QString& step, Change change) {
    std::vector<Element> next = m_elements;
    for (Element& element : next) change(element);
    if (next == m_elements) return show_fields(); // an emptied count comes back
    m_elements = next;
    Q_EMIT edited(next, step);
}

} // namespace roofrack
