// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/elevation/elevation_picture.h"

#include "core/base/units/quantity_text.h"
#include "widgets/canvas/items/rack_slots.h"
#include "widgets/canvas/paint/paint_element.h"
#include "widgets/fields/text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

constexpr double margin = 16, gap = 28, number_width = 24, slot_width = 232, header = 44, budget_row = 20;
constexpr double lowest_unit = 12, highest_unit = 20;
constexpr double owned_legs = 10; ///< corner of a rack or device that is there already
constexpr double plinth = 3;      ///< plinth of the frame over the uppermost and below the lowest unit
constexpr double rack_width = 2 * number_width + slot_width;

struct ElevationWords {
    Q_DECLARE_TR_FUNCTIONS(Elevation)
};

QString watts(double value) { return to_qt(format_quantity(value, Dimension::power, 3)); }

/// The GPUs in as many columns as the drawing has for such a box, in the middle of `area`.
std::vector<QRectF> squares(const QRectF& area, const RackDevice& device) {
    const double drawn_height = device.height * rack_measure::unit - 2;
    const auto drawn = gpu_cells(QRectF(0, 0, rack_measure::slot_width, drawn_height), device.gpus);
    const auto columns = static_cast<int>(
        std::ranges::count(drawn, drawn.front().top(), [](const QRectF& cell) { return cell.top(); }));
    const int rows = (device.gpus + columns - 1) / columns;
    constexpr double widest = 26; // widest of a cell and its gap
    const double width = std::min(area.width() / columns, widest),
                 height = std::min(area.height() / rows, width);
    const double between = std::min({4.0, width * 0.25, height * 0.25});
    const QPointF corner(area.right() - columns * width, area.center().y() - rows * height / 2);
    std::vector<QRectF> cells;
    for (int i = 0; i < device.gpus; ++i) {
        const int row = i / columns, column = i % columns;
        cells.emplace_back(corner.x() + column * width + between / 2, corner.y() + row * height + between / 2,
                           width - between, height - between);
    }
    return cells;
}

/// "27.4 of 32.7 kW", the unit once where both have the same.
QString against(double value, std::optional<double> limit) {
    const QString shown = watts(value);
    if (!limit) return shown;
    const QString most = watts(*limit);
    const QString unit = shown.section(u' ', -1);
    const QString number = most.endsWith(u' ' + unit) ? shown.left(shown.size() - unit.size() - 1) : shown;
    return ElevationWords::tr("%1 of %2").arg(number, most);
}

} // namespace

bool ElevationRack::has(const std::string& id, Procurement procurement) const {
    const auto found = procurements.find(id);
    return found != procurements.end() && found->second == procurement;
}

ElevationPicture::ElevationPicture(std::vector<ElevationRack> racks, const Theme& theme, double height)
    : m_racks(std::move(racks))
    , m_theme(theme.scaled(1))
    , m_faded(PainterStyle::faded(m_theme)) {
    for (const ElevationRack& rack : m_racks) {
        m_highest = std::max(m_highest, rack.layout.units);
        m_above = std::max(m_above, rack.layout.highest() - rack.layout.units);
    }
    const double room = height - 2 * margin - header - 3 * budget_row - 8 - plinth;
    m_unit = std::clamp(std::floor(room / std::max(1, m_highest + m_above)), lowest_unit, highest_unit);
}

QSizeF ElevationPicture::size() const {
    if (m_racks.empty()) return {};
    const double racks = static_cast<double>(m_racks.size());
    return {2 * margin + racks * rack_width + (racks - 1) * gap,
            2 * margin + header + (m_highest + m_above) * m_unit + 8 + plinth + 3 * budget_row};
}

QRectF ElevationPicture::frame(int rack) const {
    const int units = m_racks[static_cast<size_t>(rack)].layout.units;
    const double left = margin + rack * (rack_width + gap) + number_width;
    // All racks stand on one floor.
    const double floor = margin + header + (m_highest + m_above) * m_unit;
    return {left, floor - units * m_unit, slot_width, units * m_unit};
}

QRectF ElevationPicture::units(int rack, int u, int height) const {
    const QRectF all = frame(rack);
    return {all.left(), all.bottom() - (u + height - 1) * m_unit, all.width(), height * m_unit};
}

QRectF ElevationPicture::device(int rack, const RackDevice& device) const {
    return units(rack, device.u, device.height).adjusted(3, 0.5, -3, -0.5);
}

