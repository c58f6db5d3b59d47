// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/collectives/bus_bandwidth_chart.h"

#include "core/study/collectives/bus_bandwidths.h"
#include "core/study/collectives/message_sizes.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/figure_columns.h"
#include "widgets/charts/plot/chart_canvas.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace roofrack {

namespace {

/// Narrower than this a panel says nothing.
constexpr int panel_width = 300;

/// In the order in which panels are left out where there is no room.
constexpr Collective panel_collectives[] = {Collective::all_reduce, Collective::all_gather,
                                            Collective::all_to_all};

QString panel_heading(Collective collective) {
    switch (collective) {
    case Collective::all_reduce: return BusBandwidthChart::tr("All-reduce, bus bandwidth");
    case Collective::all_gather:
        return BusBandwidthChart::tr("All-gather, reduce-scatter alike, bus bandwidth");
    case Collective::all_to_all: return BusBandwidthChart::tr("All-to-all, bus bandwidth");
    case Collective::broadcast: return BusBandwidthChart::tr("Broadcast, bus bandwidth");
    case Collective::reduce: return BusBandwidthChart::tr("Reduce, bus bandwidth");
    case Collective::reduce_scatter:
    case Collective::send_recv: break;
    }
    return BusBandwidthChart::tr("Bus bandwidth");
}

/// A sweep of a reduce-scatter stands among the all-gathers, which cost the same.
bool stands_in(Collective collective, Collective panel) {
    return collective == panel ||
           (collective == Collective::reduce_scatter && panel == Collective::all_gather);
}

QColor group_colour(const Theme& theme, size_t group) {
    constexpr StepPart parts[] = {StepPart::compute,   StepPart::tensor_comm, StepPart::optimizer,
                                  StepPart::data_comm, StepPart::failure,     StepPart::checkpoint};
    return theme.part(parts[group % std::size(parts)]);
}

QColor faint(QColor colour, int alpha) {
    colour.setAlpha(alpha);
    return colour;
}

QString group_key(size_t group) { return QString::number(group); }

QString rate_words(ByteRate rate) { return shown(rate.si(), Dimension::byte_rate); }

/// Where a size stands on the axis, whose steps double it from 8 B on.
double place_of(Bytes bytes) { return std::log2(bytes.si()) - 3; }

/// One panel: a collective, the groups that are shown.
class BandwidthPanel {
public:
    BandwidthPanel(std::shared_ptr<const BusBandwidths> table, Collective collective, std::set<size_t> groups)
        : m_table(std::move(table))
        , m_collective(collective)
        , m_groups(std::move(groups)) {
        for (const BusBandwidthRow& row : m_table->rows)
            if (row.expected.collective == m_collective && m_groups.contains(row.group))
                m_rows.push_back(&row);
        for (const MeasuredSweep& sweep : m_table->measured)
            if (!sweep.sizes.empty() && stands_in(sweep.collective, m_collective)) m_sweeps.push_back(&sweep);
    }

    double most() const {
        double out = 0;
        for (const BusBandwidthRow* row : m_rows)
            out = std::max({out, row->expected.bus_high.si(), row->ceiling.si()});
        for (const MeasuredSweep* sweep : m_sweeps)
            for (const MeasuredSize& size : sweep->sizes)
                out = std::max({out, size.measured.si(), size.expected.bus_bandwidth.si()});
        return out;
    }

