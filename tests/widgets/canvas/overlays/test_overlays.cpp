// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/step/engine/evaluate.h"
#include "core/step/engine/loads/drawing_loads.h"
#include "core/study/facility/facility_study.h"
#include "tests/support/colour_vision.h"
#include "tests/support/large_drawing.h"
#include "tests/support/text_recorder.h"
#include "widgets/canvas/overlays/painter_style.h"
#include "widgets/canvas/paint/paint_legend.h"
#include "widgets/canvas/paint/picture.h"
#include "widgets/canvas/text/hover_text.h"

#include <QTest>

using namespace roofrack;
using roofrack::test::difference;

namespace {

constexpr double told_apart = 15; ///< ΔE*ab of two fills that are seen as two (2.3 is just noticeable)

struct Drawn {
    Scenario scenario;
    Evaluation evaluation;
    DrawingLoads loads;
    Diagram drawing;
    std::vector<SpareMargin> spares;

    OverlayStyle overlay_style(Overlay overlay, const Theme& theme) const {
        return OverlayStyle::make(scenario.cluster, Catalog::built_in(), &evaluation, overlay, theme, &loads,
                                  &spares);
    }
};

Drawn drawn(Scenario scenario) {
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    if (!prepared) qFatal("%s", prepared.error().text().c_str());
    Drawn out{std::move(scenario), evaluate(*prepared), {}, {}, {}};
    out.spares = facility_study(*prepared, out.evaluation, FacilityDepth::levels).spares;
    out.loads = drawing_loads(*prepared, out.evaluation);
    out.drawing = Diagram::make(out.scenario.cluster, Catalog::built_in());
    return out;
}

Scenario sample(const char* name) {
    const auto loaded = read_project(std::string(ROOFRACK_SOURCE_DIR "/samples/") + name + ".roofrack.json",
                                     Catalog::built_in());
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    return loaded->project.scenarios.front();
}

const Drawn& hot_rack() {
    static const Drawn one = drawn(sample("shared-a100-hot-rack"));
    return one;
}

const Drawn& cached(const QString& name) {
    static std::map<QString, Drawn> all;
    auto found = all.find(name);
    if (found == all.end()) found = all.emplace(name, drawn(sample(name.toUtf8().constData()))).first;
    return found->second;
}

/// The least of how different the colours are to any of three kinds of eyes.
double least_difference(const QColor& a, const QColor& b) {
    return std::min({difference(a, b, 0), difference(a, b, 1), difference(a, b, 2)});
}

} // namespace