int ElevationPicture::rack_at(const QPointF& point) const {
    if (m_racks.empty()) return -1;
    const double at = std::floor((point.x() - margin + gap / 2) / (rack_width + gap));
    return static_cast<int>(std::clamp(at, 0.0, static_cast<double>(m_racks.size()) - 1));
}

int ElevationPicture::unit_at(int rack, double y) const {
    return static_cast<int>(std::floor((frame(rack).bottom() - y) / m_unit)) + 1;
}

const RackDevice* ElevationPicture::device_at(const QPointF& point) const {
    const int rack = rack_at(point);
    if (rack < 0) return nullptr;
    for (const RackDevice& each : m_racks[static_cast<size_t>(rack)].layout.devices)
        if (device(rack, each).contains(point)) return &each;
    return nullptr;
}

void ElevationPicture::paint(QPainter& painter, const std::vector<std::string>& selected,
                             const std::optional<ElevationGhost>& ghost) const {
    painter.setRenderHint(QPainter::Antialiasing);
    for (int i = 0; i < static_cast<int>(m_racks.size()); ++i) paint_rack(painter, i, selected);
    if (ghost) paint_ghost(painter, *ghost);
}

void ElevationPicture::paint_rack(QPainter& painter, int rack,
                                  const std::vector<std::string>& selected) const {
    const ElevationRack& drawn = m_racks[static_cast<size_t>(rack)];
    const QRectF all = frame(rack);
    const QRectF outer = all.adjusted(-number_width, -plinth, number_width, plinth);
    const auto is_selected = [&](const std::string& id) {
        return std::find(selected.begin(), selected.end(), id) != selected.end();
    };

    // The head stands over the overflow of the highest, so that the names are in one line.
    const QRectF head(outer.left(), margin, outer.width(), header);
    painter.setFont(m_theme.font(Theme::Role::strong));
    const bool is_sold = drawn.has(drawn.layout.id, Procurement::sell),
               is_owned = drawn.has(drawn.layout.id, Procurement::owned);
    painter.setPen(is_selected(drawn.layout.id) ? m_theme.accent : is_sold ? m_theme.disabled : m_theme.text);
    QString title = to_qt(drawn.layout.name);
    if (drawn.layout.count > 1) title += QStringLiteral(" × %1").arg(drawn.layout.count);
    painter.drawText(head, Qt::AlignLeft | Qt::AlignTop,
                     QFontMetricsF(painter.font()).elidedText(title, Qt::ElideMiddle, head.width()));
    painter.setFont(m_theme.font(Theme::Role::secondary));
    painter.setPen(drawn.remark.isEmpty() ? m_theme.secondary : m_theme.critical);
    QString below = drawn.remark.isEmpty() ? to_qt(drawn.layout.part) : drawn.remark;
    if (is_sold) below = ElevationWords::tr("to sell · %1").arg(below);
    if (is_owned) below = ElevationWords::tr("there already · %1").arg(below);
    painter.drawText(head.adjusted(0, 19, 0, 0), Qt::AlignLeft | Qt::AlignTop,
                     QFontMetricsF(painter.font()).elidedText(below, Qt::ElideRight, head.width()));

    painter.setPen(QPen(m_theme.line, 1));
    painter.setBrush(m_theme.panel);
    painter.drawRoundedRect(outer.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    if (is_owned) paint_owned_corner(painter, outer, owned_legs, m_theme);
    // Blank panels: every unit that nothing stands in.
    std::vector<bool> taken(static_cast<size_t>(drawn.layout.highest()) + 2);
    for (const RackDevice& each : drawn.layout.devices)
        for (int u = each.u; u <= each.top(); ++u) taken[static_cast<size_t>(u)] = true;
    painter.setPen(Qt::NoPen);
    for (int u = 1; u <= drawn.layout.units; ++u)
        if (!taken[static_cast<size_t>(u)]) {
            painter.setBrush(m_theme.window);
            painter.drawRect(units(rack, u, 1).adjusted(3, 1, -3, 0));
        }
    paint_numbers(painter, rack);
    for (const RackDevice& each : drawn.layout.devices)
        paint_device(painter, rack, each, is_selected(each.element));
    if (drawn.layout.left_out > 0) {
        painter.setPen(m_theme.critical);
        painter.setFont(m_theme.font(Theme::Role::secondary));
        painter.drawText(units(rack, drawn.layout.highest() + 1, 1), Qt::AlignCenter,
                         ElevationWords::tr("and %1 more").arg(drawn.layout.left_out));
    }
    if (is_selected(drawn.layout.id)) {
        painter.setPen(QPen(m_theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(outer, 4, 4);
    }
    paint_budgets(painter, rack);
}

void ElevationPicture::paint_numbers(QPainter& painter, int rack) const {
    QFont font = m_theme.font(Theme::Role::secondary);
    font.setPixelSize(std::min(11, static_cast<int>(m_unit) - 2));
    painter.setFont(font);
    const RackLayout& layout = m_racks[static_cast<size_t>(rack)].layout;
    for (int u = 1; u <= layout.highest(); ++u) {
        const QRectF row = units(rack, u, 1);
        painter.setPen(u <= layout.units ? m_theme.secondary : m_theme.critical);
        const QString number = QString::number(u);
        painter.drawText(QRectF(row.left() - number_width, row.top(), number_width - 5, row.height()),
                         Qt::AlignRight | Qt::AlignVCenter, number);
        painter.drawText(QRectF(row.right() + 5, row.top(), number_width - 5, row.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, number);
    }
}

void ElevationPicture::paint_device(QPainter& painter, int rack, const RackDevice& drawn,
                                    bool selected) const {
    const QRectF box = device(rack, drawn);
    const ElevationRack& around = m_racks[static_cast<size_t>(rack)];
    const bool is_sold = around.has(drawn.element, Procurement::sell),
               is_owned = around.has(drawn.element, Procurement::owned) &&
                          !around.has(around.layout.id, Procurement::owned); // else the rack says it
    const Theme& theme = is_sold ? m_faded : m_theme;
    const QColor frame = !drawn.fits ? theme.critical : selected ? m_theme.accent : theme.secondary;
    QColor fill = m_theme.raised;
    if (!drawn.fits)
        fill = PainterStyle::mixed(m_theme.panel, m_theme.critical, 0.16);
    else if (selected)
        fill = PainterStyle::mixed(m_theme.raised, m_theme.accent, 0.12);
    painter.setPen(QPen(frame, selected ? 2 : 1));
    painter.setBrush(fill);
    const bool tall = box.height() >= 30;
    // Lines on whole pixels; low ones share theirs with the neighbour.
    const QRectF whole = units(rack, drawn.u, drawn.height);
    if (tall)
        painter.drawRoundedRect(whole.adjusted(3.5, 1.5, -3.5, -0.5), 2, 2);
    else
        painter.drawRect(whole.adjusted(3.5, 0.5, -3.5, 0.5));
    if (is_owned)
        paint_owned_corner(painter, whole.adjusted(3.5, 0.5, -3.5, 0), tall ? owned_legs : owned_legs / 2,
                           theme);

    double right = box.right() - 6;
    QFont secondary = m_theme.font(Theme::Role::secondary);
    secondary.setPixelSize(std::min(11, static_cast<int>(m_unit) - 2));
    QFont name = tall ? m_theme.font(Theme::Role::body) : secondary;
    const QFontMetricsF small(secondary);
    QString power = drawn.power ? ElevationWords::tr("%1 at most").arg(watts(*drawn.power)) : QString();
    if (is_sold) power = ElevationWords::tr("to sell"); // it will draw nothing
    const QString part = drawn.part == drawn.name ? QString() : to_qt(drawn.part);
    if (drawn.gpus > 0 && tall) {
        const QRectF cells(right - 92, box.top() + 6, 92, box.height() - 12);
        QColor colour = around.gpus.isValid() ? around.gpus : m_theme.part(StepPart::compute);
        if (is_sold) colour = PainterStyle::faded(colour, m_theme);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        for (const QRectF& cell : squares(cells, drawn)) painter.drawRect(cell);
        right = cells.left() - 6;
    }
    if (!tall && !power.isEmpty()) {
        painter.setFont(secondary);
        painter.setPen(is_sold ? m_theme.disabled : m_theme.secondary);
        painter.drawText(QRectF(box.left(), box.top(), right - box.left(), box.height()),
                         Qt::AlignRight | Qt::AlignVCenter, power);
        right -= small.horizontalAdvance(power) + 8;
    }
    const QRectF words(box.left() + 7, box.top(), right - box.left() - 7, box.height());
    const QString title = QFontMetricsF(name).elidedText(to_qt(drawn.name), Qt::ElideRight, words.width());
    painter.setFont(name);
    painter.setPen(is_sold ? m_theme.disabled : m_theme.text);
    QStringList below;
    if (!part.isEmpty()) below << part;
    if (!power.isEmpty()) below << power;
    if (!tall || below.isEmpty()) {
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, title);
        return;
    }
    constexpr double name_line = 18, line = 15;
    if (box.height() < name_line + 2 * line + 4) below = {below.join(QStringLiteral(" · "))};
    double top = box.center().y() - (name_line + line * static_cast<double>(below.size())) / 2;
    painter.drawText(QRectF(words.left(), top, words.width(), name_line), Qt::AlignLeft | Qt::AlignVCenter,
                     title);
    painter.setFont(secondary);
    painter.setPen(is_sold ? m_theme.disabled : m_theme.secondary);
    top += name_line;
    for (const QString& text : below) {
        painter.drawText(QRectF(words.left(), top, words.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                         small.elidedText(text, Qt::ElideRight, words.width()));
        top += line;
    }
}

void ElevationPicture::paint_budgets(QPainter& painter, int rack) const {
    const ElevationRack& drawn = m_racks[static_cast<size_t>(rack)];
    struct Row {
        QString name, figure;
        std::optional<double> share;
    };
    const auto share = [](std::optional<double> value, std::optional<double> limit) {
        return value && limit && *limit > 0 ? std::optional(*value / *limit) : std::nullopt;
    };
    const auto row = [&](const QString& name, std::optional<double> value, std::optional<double> limit) {
        const QString what = drawn.is_running ? ElevationWords::tr("running") : ElevationWords::tr("at most");
        return Row{name,
                   value ? QStringLiteral("%1, %2").arg(against(*value, limit), what)
                         : ElevationWords::tr("unknown"),
                   share(value, limit)};
    };
    const Row rows[] = {
        {ElevationWords::tr("Filled"),
         ElevationWords::tr("%1 of %2 U").arg(drawn.layout.used).arg(drawn.layout.units),
         drawn.layout.used / drawn.layout.units},
        row(ElevationWords::tr("Power"), drawn.power, drawn.power_limit),
        row(ElevationWords::tr("Heat"), drawn.heat, drawn.heat_limit),
    };
    const QRectF all = frame(rack).adjusted(-number_width, 0, number_width, 0);
    painter.setFont(m_theme.font(Theme::Role::secondary));
    constexpr double name_width = 44, bar_width = 110;
    double top = all.bottom() + plinth + 8;
    for (const Row& each : rows) {
        const bool over = each.share && *each.share > 1;
        painter.setPen(m_theme.secondary);
        painter.drawText(QRectF(all.left(), top, name_width, budget_row), Qt::AlignLeft | Qt::AlignVCenter,
                         each.name);
        const QRectF track(all.left() + name_width, top + budget_row / 2 - 3, bar_width, 6);
        paint_share(painter, track, each.share, Qt::Horizontal, m_theme);
        // A full rack is no warning, only an overfull one is.
        if (&each == rows && each.share && *each.share > 0.9 && *each.share <= 1)
            painter.fillRect(QRectF(track.topLeft(), QSizeF(bar_width * *each.share, track.height())),
                             m_theme.good);
        painter.setPen(over ? m_theme.critical : m_theme.text);
        const double left = all.left() + name_width + bar_width + 8;
        painter.drawText(QRectF(left, top, all.right() - left, budget_row), Qt::AlignLeft | Qt::AlignVCenter,
                         each.figure);
        top += budget_row;
    }
}

void ElevationPicture::paint_ghost(QPainter& painter, const ElevationGhost& ghost) const {
    const QRectF box = units(ghost.rack, ghost.u, ghost.height).adjusted(2, 0, -2, 0);
    QColor fill = m_theme.accent;
    fill.setAlphaF(0.25F);
    painter.setPen(QPen(m_theme.accent, 2));
    painter.setBrush(fill);
    painter.drawRoundedRect(box, 3, 3);
    painter.setFont(m_theme.font(Theme::Role::strong));
    const QFontMetricsF metrics(painter.font());
    QRectF label(0, 0, metrics.horizontalAdvance(ghost.text) + 12, metrics.height() + 4);
    label.moveCenter(box.center());
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.accent);
    painter.drawRoundedRect(label, 3, 3);
    painter.setPen(m_theme.text_on(m_theme.accent));
    painter.drawText(label, Qt::AlignCenter, ghost.text);
}

} // namespace roofrack