    void draw(ChartCanvas& canvas) const {
        for (const size_t group : m_groups) draw_group(canvas, group);
        for (const MeasuredSweep* sweep : m_sweeps) draw_sweep(canvas, *sweep);
        add_readouts(canvas);
        for (const MeasuredSweep* sweep : m_sweeps) add_dots(canvas, *sweep);
    }

private:
    void draw_group(ChartCanvas& canvas, size_t group) const {
        const QColor colour = group_colour(canvas.theme(), group);
        std::vector<QPointF> line;
        QPolygonF upper, lower;
        double ceiling = 0;
        for (const BusBandwidthRow* row : m_rows) {
            if (row->group != group) continue;
            const ExpectedCollective& e = row->expected;
            const double x = place_of(e.bytes);
            line.emplace_back(x, e.bus_bandwidth.si());
            upper << canvas.at(x, e.bus_high.si());
            lower.prepend(canvas.at(x, e.bus_low.si()));
            ceiling = row->ceiling.si();
        }
        if (line.empty()) return;
        canvas.area(upper + lower, faint(colour, 36));
        const double y = canvas.y(ceiling);
        canvas.rule({canvas.x(line[line.size() / 2].x()), y}, {canvas.plot().right(), y},
                    QPen(faint(colour, 150), canvas.px(1), Qt::DotLine), ChartCanvas::Avoid::no);
        canvas.line(line, QPen(colour, canvas.px(2), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    }
    static void draw_sweep(ChartCanvas& canvas, const MeasuredSweep& sweep) {
        std::vector<QPointF> line;
        for (const MeasuredSize& size : sweep.sizes)
            line.emplace_back(place_of(size.bytes), size.expected.bus_bandwidth.si());
        canvas.line(line, QPen(canvas.theme().text, canvas.px(1.5), Qt::DashLine));
    }
    static void add_dots(ChartCanvas& canvas, const MeasuredSweep& sweep) {
        const double radius = canvas.px(3.5);
        for (const MeasuredSize& size : sweep.sizes) {
            const QPointF at = canvas.at(place_of(size.bytes), size.measured.si());
            if (!canvas.plot().contains(at)) continue;
            canvas.dot(at, radius, canvas.theme().text, canvas.theme().panel);
            canvas.hit(QRectF(at - QPointF(2 * radius, 2 * radius), QSizeF(4 * radius, 4 * radius)),
                       BusBandwidthChart::tr("%1, %2 on %3\nmeasured %4, %5 % of the %6 expected%7\n%8")
                           .arg(qt(message_size_text(size.bytes.si())), qt(name_of(sweep.collective)),
                                qt(sweep.group), rate_words(size.measured))
                           .arg(100 * size.share(), 0, 'f', 0)
                           .arg(rate_words(size.expected.bus_bandwidth),
                                size.is_in_band() ? QString() : BusBandwidthChart::tr(", outside its band"),
                                qt(sweep.file)));
        }
    }
    void add_readouts(ChartCanvas& canvas) const {
        std::set<double> sizes;
        for (const BusBandwidthRow* row : m_rows) sizes.insert(row->expected.bytes.si());
        const double half = (canvas.x(1) - canvas.x(0)) / 2;
        for (const double size : sizes) {
            QString text = qt(message_size_text(size));
            for (const BusBandwidthRow* row : m_rows) {
                const ExpectedCollective& e = row->expected;
                if (e.bytes.si() != size) continue;
                text += BusBandwidthChart::tr("\n%1: %2 (%3 to %4), %5, held by %6")
                            .arg(qt(row->group_name), rate_words(e.bus_bandwidth), rate_words(e.bus_low),
                                 rate_words(e.bus_high), shown(e.time), qt(row->limit));
            }
            canvas.hit(QRectF(canvas.x(place_of(Bytes(size))) - half, canvas.plot().top(), 2 * half,
                              canvas.plot().height()),
                       text);
        }
    }

    std::shared_ptr<const BusBandwidths> m_table;
    Collective m_collective;
    std::set<size_t> m_groups;
    std::vector<const BusBandwidthRow*> m_rows;
    std::vector<const MeasuredSweep*> m_sweeps;
};

/// From the size where bandwidth begins to show, or the smallest that was measured, to 8 GiB or the largest.
AxisSpec message_axis(const BusBandwidths& table) {
    constexpr double beside = 0.4, kibi = 1024;
    double first = place_of(Bytes(64 * kibi)), last = place_of(Bytes(8 * kibi * kibi * kibi));
    for (const MeasuredSweep& sweep : table.measured)
        for (const MeasuredSize& size : sweep.sizes) {
            first = std::min(first, place_of(size.bytes));
            last = std::max(last, place_of(size.bytes));
        }
    AxisSpec out{.scale = AxisSpec::Scale::category,
                 .title = BusBandwidthChart::tr("Message size"),
                 .low = first - beside,
                 .high = last + beside};
    for (double place = 0; place <= last; ++place)
        out.categories << qt(message_size_text(std::exp2(place + 3)));
    return out;
}

PanelSpec panel_of(Collective collective, BandwidthPanel panel, AxisSpec sizes) {
    constexpr double headroom = 1.04;
    PanelSpec out;
    out.heading = panel_heading(collective);
    out.x = std::move(sizes);
    out.y = {.unit = QStringLiteral("B/s"), .low = 0, .high = std::max(1.0, headroom * panel.most())};
    out.draw = [panel = std::move(panel)](ChartCanvas& canvas) { panel.draw(canvas); };
    return out;
}

/// A line each for those that are not as drawn, as many as can be read at a glance, and one for all others.
QString measured_words(const BusBandwidths& table) {
    constexpr int most = 3;
    QStringList lines, as_drawn;
    int left_out = 0;
    for (const MeasuredSweep& sweep : table.measured) {
        const QString name =
            BusBandwidthChart::tr("%1 on %2").arg(qt(name_of(sweep.collective)), qt(sweep.group));
        if (sweep.is_as_drawn)
            as_drawn << name;
        else if (lines.size() < most)
            lines << BusBandwidthChart::tr("%1: %2").arg(name, qt(sweep.sentence));
        else
            ++left_out;
    }
    if (left_out > 0) lines << BusBandwidthChart::tr("%1 more are not as drawn").arg(left_out);
    if (!as_drawn.isEmpty())
        lines << BusBandwidthChart::tr("measured as drawn: %1").arg(as_drawn.join(QStringLiteral("; ")));
    return lines.join(u'\n');
}

QString fault_words(const BusBandwidths& table) {
    QString out;
    for (const LibraryFault& fault : table.faults)
        out += BusBandwidthChart::tr("\nknown fault of %1: %2: %3 instead of %4; avoided by %5")
                   .arg(qt(fault.library), qt(fault.what), rate_words(fault.with), rate_words(fault.without),
                        qt(fault.remedy));
    return out;
}

} // namespace

BusBandwidthChart::BusBandwidthChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec BusBandwidthChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = tr("Expected bus bandwidth of the drawn fabric");
    const auto table = data().have<BusBandwidths>();
    if (!table || table->rows.empty()) {
        spec.empty =
            table && !table->reason.empty()
                ? tr("No bus bandwidth: %1.").arg(qt(table->reason))
                : tr("Draw GPUs and the network between them: what nccl-tests would print on it appears "
                     "here. No model is needed.");
        return spec;
    }
    spec.subtitle =
        joined({tr("as nccl-tests counts it, library %1").arg(qt(table->variant)), tr("band: 80 %"),
                tr("dotted: ceiling"),
                table->measured.empty() ? QString() : tr("dots: measured, dashed: expected there")});
    if (const QString words = measured_words(*table); !words.isEmpty()) spec.subtitle += u'\n' + words;
    spec.subtitle += fault_words(*table);
    std::set<size_t> groups;
    for (size_t i = 0; i < table->groups.size(); ++i) {
        const bool is_on = is_shown(group_key(i));
        spec.legend.push_back({group_key(i), qt(table->groups[i].name), group_colour(theme, i), is_on, true});
        if (is_on) groups.insert(i);
    }
    const int room = std::max(1, size.width() / theme.spacing(panel_width));
    for (const Collective collective : panel_collectives)
        if (static_cast<int>(spec.panels.size()) < room)
            spec.panels.push_back(
                panel_of(collective, BandwidthPanel(table, collective, groups), message_axis(*table)));
    return spec;
}

ChartTable BusBandwidthChart::table() const {
    constexpr figures::ViewKey view[] = {{"collective", "collective"},
                                         {"group", "group"},
                                         {"ranks", "ranks"},
                                         {"algorithm", "algorithm"},
                                         {"size_bytes", "size"},
                                         {"time_s", "time"},
                                         {"algbw_bytes_per_s", "algbw"},
                                         {"busbw_bytes_per_s", "busbw"},
                                         {"ceiling_bytes_per_s", "ceiling"},
                                         {"limit", "limit"}};
    return table_of_list(data().have<BusBandwidths>(), &BusBandwidths::rows, view);
}

} // namespace roofrack