class TestOverlays : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(load_fonts()); }

    void every_word_is_whole_and_alone_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("overlay");
        for (const char* name : {"dgx-h100-su", "gb200-nvl72-x8", "llama3-405b-16k", "megatron-1t-3072",
                                 "shared-a100-hot-rack", "generic-100m-256gpu-8nic", "ws-8gpu"})
            for (const Overlay overlay : all_overlays)
                QTest::newRow(qPrintable(QStringLiteral("%1, %2").arg(name, id_of(overlay))))
                    << name << static_cast<int>(overlay);
    }
    void every_word_is_whole_and_alone() {
        QFETCH(QString, name);
        QFETCH(int, overlay);
        const Drawn& one = cached(name);
        const Theme theme = Theme::light();
        const OverlayStyle overlay_style = one.overlay_style(static_cast<Overlay>(overlay), theme);
        for (const QSize size : {QSize(1600, 1000), QSize(800, 500)}) {
            test::TextRecorder recorder(size);
            QPainter painter(&recorder);
            DrawingOptions options;
            options.size = size;
            paint_picture(painter, QRectF(QPointF(), size), one.drawing, overlay_style, theme, options);
            painter.end();
            QVERIFY(!recorder.texts.empty());
            const QRectF sheet(QPointF(), size);
            for (size_t i = 0; i < recorder.texts.size(); ++i) {
                const test::PaintedText& text = recorder.texts[i];
                QVERIFY2(sheet.contains(text.rect), qPrintable(text.text));
                for (size_t j = 0; j < i; ++j) {
                    const QRectF common = text.rect.intersected(recorder.texts[j].rect);
                    QVERIFY2(common.width() < 0.5 || common.height() < 1.5,
                             qPrintable(text.text + " × " + recorder.texts[j].text));
                }
            }
        }
    }

    void hot_rack_is_lit_data() {
        QTest::addColumn<int>("overlay");
        for (const Overlay overlay : {Overlay::bottleneck, Overlay::inlet, Overlay::chip, Overlay::clock})
            QTest::newRow(qPrintable(id_of(overlay))) << static_cast<int>(overlay);
    }
    void hot_rack_is_lit() {
        QFETCH(int, overlay);
        for (const Theme& theme : {Theme::light(), Theme::dark()}) {
            const OverlayStyle overlay_style = hot_rack().overlay_style(static_cast<Overlay>(overlay), theme);
            const ElementStyle &hot = overlay_style.element("rack-door"),
                               &normal = overlay_style.element("rack-a");
            QCOMPARE(hot.frame, theme.critical);
            QVERIFY(hot.alarm);
            QVERIFY(!normal.alarm && normal.frame != theme.critical);
            QVERIFY(hot.fill != normal.fill);
            // The frame stands out from the usual one to every eye, and so does it on the ground.
            QVERIFY(least_difference(hot.frame, theme.secondary) > told_apart);
            QVERIFY(least_difference(hot.frame, theme.window) > told_apart);
        }
    }
    /// Split from a group of 32, with an older GPU and a warmer inlet.
    void rack_split_from_its_group_is_lit() {
        Scenario scenario = sample("dgx-h100-su");
        Cluster& cluster = scenario.cluster;
        const auto rack = std::ranges::find_if(cluster.elements, [](const Element& element) {
            return element.kind == ElementKind::rack && element.count > 1;
        });
        QVERIFY(rack != cluster.elements.end());
        Element odd = *rack;
        --rack->count;
        odd.id = "odd";
        odd.name = "Odd rack";
        odd.count = 1;
        odd.supply = Celsius(38);
        const std::string group = rack->id;
        std::vector<Element> inside;
        for (const Element& element : cluster.elements)
            if (element.parent == group) inside.push_back(element);
        cluster.elements.push_back(odd);
        std::map<std::string, std::string> copies{{group, "odd"}};
        for (Element element : inside) {
            copies[element.id] = "odd-" + element.id;
            element.id = "odd-" + element.id;
            element.parent = "odd";
            cluster.elements.push_back(element);
        }
        const std::vector<Link> links = cluster.links;
        for (Link link : links) {
            bool touches = false;
            for (std::string* end : {&link.from, &link.to})
                if (const auto copy = copies.find(*end); copy != copies.end()) {
                    *end = copy->second;
                    touches = true;
                }
            if (!touches) continue;
            link.id = "odd-" + link.id;
            cluster.links.push_back(link);
        }
        const Drawn one = drawn(scenario);
        for (const Overlay overlay : {Overlay::inlet, Overlay::chip}) {
            const OverlayStyle overlay_style = one.overlay_style(overlay, Theme::light());
            QVERIFY2(least_difference(overlay_style.element("odd").fill, overlay_style.element(group).fill) >
                         told_apart,
                     qPrintable(id_of(overlay)));
        }
        QVERIFY(one.overlay_style(Overlay::inlet, Theme::light())
                    .element("odd")
                    .alarm); // 48 °C is over any class
    }

    void ramps_hold_every_value_data() { every_word_is_whole_and_alone_data(); }
    void ramps_hold_every_value() {
        QFETCH(QString, name);
        QFETCH(int, overlay);
        const Drawn& one = cached(name);
        const OverlayStyle overlay_style = one.overlay_style(static_cast<Overlay>(overlay), Theme::light());
        const OverlayLegend& legend = overlay_style.legend();
        if (legend.ramp.empty()) return;
        std::vector<double> values, limits;
        for (const RackState& rack : one.evaluation.power.racks) {
            const auto take = [](std::vector<double>& list, const std::optional<Celsius>& value) {
                if (value) list.push_back(value->degrees());
            };
            switch (static_cast<Overlay>(overlay)) {
            case Overlay::inlet:
                take(values, rack.inlet);
                if (rack.inlet) take(limits, rack.inlet_limit);
                break;
            case Overlay::chip:
                take(values, rack.chip);
                if (rack.chip) take(limits, rack.chip_limit);
                break;
            case Overlay::rack_power:
                if (rack.limit) values.push_back(rack.power / *rack.limit);
                break;
            case Overlay::clock: values.push_back(rack.speed); break;
            default: break;
            }
        }
        if (static_cast<Overlay>(overlay) == Overlay::link_load)
            for (const LinkLoad& load : one.loads.links) values.push_back(load.load());
        if (values.empty()) return;
        const auto [least, most] = std::ranges::minmax(values);
        QVERIFY(legend.low <= least && legend.high >= most);
        if (!limits.empty()) { // for temperatures the ends are the data's own
            QVERIFY(least - legend.low < 5);
            QCOMPARE(legend.high, std::max(most, std::ranges::max(limits)));
            QVERIFY(std::ranges::any_of(legend.ticks, &LegendTick::limit));
        }
        // The ends are written as what they stand for.
        const auto number = [](const QString& text) {
            const QString digits = text.section(QLatin1Char(' '), 0, 0);
            return QLocale::c().toDouble(digits.endsWith(QLatin1Char(',')) ? digits.chopped(1) : digits);
        };
        const bool per_cent = legend.low_text.contains(QLatin1Char('%'));
        QVERIFY(std::abs(number(legend.low_text) - (per_cent ? 100 : 1) * legend.low) <= 0.5);
        QVERIFY(std::abs(number(legend.high_text) - (per_cent ? 100 : 1) * legend.high) <= 0.5);
    }

    void colours_of_the_hottest_and_coldest_are_the_ramps_ends() {
        const OverlayStyle overlay_style = hot_rack().overlay_style(Overlay::inlet, Theme::light());
        const OverlayLegend& legend = overlay_style.legend();
        QCOMPARE(overlay_style.element("rack-door").fill, legend.ramp.back());
        QVERIFY(least_difference(legend.ramp.front(), legend.ramp.back()) > 40);
    }

    void ramps_rise_in_lightness_to_every_eye() {
        for (const Theme& theme : {Theme::light(), Theme::dark()})
            for (const Overlay overlay : {Overlay::rack_power, Overlay::inlet}) {
                const auto ramp = hot_rack().overlay_style(overlay, theme).legend().ramp;
                QVERIFY(ramp.size() > 2);
                for (int vision = 0; vision < 3; ++vision)
                    for (size_t i = 1; i < ramp.size(); ++i)
                        QVERIFY(test::lab(test::seen(ramp[i], vision))[0] >
                                test::lab(test::seen(ramp[i - 1], vision))[0]);
            }
    }

    void levels_are_told_apart_by_every_eye() {
        for (const Theme& theme : {Theme::light(), Theme::dark()}) {
            const OverlayStyle overlay_style =
                cached(QStringLiteral("dgx-h100-su")).overlay_style(Overlay::level, theme);
            const auto& entries = overlay_style.legend().entries;
            QCOMPARE(entries.size(), size_t(5)); // domain, leaf, spine, storage, outside
            for (size_t i = 0; i < entries.size(); ++i)
                for (size_t j = 0; j < i; ++j)
                    QVERIFY2(least_difference(entries[i].colour, entries[j].colour) > told_apart,
                             qPrintable(QStringLiteral("%1, %2: %3")
                                            .arg(entries[i].text, entries[j].text)
                                            .arg(least_difference(entries[i].colour, entries[j].colour))));
            QCOMPARE(overlay_style.link("leaf--spine").colour, entries[2].colour);
        }
    }

    void links_say_their_load() {
        const Drawn& one = hot_rack();
        const OverlayStyle overlay_style = one.overlay_style(Overlay::link_load, Theme::light());
        QVERIFY(
            std::ranges::any_of(one.loads.links, [](const LinkLoad& load) { return !load.parts.empty(); }));
        for (const LinkLoad& load : one.loads.links) {
            const LinkStyle& look = overlay_style.link(load.id);
            QCOMPARE(look.label.isEmpty(), load.parts.empty());
            QCOMPARE(look.colour.isValid(), !load.parts.empty());
            if (load.parts.empty()) continue;
            QCOMPARE(look.label, QStringLiteral("%1 %").arg(std::lround(100 * load.load())));
            const QString hover =
                overlay_hover(load.id, Overlay::link_load, one.scenario.cluster, &one.evaluation, &one.loads);
            QVERIFY2(hover.contains(look.label) && hover.contains(QStringLiteral("line rate")),
                     qPrintable(hover));
        }
        QVERIFY(overlay_style.link("leaf-a--spine").colour !=
                overlay_style.link("rack-a-server--leaf-a").colour);
    }

    void tooltips_give_figure_and_source_data() {
        QTest::addColumn<int>("overlay");
        QTest::addColumn<QString>("figure");
        QTest::newRow("power") << static_cast<int>(Overlay::rack_power) << QStringLiteral("kW");
        QTest::newRow("inlet") << static_cast<int>(Overlay::inlet) << QStringLiteral("limit 30");
        QTest::newRow("chip") << static_cast<int>(Overlay::chip) << QStringLiteral("°C");
        QTest::newRow("clock") << static_cast<int>(Overlay::clock) << QStringLiteral("held by");
        QTest::newRow("level") << static_cast<int>(Overlay::level) << QStringLiteral("8 GPUs");
    }
    void tooltips_give_figure_and_source() {
        QFETCH(int, overlay);
        QFETCH(QString, figure);
        const Drawn& one = hot_rack();
        const auto hover = [&](const char* id) {
            return overlay_hover(id, static_cast<Overlay>(overlay), one.scenario.cluster, &one.evaluation,
                                 &one.loads);
        };
        const QString text = hover("rack-door");
        QVERIFY2(text.contains(figure), qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("<br>"))); // the source
        QVERIFY(text.startsWith(label_of(static_cast<Overlay>(overlay))));
        if (static_cast<Overlay>(overlay) != Overlay::level) QCOMPARE(hover("rack-door-server"), text);
        QVERIFY(hover("no such thing").isEmpty() || static_cast<Overlay>(overlay) == Overlay::level);
    }

    void margins_say_what_a_failure_leaves() {
        int over = 0, within = 0;
        for (const char* name :
             {"llama3-405b-16k", "dgx-h100-su", "shared-a100-hot-rack", "gb200-nvl72-x8"}) {
            const Drawn& one = cached(QLatin1String(name));
            QVERIFY(!one.spares.empty());
            const OverlayStyle overlay_style = one.overlay_style(Overlay::spare, Theme::light());
            for (const SpareMargin& spare : one.spares) {
                const ElementStyle& look = overlay_style.element(spare.id);
                QCOMPARE(look.alarm, spare.share > 1);
                (look.alarm ? over : within) += 1;
                const QString hover = overlay_hover(spare.id, Overlay::spare, one.scenario.cluster,
                                                    &one.evaluation, &one.loads, &one.spares);
                QVERIFY2(!hover.isEmpty(), spare.id.c_str());
                if (!std::isfinite(spare.share)) continue;
                const QString margin = QStringLiteral("%1 %").arg(100 * spare.margin(), 0, 'f', 0);
                QVERIFY2(look.figures.startsWith(margin), qPrintable(look.figures));
                QVERIFY2(hover.contains(margin), qPrintable(hover));
            }
            for (const SpareMargin& a : one.spares)
                for (const SpareMargin& b : one.spares)
                    if (std::isfinite(a.share) && a.share < b.share - 0.3)
                        QVERIFY(overlay_style.element(a.id).fill.lightnessF() <
                                overlay_style.element(b.id).fill.lightnessF());
        }
        QVERIFY(over > 0 && within > 0);
        // Not known yet: nothing has a colour, and nothing is an alarm.
        const Drawn& one = hot_rack();
        const OverlayStyle early =
            OverlayStyle::make(one.scenario.cluster, Catalog::built_in(), &one.evaluation, Overlay::spare,
                               Theme::light(), &one.loads);
        QVERIFY(!early.element("rack-door").alarm);
    }

    void without_limit_is_grey_and_explained() {
        Drawn one = hot_rack();
        for (RackState& rack : one.evaluation.power.racks)
            if (rack.id == "rack-a") rack.limit.reset();
        const Theme theme = Theme::light();
        const OverlayStyle overlay_style = one.overlay_style(Overlay::rack_power, theme);
        QCOMPARE(overlay_style.element("rack-a").fill, theme.disabled);
        const auto& entries = overlay_style.legend().entries;
        QVERIFY(std::ranges::any_of(entries, [&](const LegendSwatch& entry) {
            return entry.colour == theme.disabled && entry.text.contains(QStringLiteral("no limit drawn"));
        }));
    }

    void nothing_is_known_without_an_evaluation() {
        const Drawn& one = hot_rack();
        for (const Overlay overlay : all_overlays) {
            const OverlayStyle plain = OverlayStyle::make(one.scenario.cluster, Catalog::built_in(), nullptr,
                                                          overlay, Theme::light());
            QVERIFY(!plain.element("rack-a").frame.isValid());
            QVERIFY(legend_size(plain.legend(), Theme::light()).isEmpty());
            // Half of the answer is no crash either.
            OverlayStyle::make(one.scenario.cluster, Catalog::built_in(), &one.evaluation, overlay,
                               Theme::light());
        }
    }

    /// One server of the hot rack is sold with all that stands in it, another rack is there already.
    void sold_and_owned_things_are_told_apart() {
        for (const Theme& theme : {Theme::light(), Theme::dark()}) {
            Drawn one = hot_rack();
            QVERIFY(!one.overlay_style(Overlay::none, theme).element("rack-a").is_owned);
            QVERIFY(legend_size(one.overlay_style(Overlay::none, theme).legend(), theme).isEmpty());
            Cluster& cluster = one.scenario.cluster;
            Element& sold = *cluster.find("rack-door");
            sold.procurement = Procurement::sell;
            sold.sale_price = 120e3;
            cluster.find("rack-a")->procurement = Procurement::owned;
            for (const Overlay overlay : {Overlay::none, Overlay::rack_power, Overlay::inlet}) {
                const OverlayStyle style = one.overlay_style(overlay, theme);
                QVERIFY(style.element("rack-door").is_sold && !style.element("rack-door").is_owned);
                QVERIFY(style.element("rack-a").is_owned && !style.element("rack-a").is_sold);
                QCOMPARE(style.element("rack-door").figures, QStringLiteral("to sell at $120k"));
                QStringList said;
                for (const LegendSwatch& each : style.legend().entries) said << each.text;
                QVERIFY2(said.contains(QStringLiteral("there already")) &&
                             said.contains(QStringLiteral("faded: to sell")),
                         qPrintable(said.join(u'\n')));
                QVERIFY(!legend_size(style.legend(), theme).isEmpty());
            }
            // Links go with what they end at.
            const OverlayStyle style = one.overlay_style(Overlay::none, theme);
            int with_it = 0;
            const auto stands_in = [&](const std::string& id) {
                const Element* at = cluster.find(id);
                while (at && at->id != "rack-door") at = cluster.find(at->parent);
                return at != nullptr;
            };
            for (const Link& link : cluster.links) {
                const bool goes = stands_in(link.from) || stands_in(link.to);
                QCOMPARE(style.link(link.id).is_sold, goes);
                with_it += goes;
            }
            QVERIFY(with_it > 0);
        }
    }

    void sold_things_are_painted_faded_and_owned_ones_with_a_corner() {
        for (const Theme& theme : {Theme::light(), Theme::dark()}) {
            Drawn one = hot_rack();
            DrawingOptions options;
            options.size = (one.drawing.bounds().size() * 2).toSize();
            options.legend = options.words = false;
            const auto painted = [&](const QColor& colour) {
                const QImage image =
                    picture_image(one.drawing, one.overlay_style(Overlay::none, theme), theme, options)
                        .convertToFormat(QImage::Format_RGB32);
                int count = 0;
                for (int y = 0; y < image.height(); ++y)
                    for (int x = 0; x < image.width(); ++x) count += image.pixel(x, y) == colour.rgb();
                return count;
            };
            const QColor gpus = theme.part(StepPart::compute), faded = PainterStyle::faded(gpus, theme);
            QVERIFY(least_difference(gpus, faded) > told_apart);
            const int before = painted(gpus), grey = painted(theme.secondary);
            QVERIFY(before > 0);
            QCOMPARE(painted(faded), 0);
            Element& rack = *one.scenario.cluster.find("rack-a");
            rack.procurement = Procurement::sell;
            QVERIFY(painted(gpus) < before);
            QVERIFY(painted(faded) > 0);
            rack.procurement = Procurement::owned;
            QCOMPARE(painted(gpus), before);
            QVERIFY(painted(theme.secondary) > grey + 50); // a corner of 8 units, at twice the size
        }
    }

    void ids_read_back() {
        for (const Overlay overlay : all_overlays) QCOMPARE(*overlay_of_id(id_of(overlay)), overlay);
        QVERIFY(!overlay_of_id(QStringLiteral("heat")));
    }
};

QTEST_MAIN(TestOverlays)
#include "test_overlays.moc"
