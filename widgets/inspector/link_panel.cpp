// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/link_panel.h"

#include "core/base/units/bit_rate_text.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/offer/link_effect.h"
#include "core/drawing/offer/link_patterns.h"
#include "core/drawing/project/field_range.h"
#include "widgets/fields/record_form.h"
#include "widgets/fields/style_property.h"
#include "widgets/fields/text.h"
#include "widgets/inspector/link_text.h"

#include <QLabel>
#include <QRegularExpression>
#include <QVBoxLayout>

#include <algorithm>

namespace roofrack {

namespace {

constexpr QLatin1String mixed_cable_key("\x01mixed"); // no cable has such an id
constexpr QLatin1String straight_key("straight"), twisted_key("twisted");

QString element_name(const Cluster& cluster, const std::string& id) {
    const Element* element = cluster.find(id);
    if (!element) return to_qt(id);
    QString name = to_qt(element->name.empty() ? element->id : element->name);
    if (element->count > 1) name += QStringLiteral(" × ") + to_qt(format_count(element->count));
    return name;
}

/// What a file takes, and the field's address as an input of a scenario.
template<class M>
void bind_field(QuantityEdit& edit, M Link::*member) {
    if (const auto range = fields::range_of(member)) edit.set_range(range->low, range->high);
    edit.setProperty(input_property, QLatin1String("/cluster/links/*/") + to_qt(fields::key_of(member)));
}

template<class Get>
bool are_equal(const std::vector<Link>& links, Get get) {
    return std::ranges::all_of(links, [&](const Link& link) { return get(link) == get(links.front()); });
}

QString dims_text(const std::vector<int>& dims) {
    QStringList parts;
    for (const int dim : dims) parts << QString::number(dim);
    return parts.join(QStringLiteral(" × "));
}

std::vector<int> dims_in(const QString& text) {
    std::vector<int> dims;
    static const QRegularExpression between(QStringLiteral("[^0-9]+"));
    for (const QString& part : text.split(between, Qt::SkipEmptyParts)) {
        bool whole = false;
        const int dim = part.toInt(&whole);
        if (!whole || dim < 1) return {};
        dims.push_back(dim);
    }
    return dims;
}

bool serves_racks(const Element* element) {
    return element && (element->kind == ElementKind::feed || element->kind == ElementKind::cooling);
}

} // namespace

LinkPanel::LinkPanel(const Catalog& catalog, QWidget* parent)
    : QWidget(parent)
    , m_catalog(catalog)
    , m_form(new Form(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_form);
    m_ends = m_form->add_result(tr("Joins"));
    m_pattern = m_form->add_choice(tr("Pattern"));
    connect(m_pattern, &ChoiceEdit::key_committed, this, [this](const QString& key) {
        if (const auto pattern = link_pattern(key.toStdString())) use_pattern(*pattern);
    });
    m_dims = m_form->add_text(tr("Dimensions"), tr("Of the torus: \"4 × 4 × 4\""));
    connect(m_dims, &TextEdit::text_committed, this, [this](const QString& text) {
        const std::vector<int> dims = dims_in(text);
        if (dims.empty())
            m_dims->show_text(dims_text(m_links.front().dims));
        else
            change(tr("Dimensions"), [&](Link& link) { link.dims = dims; });
    });
    m_wrap = m_form->add_choice(
        tr("Wrap"), tr("Twisted: what closes a short axis arrives half a long one further on, which speeds "
                       "all-to-all. Of k × k × 2k and k × 2k × 2k"));
    connect(m_wrap, &ChoiceEdit::key_committed, this, [this](const QString& key) {
        if (key != mixed_cable_key)
            change(tr("Wrap"), [&](Link& link) { link.twisted = key == twisted_key; });
    });
    auto* count = add_value(
        m_form->add_integer(tr("Cables"), tr("Cables per connected pair, as the pattern says")), tr("Cables"),
        {}, [](const Link& link) { return std::optional<double>(link.count); },
        [](Link& link, std::optional<double> value) { link.count = static_cast<int>(*value); });
    bind_field(*count, &Link::count);
    m_bandwidth = add_value(
        m_form->add_quantity(
            tr("Bandwidth"), Dimension::byte_rate,
            tr("One cable, one direction: \"400G\", \"50 GB/s\". Empty: the slower of the two ports")),
        tr("Bandwidth"), tr("the slower port"),
        [](const Link& link) { return link.bandwidth ? std::optional(link.bandwidth->si()) : std::nullopt; },
        [](Link& link, std::optional<double> value) {
            link.bandwidth = value ? std::optional(ByteRate(*value)) : std::nullopt;
        });
    bind_field(*m_bandwidth, &Link::bandwidth);
    m_bandwidth->show_bits();
    m_cable = m_form->add_choice(tr("Cable"), tr("What is grey does not reach, or is no cable for it"));
    connect(m_cable, &ChoiceEdit::key_committed, this, [this](const QString& key) {
        if (key != mixed_cable_key)
            change(tr("Cable"), [&](Link& link) { set_cable(link, key.toStdString(), m_own); });
    });
    m_remark = m_form->add_result(QString());
    auto* distance = add_value(
        m_form->add_quantity(tr("Distance"), Dimension::number,
                             tr("Of fibre between the ends: 4.9 µs a km. Empty: within a hall none, between "
                                "sites 1,000 km")),
        tr("Distance"), tr("not said"), [](const Link& link) { return link.distance; },
        [](Link& link, std::optional<double> value) { link.distance = value; });
    distance->set_unit(QStringLiteral("km"));
    bind_field(*distance, &Link::distance);
    auto* latency = add_value(
        m_form->add_quantity(
            tr("Latency"), Dimension::time,
            tr("One way over that distance, ports not counted: measured round trip ÷ 2. Wins over "
               "the distance")),
        tr("Latency"), tr("from the distance"),
        [](const Link& link) { return link.latency ? std::optional(link.latency->si()) : std::nullopt; },
        [](Link& link, std::optional<double> value) {
            link.latency = value ? std::optional(Seconds(*value)) : std::nullopt;
        });
    bind_field(*latency, &Link::latency);
    m_load = add_value(
        m_form->add_quantity(tr("Background load"), Dimension::number,
                             tr("Share of it that other jobs take")),
        tr("Background load"), {}, [](const Link& link) { return std::optional(link.background_load); },
        [](Link& link, std::optional<double> value) { link.background_load = *value; });
    bind_field(*m_load, &Link::background_load);
    auto* health = add_value(
        m_form->add_quantity(tr("Working cables"), Dimension::number, tr("Share of the cables that work")),
        tr("Working cables"), {}, [](const Link& link) { return std::optional(link.health); },
        [](Link& link, std::optional<double> value) { link.health = *value; });
    bind_field(*health, &Link::health);
    m_ports = m_form->add_result(tr("Ports"), tr("Used at one of either end, by all links"));
    m_total = m_form->add_result(tr("Total"), tr("Cables in the whole drawing, and what they carry"));
    m_length = m_form->add_result(tr("Length"), tr("Shortest and longest run, from where the ends stand"));
    m_binding = m_form->add_result(tr("Finding"));
}

QuantityEdit* LinkPanel::add_value(QuantityEdit* edit, const QString& label, const QString& when_empty,
                                   std::function<std::optional<double>(const Link&)> get,
                                   std::function<void(Link&, std::optional<double>)> set) {
    if (!when_empty.isNull()) edit->set_optional(when_empty);
    const bool needed = when_empty.isNull();
    m_values.push_back({edit, when_empty, get});
    connect(
        edit, &QuantityEdit::value_committed, this,
        [this, edit, label, needed, get = std::move(get), set = std::move(set)](std::optional<double> value) {
            if (needed && !value) // emptied: they stay as they are
                edit->set_value(are_equal(m_links, get) ? get(m_links.front()) : std::nullopt);
            else
                change(label, [&](Link& link) { set(link, value); });
        });
    return edit;
}

void LinkPanel::change(const QString& step, const std::function<void(Link&)>& set) {
    std::vector<Link> next = m_links;
    for (Link& link : next) set(link);
    if (next == m_links) return;
    m_links = next;
    if (next.size() == 1)
        Q_EMIT edited(next.front(), step);
    else
        Q_EMIT several_edited(next, step);
}

void LinkPanel::use_pattern(LinkPattern pattern) {
    const std::vector<int> dims = torus_dims(static_cast<int>(std::min(1e6, m_units)), 3);
    change(tr("Pattern"), [&](Link& link) {
        link.pattern = pattern;
        if (pattern != LinkPattern::torus) {
            link.dims.clear();
            link.twisted = false;
        } else if (link.dims.empty())
            link.dims = dims;
    });
}

void LinkPanel::show_links(std::vector<Link> links, const Cluster& cluster) {
    m_links = std::move(links);
    if (m_links.empty()) return;
    const Link& first = m_links.front();
    m_ends->setText(m_links.size() > 1 ? tr("%1 links").arg(m_links.size())
                                       : element_name(cluster, first.from) + QStringLiteral(" – ") +
                                             element_name(cluster, first.to));
    if (const Element* from = cluster.find(first.from)) m_units = std::max(1.0, cluster.instances(*from));
    for (const Value& value : m_values) {
        const bool equal = are_equal(m_links, value.get);
        if (!value.when_empty.isNull() || !equal)
            value.edit->set_optional(equal ? value.when_empty : tr("mixed"));
        value.edit->set_value(equal ? value.get(first) : std::nullopt);
    }
    show_pattern();
    show_cables(cluster);
    show_effect(cluster);
}

void LinkPanel::show_pattern() {
    const bool to_itself = std::ranges::all_of(m_links, [](const Link& l) { return l.from == l.to; });
    std::vector<ChoiceEdit::Choice> choices;
    const bool equal = are_equal(m_links, [](const Link& link) { return link.pattern; });
    if (!equal) choices.push_back({mixed_cable_key, tr("mixed"), {}});
    for (const LinkPattern pattern :
         {LinkPattern::each, LinkPattern::rail, LinkPattern::mesh, LinkPattern::torus}) {
        // A torus joins an element to itself, and what joins one to itself is a torus or a mesh.
        const bool own = pattern == LinkPattern::torus || pattern == LinkPattern::mesh;
        const bool fits = to_itself ? own : pattern != LinkPattern::torus;
        if (fits || (equal && pattern == m_links.front().pattern))
            choices.push_back({to_qt(name_of(pattern)), pattern_text(pattern), pattern_tooltip(pattern)});
    }
    m_pattern->set_choices(choices);
    m_pattern->set_key(equal ? to_qt(name_of(m_links.front().pattern)) : mixed_cable_key);
    const bool torus =
        std::ranges::all_of(m_links, [](const Link& link) { return link.pattern == LinkPattern::torus; });
    m_form->set_row_visible(m_dims, torus);
    m_dims->show_text(dims_text(m_links.front().dims));
    m_form->set_row_visible(m_wrap, torus);
    const bool alike = are_equal(m_links, [](const Link& link) { return link.twisted; });
    std::vector<ChoiceEdit::Choice> wraps{{straight_key, tr("straight"), {}},
                                          {twisted_key, tr("twisted"), {}}};
    if (!alike) wraps.insert(wraps.begin(), {mixed_cable_key, tr("mixed"), {}});
    m_wrap->set_choices(wraps);
    m_wrap->set_key(!alike ? mixed_cable_key : m_links.front().twisted ? twisted_key : straight_key);
}

void LinkPanel::show_cables(const Cluster& cluster) {
    // With several it is the most that any of them asks for, so that what is offered is legal for all.
    LinkKind kind = LinkKind::network;
    std::optional<ByteRate> rate;
    std::optional<double> metres;
    constexpr int most_measured = 8; // the first will do of many alike
    int seen = 0;
    const auto containment = Containment::make(cluster);
    for (const Link& link : m_links) {
        const auto need = containment ? cable_need(cluster, *containment, m_catalog, link) : std::nullopt;
        if (!need) continue;
        if (need->kind != LinkKind::network) kind = need->kind;
        if (need->port) rate = std::max(rate.value_or(*need->port), *need->port);
        if (need->longest) metres = std::max(metres.value_or(0), *need->longest);
        if (++seen == most_measured) break;
    }
    // Power and coolant take no cables of a network, and no part of their rate.
    const bool network =
        kind == LinkKind::network && std::ranges::none_of(m_links, [&](const Link& link) {
            return serves_racks(cluster.find(link.from)) || serves_racks(cluster.find(link.to));
        });
    m_form->set_row_visible(m_cable, network);
    for (const Value& value : m_values) m_form->set_row_visible(value.edit, network);
    if (rate && m_links.size() == 1) // said where none is given
        m_bandwidth->set_optional(tr("%1, the slower port").arg(to_qt(format_bit_rate(*rate))));
    const auto offers = cable_offers(m_catalog, kind, rate, metres, m_own);
    const bool equal = are_equal(m_links, [](const Link& link) { return link.cable; });
    set_cable_choices(*m_cable, offers, metres, LegalOnly::no, equal ? QString() : mixed_cable_key);
    m_cable->set_key(equal ? as_written(m_links.front().cable) : mixed_cable_key);
    QString remark;
    for (const CableOffer& offer : offers)
        if (equal && offer.cable->id == m_links.front().cable) remark = to_qt(offer.remark);
    m_form->set_row_visible(m_remark, network && !remark.isEmpty());
    m_remark->setText(remark);
}

void LinkPanel::show_effect(const Cluster& cluster) {
    const bool one = m_links.size() == 1;
    const auto effect = one ? link_effect(cluster, m_catalog, m_links.front())
                            : Result<LinkEffect>(tl::unexpected(Diagnostic{}));
    const bool network = effect && effect->kind == LinkKind::network;
    m_form->set_row_visible(m_ports, effect.has_value());
    m_form->set_row_visible(m_total, effect.has_value());
    const QString length = network ? length_text(*effect) : QString();
    m_form->set_row_visible(m_length, !length.isEmpty());
    if (!effect) return;
    m_ports->setText(effect_text(*effect, cluster));
    set_style_property(m_ports, "state",
                       effect_text(*effect, cluster, EndsShown::over).isEmpty() ? "" : "warning");
    m_total->setText(cables_text(*effect));
    m_length->setText(length);
}

void LinkPanel::show_evaluation(const Evaluation* evaluation) {
    const FabricLevel* level = nullptr;
    if (evaluation && m_links.size() == 1) {
        const auto found = std::ranges::find(evaluation->levels, m_links.front().id, &FabricLevel::binding);
        if (found != evaluation->levels.end()) level = &*found;
    }
    m_form->set_row_visible(m_binding, level != nullptr);
    if (level)
        m_binding->setText(tr("narrowest way out of “%1”: %2 per GPU")
                               .arg(to_qt(level->name),
                                    to_qt(format_quantity(level->egress.si(), Dimension::byte_rate, 3))));
}

} // namespace roofrack
