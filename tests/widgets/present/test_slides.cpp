// SPDX-License-Identifier: GPL-3.0-or-later
// Slides as they are painted, written and shown.
#include "core/answers/decide/odds.h"
#include "core/answers/present/slide_layout.h"
#include "core/base/catalog/catalog.h"
#include "tests/support/sample.h"
#include "tests/support/style_sample.h"
#include "tests/support/text_recorder.h"
#include "widgets/charts/decide/odds_view.h"
#include "widgets/charts/decide/tornado_view.h"
#include "widgets/fields/ghost_slider.h"
#include "widgets/present/add_slide_button.h"
#include "widgets/present/deck_files.h"
#include "widgets/present/deck_view.h"
#include "widgets/present/slide_painter.h"
#include "widgets/present/slide_sheet.h"
#include "widgets/present/slide_show.h"
#include "widgets/present/slide_sliders.h"
#include "widgets/present/slide_table.h"
#include "widgets/present/speaker_view.h"
#include "widgets/theme/style_theme.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMouseEvent>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QRegularExpression>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>

using namespace roofrack;

namespace {

ShownSlide table_slide(size_t rows, const std::string& title = "A message of this slide") {
    ShownSlide out;
    out.content.view = "verdict";
    out.content.title = title;
    out.content.source = "Project · scenario";
    out.content.note = "Note of " + title;
    out.content.head = {"Figure", "Value"};
    for (size_t i = 0; i < rows; ++i) out.content.rows.push_back({"figure " + std::to_string(i), "12.5 MW"});
    return out;
}

ShownSlide chart_slide(const char* sample = "dgx-h100-su", const char* view = "step-breakdown",
                       const char* input = nullptr) {
    Project project;
    project.scenarios = {test::sample(sample)};
    const DeckAnswers deck(std::move(project), {}, false, Catalog::built_in());
    Slide slide;
    slide.view = view;
    if (input) slide.inputs = {{input, {}, {}}};
    FoundSlide found;
    found.content = slide_content(deck, slide);
    found.answers = deck.of({});
    ask_for_slide(slide.view, *found.answers);
    found.data = std::make_shared<ChartData>(found.answers);
    return shown_slide(found, {}, Theme::light());
}

/// An input with the values 1, 2 and 3, of which the scenario has the second.
SlideSlider slider_of(const std::string& name) {
    SlideSlider out;
    out.address = out.name = name;
    out.values = {1, 2, 3};
    out.texts = {"1 $", "2 $", "3 $"};
    out.base = 1;
    return out;
}

SpeakerView* speaker_of_now() {
    for (QWidget* each : QApplication::topLevelWidgets())
        if (auto* found = qobject_cast<SpeakerView*>(each)) return found;
    return nullptr;
}

/// Each text of a slide, and where it stands.
std::vector<test::PaintedText> painted_on(const ShownSlide& slide) {
    test::TextRecorder recorder(QSize(1920, 1080));
    QPainter painter(&recorder);
    paint_slide(painter, slide, {1, 1}, Theme::light());
    painter.end();
    return recorder.texts;
}

/// All that is written on a slide, in one text.
QString written_on(const ShownSlide& slide) {
    QStringList out;
    for (const test::PaintedText& each : painted_on(slide)) out << each.text;
    // No line breaks between a number and its unit.
    return out.join(u' ').replace(QChar(QChar::Nbsp), u' ');
}

/// How many lines below a table begin so; none where one of them runs into a row above it, the line before it
/// or what stands below the body.
int lines_below_table(const ShownSlide& slide, const QString& begin) {
    const double end = slide.content.sliders.empty() ? slide_foot_box.y : slide_what_if_box.y;
    double from = 0; // the middle of what stands above
    int out = 0;
    for (const test::PaintedText& each : painted_on(slide)) {
        const QString text = QString(each.text).replace(QChar(QChar::Nbsp), u' ');
        const bool is_row = text.startsWith(QStringLiteral("figure ")), is_line = text.startsWith(begin);
        if (!is_row && !is_line) continue;
        if (is_line && (each.rect.top() < from || each.rect.bottom() > end)) return 0;
        from = each.rect.center().y();
        out += is_line ? 1 : 0;
    }
    return out;
}

int differing(const QImage& image, const QRect& where, const QColor& ground) {
    int out = 0;
    for (int y = where.top(); y <= where.bottom(); ++y)
        for (int x = where.left(); x <= where.right(); ++x) out += image.pixelColor(x, y) != ground;
    return out;
}

} // namespace

class TestSlides : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(load_fonts()); }

    /// Nothing reaches into the rim, whatever a slide holds.
    void the_rim_stays_free_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<QString>("title");
        QTest::newRow("few rows") << 3 << QStringLiteral("Short");
        QTest::newRow("many rows") << 200 << QStringLiteral("A message that is long ").repeated(20);
        QTest::newRow("none") << 0 << QString();
        QTest::newRow("one long word") << 5 << QString(400, u'W');
    }
    void the_rim_stays_free() {
        QFETCH(int, rows);
        QFETCH(QString, title);
        const Theme theme = Theme::light();
        const QImage image =
            slide_image(table_slide(static_cast<size_t>(rows), title.toStdString()), {3, 8}, theme, 1920);
        QCOMPARE(image.size(), QSize(1920, 1080));
        for (const QRect& rim : {QRect(0, 0, 1920, 30), QRect(0, 1060, 1920, 20), QRect(0, 0, 70, 1080),
                                 QRect(1850, 0, 70, 1080)})
            QCOMPARE(differing(image, rim, theme.panel), 0);
        QVERIFY(differing(image, QRect(80, 1010, 1760, 45), theme.panel) > 100);
    }

    void a_chart_fills_its_slide() {
        const ShownSlide slide = chart_slide();
        QVERIFY2(slide.content.missing.empty(), slide.content.missing.c_str());
        QVERIFY(!slide.size.isEmpty());
        const QImage image = slide_image(slide, {1, 1}, Theme::light(), 1920);
        const QRect body(80, 216, 1760, 776);
        QVERIFY(differing(image, body, Theme::light().panel) > body.width() * body.height() / 20);
    }

    /// What PowerPoint says beside a chart stands on the picture of the slide, too, with sliders below it.
    void what_is_said_beside_a_chart_stays_data() {
        QTest::addColumn<QString>("view");
        QTest::addColumn<QString>("input");
        for (const char* const view : {"money", "step-breakdown"})
            for (const char* const input : {"", "/site/electricity_price"})
                QTest::addRow("%s %s", view, input)
                    << QString::fromLatin1(view) << QString::fromLatin1(input);
    }
    void what_is_said_beside_a_chart_stays() {
        QFETCH(QString, view);
        QFETCH(QString, input);
        const std::string turned = input.toStdString();
        const ShownSlide slide = chart_slide("llama3-405b-16k", view.toStdString().c_str(),
                                             turned.empty() ? nullptr : turned.c_str());
        QVERIFY2(slide.content.missing.empty(), slide.content.missing.c_str());
        QCOMPARE(slide.content.sliders.empty(), turned.empty());
        const QString written = written_on(slide);
        if (view == u"money") {
            for (const char* const part : {"capital $", "% of the parts estimated by class", "per hour"})
                QVERIFY2(written.contains(QLatin1String(part)), qPrintable(written));
            // Each assumption has its bar, or is counted.
            const QRegularExpression more(QStringLiteral("(\\d+) more move it less"));
            const auto counted = more.match(written);
            int bars = 0;
            for (const char* const name : {"price of servers", "book life", "predicted step",
                                           "residual value", "interest", "installation, spares, contingency",
                                           "price of other parts", "failure rate", "price of the network"})
                bars += written.contains(QLatin1String(name));
            QVERIFY2(bars == 9 || counted.hasMatch(), qPrintable(written));
        } else {
            QVERIFY2(written.contains(QStringLiteral("without checkpoints and failures: published ")),
                     qPrintable(written));
            // The picture says what the values for PowerPoint say.
            for (const std::string& label :
                 {slide.content.chart->bars.front().label, slide.content.chart->bars.back().label,
                  std::string("of the GPUs' peak arithmetic used (MFU)")})
                QVERIFY2(written.contains(QString::fromStdString(label)), label.c_str());
            QVERIFY2(!written.contains(QStringLiteral("tensor comm")), qPrintable(written));
        }
    }

    /// No word of a drawing is smaller than 18 pt on a slide, and what is most important is written.
    void words_of_a_drawing_are_large_data() {
        QTest::addColumn<QString>("input");
        QTest::newRow("by itself") << QString();
        QTest::newRow("above sliders") << QStringLiteral("/site/electricity_price");
    }
    void words_of_a_drawing_are_large() {
        QFETCH(QString, input);
        const std::string turned = input.toStdString();
        for (const auto& [sample, rack] :
             {std::pair("llama3-405b-16k", "Rack of 16"), std::pair("dgx-h100-su", "Row A"),
              std::pair("megatron-1t-3072", "Rack A")}) {
            const ShownSlide slide =
                chart_slide(sample, "drawing", turned.empty() ? nullptr : turned.c_str());
            QVERIFY2(slide.content.missing.empty() && !slide.size.isEmpty(), sample);
            test::TextRecorder recorder(QSize(1920, 1080));
            QPainter painter(&recorder);
            paint_slide(painter, slide, {1, 1}, Theme::light());
            painter.end();
            size_t words = 0;
            for (const test::PaintedText& each : recorder.texts) {
                if (each.text.trimmed().isEmpty()) continue;
                QVERIFY2(each.size_px >= least_slide_type,
                         qPrintable(QStringLiteral("%1: %2 px").arg(each.text).arg(each.size_px)));
                words += each.rect.top() > slide_body_box.y &&
                         each.rect.bottom() < slide_body_box.y + slide_body_box.height;
            }
            QVERIFY2(words > 6, sample);
            const QString written = written_on(slide);
            QVERIFY2(written.contains(QLatin1String(rack)), qPrintable(written));
            QVERIFY2(written.contains(QStringLiteral("binds: GPU arithmetic")) &&
                         !written.contains(QStringLiteral("(BF16)")),
                     qPrintable(written));
        }
    }

    /// A slide has a rim: a drawing needs hardly any of its own, and its words stay above the foot.
    void a_drawing_fills_its_room() {
        const Theme theme = Theme::light();
        constexpr int foot = 992; // px, where the body ends
        for (const char* const sample : {"dgx-h100-su", "llama3-405b-16k", "decisions/owned-h100"}) {
            const ShownSlide slide = chart_slide(sample, "drawing");
            QVERIFY2(slide.content.missing.empty() && !slide.size.isEmpty(), sample);
            const QImage image = slide_image(slide, {1, 1}, theme, 1920);
            QVERIFY2(differing(image, QRect(80, foot, 1760, 12), theme.panel) == 0, sample);
            if (QLatin1String(sample) == QLatin1String("llama3-405b-16k")) continue; // a wide one
            QVERIFY2(differing(image, QRect(80, foot - 36, 1760, 36), theme.panel) > 0, sample);
        }
    }

    /// A drafted message has two lines at a size that is read from the last row.
    void messages_have_two_lines() {
        constexpr int least_title = 44; // px
        const QFont font = slide_font(Theme::light(), least_title, true);
        for (const std::string& name : test::sample_names()) {
            Project project;
            project.scenarios = {test::sample(name)};
            const DeckAnswers deck(std::move(project), {}, false, Catalog::built_in());
            for (const Slide& slide : first_deck(deck).slides) {
                const std::string title = slide_content(deck, slide).title;
                QVERIFY2(wrapped(QString::fromStdString(title), font, slide_title_box.width).size() <= 2,
                         title.c_str());
            }
        }
    }

    /// However narrow its column is: a minus alone at the end of a line would be read as a dash.
    void an_amount_keeps_its_sign_and_its_unit() {
        const QFont font = slide_font(Theme::light(), least_slide_type);
        const QString cell = QStringLiteral("$311k ($290k to $332k); −$309k, −49.8 %");
        const QFontMetricsF metrics(font);
        const double whole = metrics.horizontalAdvance(cell);
        int broken = 0;
        for (double width = metrics.horizontalAdvance(QStringLiteral("($290k W")); width < whole;
             width += 3) {
            const QStringList lines = wrapped(cell, font, width);
            for (const QString& line : lines) {
                QVERIFY2(!line.endsWith(u'−') && !line.startsWith(u'%'), qPrintable(lines.join(u'|')));
                QVERIFY2(metrics.horizontalAdvance(line) <= width + 1, qPrintable(line));
                broken += line.startsWith(u'−') ? 1 : 0;
            }
            QCOMPARE(lines.join(u' ').replace(QChar(QChar::Nbsp), u' '), cell); // nothing is lost
        }
        QVERIFY(broken > 0);
        // A word that is wider than its line is broken anywhere, and a name at its hyphen.
        QVERIFY(wrapped(QString(40, u'W'), font, 100).size() > 4);
        const QString name = QStringLiteral("water-cooled");
        QCOMPARE(wrapped(name, font, metrics.horizontalAdvance(name) - 4).front(), QStringLiteral("water-"));
    }

    /// Nothing on a slide of odds asks for a click; figures stand there whole, and those without room are
    /// named.
    void a_slide_of_odds_is_no_screen() {
        Project project;
        for (size_t i = 0; i < 3; ++i) project.scenarios.push_back(test::sample("shared-a100-hot-rack", i));
        const DeckAnswers deck(std::move(project), {}, false, Catalog::built_in());
        std::vector<const Answers*> scenarios;
        for (const auto& each : deck.compared()) scenarios.push_back(each.get());
        DrawOptions few;
        few.draws = 32;
        few.figures = first_drawn_figures();
        const auto odds_found = odds(scenarios, few);
        QVERIFY(odds_found);
        OddsView view;
        view.odds = std::make_shared<const Odds>(*odds_found);
        FoundSlide found;
        found.content.view = "odds";
        found.content.title = "A message";
        found.content.body = SlideBody::chart;
        found.answers = deck.of({});
        auto data = std::make_shared<ChartData>(found.answers);
        data->odds = std::make_shared<const OddsView>(view);
        data->is_final = true;
        found.data = std::move(data);
        const ShownSlide slide = shown_slide(found, {}, Theme::light());
        test::TextRecorder recorder(QSize(1920, 1080));
        QPainter painter(&recorder);
        paint_slide(painter, slide, {1, 1}, Theme::light());
        painter.end();
        QString left_out;
        QStringList headings;
        qsizetype rows = 0;
        for (const test::PaintedText& each : recorder.texts) {
            for (const char* const button : {"×", "▸", "▾", "▴", "more lines"})
                QVERIFY2(!each.text.contains(QString::fromUtf8(button)), qPrintable(each.text));
            if (each.text.startsWith(QLatin1String("no room for: "))) left_out = each.text;
            rows += each.text == QLatin1String("Rack cooled") ? 1 : 0;
            headings << each.text;
        }
        QVERIFY(!left_out.isEmpty());
        qsizetype whole = 0;
        for (const FigureOdds& each : odds_found->figures) {
            const QString label = QString::fromStdString(std::string(each.figure.row->label));
            QVERIFY2(headings.contains(label) != left_out.contains(label), qPrintable(label));
            whole += headings.contains(label) ? 1 : 0;
        }
        QVERIFY(whole >= 1);
        QCOMPARE(rows, whole);
    }

    /// Nor does anything on one of all inputs; what has no room is counted in words.
    void a_slide_of_all_inputs_is_no_screen() {
        Project project;
        project.scenarios = {test::sample("dgx-h100-su")};
        const DeckAnswers deck(std::move(project), {}, false, Catalog::built_in());
        ComparisonChoice choice;
        choice.tornado = {"step.step_time_s", "power.metered_w"};
        FoundSlide found;
        found.content.view = "tornado";
        found.content.title = "A message";
        found.content.body = SlideBody::chart;
        found.answers = deck.of({});
        auto data = std::make_shared<ChartData>(found.answers);
        data->tornado = std::make_shared<const TornadoView>(tornado_view_of(*found.answers, choice));
        QVERIFY2(data->tornado->absent.empty(), data->tornado->absent.c_str());
        data->is_final = true;
        found.data = std::move(data);
        const QString written = written_on(shown_slide(found, {}, Theme::light()));
        QVERIFY2(written.contains(QStringLiteral("low … high")), qPrintable(written));
        QVERIFY2(written.contains(QStringLiteral(" more")), qPrintable(written));
        for (const char* const button : {"  ×", "▾", "▴", "in a wider view"})
            QVERIFY2(!written.contains(QString::fromUtf8(button)), qPrintable(written));
    }

    /// A comparison of as many scenarios as there may be leaves none of its rows out.
    void a_comparison_has_room_for_its_rows() {
        for (const size_t scenarios : {2, 3, 6}) {
            Project project;
            for (size_t i = 0; i < scenarios; ++i) {
                project.scenarios.push_back(test::sample("shared-a100-hot-rack", i % 4));
                project.scenarios.back().name = "Option " + std::to_string(i + 1);
                project.scenarios.back().site.electricity_price = 0.05 + 0.01 * static_cast<double>(i);
            }
            const DeckAnswers deck(std::move(project), {}, false, Catalog::built_in(), nullptr,
                                   std::chrono::sys_days{std::chrono::year{2026} / 11 / 30});
            for (const char* const view : {"compare", "compare-more"}) {
                Slide slide;
                slide.view = view;
                ShownSlide shown;
                shown.content = slide_content(deck, slide);
                QVERIFY2(shown.content.missing.empty(), shown.content.missing.c_str());
                const QFont font = slide_font(Theme::light(), 44, true);
                QVERIFY2(wrapped(QString::fromStdString(shown.content.title), font, slide_title_box.width)
                                 .size() <= 2,
                         shown.content.title.c_str());
                const QString written = written_on(shown);
                QVERIFY2(!written.contains(QRegularExpression(QStringLiteral("and \\d+ more"))),
                         qPrintable(written));
                for (const auto& row : shown.content.rows)
                    QVERIFY2(written.contains(QString::fromStdString(row.back())), qPrintable(written));
            }
        }
    }

    /// What is said below a table has its room, also above sliders; what has none is counted.
    void what_is_said_below_a_table_stays() {
        ShownSlide slide = table_slide(13);
        slide.content.text = {"“A”: may not fit in memory", "“A”: 12 % slower"};
        slide.content.sliders = {slider_of("price")};
        const QString written = written_on(slide);
        for (const std::string& each : slide.content.text)
            QVERIFY2(written.contains(QString::fromStdString(each)), qPrintable(written));
        QVERIFY2(written.contains(QStringLiteral("figure 12")), qPrintable(written));
        slide.content.text.clear(); // below few rows more than a third of the slide is left for it
        for (int i = 0; i < 9; ++i) slide.content.text.push_back("remark " + std::to_string(i));
        slide.content.rows.resize(2);
        for (const std::string& each : slide.content.text)
            QCOMPARE(lines_below_table(slide, QString::fromStdString(each)), 1);
        QCOMPARE(lines_below_table(slide, QStringLiteral("remark ")), 9);
        slide.content.text.assign(30, "a remark");
        const QRegularExpression counted(QStringLiteral("and (\\d+) more"));
        const QRegularExpressionMatch others = counted.match(written_on(slide));
        QVERIFY2(others.hasMatch(), qPrintable(written_on(slide)));
        QCOMPARE(lines_below_table(slide, others.captured()), 1);
        QCOMPARE(lines_below_table(slide, QStringLiteral("a remark")), 30 - others.captured(1).toInt());
    }

    /// All rows stay that leave a fifth of the slide in the least type, however much is said below them.
    void rows_come_before_what_is_said_below_them() {
        ShownSlide slide = table_slide(15);
        slide.content.text.assign(30, "a remark");
        const QString written = written_on(slide);
        for (const auto& row : slide.content.rows)
            QVERIFY2(written.contains(QString::fromStdString(row.front())), qPrintable(written));
        QCOMPARE(written.count(QRegularExpression(QStringLiteral("and \\d+ more"))), 1);
        QVERIFY2(written.count(QStringLiteral("a remark")) > 2, qPrintable(written));
    }

    /// Nothing is counted that would have room in the least type below rows in the least type.
    void what_is_said_below_a_table_has_the_room_that_is_there() {
        ShownSlide slide = table_slide(11);
        for (int i = 0; i < 8; ++i) slide.content.text.push_back("remark " + std::to_string(i));
        const QString written = written_on(slide);
        for (const std::string& each : slide.content.text)
            QVERIFY2(lines_below_table(slide, QString::fromStdString(each)) == 1, qPrintable(written));
        QVERIFY2(written.contains(QStringLiteral("figure 10")), qPrintable(written));
        // What the words below a comparison mean stands in its last lines.
        Project project;
        for (size_t i = 0; i < 3; ++i) project.scenarios.push_back(test::sample("decisions/owned-h100", i));
        const DeckAnswers deck(std::move(project), {}, false, Catalog::built_in(), nullptr,
                               std::chrono::sys_days{std::chrono::year{2026} / 11 / 30});
        Slide compared;
        compared.view = "compare";
        ShownSlide shown;
        shown.content = slide_content(deck, compared);
        const QString on_it = written_on(shown);
        QVERIFY2(on_it.contains(QStringLiteral("Not confirmed are prices")), qPrintable(on_it));
        QVERIFY2(!on_it.contains(QRegularExpression(QStringLiteral("and \\d+ more"))), qPrintable(on_it));
    }

    void a_house_style_is_painted() {
        const HouseStyle house = test::house_style();
        const Theme theme = styled_theme(Theme::light(), house);
        const QColor ground(0x102030), red(0xC01020);
        ShownSlide slide = table_slide(3, std::string(300, 'W'));
        const QImage without = slide_image(slide, {2, 8}, theme, 1920);
        slide.style = slide_style(house, "Hall B", "2026-11-27");
        QVERIFY(slide.style);
        QCOMPARE(slide.style->foot(2, 8), QStringLiteral("ACME & Co, Hall B, 2026-11-27, 2 of 8"));
        const QImage image = slide_image(slide, {2, 8}, theme, 1920);
        QCOMPARE(image.pixelColor(5, 5), ground);
        QCOMPARE(image.pixelColor(1744, 120), red); // 192 × 96 px at the right of the title
        QCOMPARE(image.pixelColor(1650, 74), red);
        QCOMPARE(differing(image, QRect(1562, 44, 80, 152), ground), 0); // the title keeps clear of it
        QVERIFY(differing(without, QRect(1562, 44, 80, 152), ground) > 100);
        const QRect foot(900, 1016, 700, 36); // where no number stands
        QVERIFY(differing(image, foot, ground) > differing(without, foot, ground) + 100);
        const QByteArray svg = slide_svg({slide}, 0, theme);
        QVERIFY(svg.contains("#102030") && svg.contains("#c01020"));
        const auto pptx = deck_pptx({slide}, QStringLiteral("t"), theme);
        QVERIFY(pptx && pptx->contains("ppt/media/logo.png") && pptx->contains("ppt/media/logo.svg"));
    }

    void a_logo_of_dots_is_painted() {
        HouseStyle house;
        house.logo = to_base64(test::small_png());
        const LogoPicture logo(house);
        QCOMPARE(logo.size(), QSizeF(1, 1));
        QCOMPARE(logo.image(QSize(8, 4)).size(), QSize(4, 4));
        QVERIFY(LogoPicture(HouseStyle()).is_empty());
        QVERIFY(!slide_style({}, "p", "2026-11-27"));
    }

    /// Type that is not here is said, and the program's own stands in its place.
    void type_that_is_not_installed_is_said() {
        HouseStyle house;
        house.font = "No Such Family";
        QCOMPARE(remarks_on(house).size(), size_t(1));
        QVERIFY(remarks_on(house).front().text().find("No Such Family") != std::string::npos);
        QCOMPARE(styled_theme(Theme::dark(), house), Theme::dark());
        house.font = "Roboto";
        QVERIFY(remarks_on(house).empty());
        QCOMPARE(styled_theme(Theme::dark(), house).font(Theme::Role::body).family(),
                 QStringLiteral("Roboto"));
        house.logo = to_base64("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\"/>");
        QCOMPARE(remarks_on(house).size(), size_t(1));
    }

    void a_pdf_has_its_type_inside() {
        const QByteArray pdf =
            deck_pdf({table_slide(4), chart_slide()}, QStringLiteral("deck"), Theme::light());
        QVERIFY(pdf.startsWith("%PDF-1.6"));
        QCOMPARE(pdf.count("/Type /FontDescriptor"), pdf.count("/FontFile2") + pdf.count("/FontFile3"));
        QVERIFY(pdf.count("/FontFile") > 0);
        QVERIFY(pdf.contains("/Count 2"));
        QVERIFY(pdf.contains("/MediaBox [0 0 1440"));
    }

    void a_view_that_is_none_is_said() {
        FoundSlide found;
        found.content.view = "no-such-view";
        found.content.body = SlideBody::chart;
        QVERIFY(!shown_slide(found, {}, Theme::light()).content.missing.empty());
        found.content.body = SlideBody::file;
        found.content.file = "no-such.png";
        QVERIFY(!shown_slide(found, "/nowhere", Theme::light()).content.missing.empty());
        found.content.body = SlideBody::kept;
        found.content.picture = "AAAA";
        QVERIFY(!shown_slide(found, {}, Theme::light()).content.missing.empty());
    }

    /// A slide that is frozen looks as it did.
    void a_kept_picture_is_the_same() {
        const ShownSlide slide = chart_slide();
        FoundSlide found;
        found.content = slide.content;
        found.content.body = SlideBody::kept;
        found.content.picture = kept_picture(slide, Theme::light());
        QVERIFY(found.content.picture.size() < 400'000);
        const ShownSlide kept = shown_slide(found, {}, Theme::light());
        const QImage a = slide_image(slide, {1, 1}, Theme::light(), 1920),
                     b = slide_image(kept, {1, 1}, Theme::light(), 1920);
        int other = 0;
        for (int y = 216; y < 992; ++y)
            for (int x = 80; x < 1840; ++x)
                other += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > 60;
        QVERIFY2(other < 1760 * 776 / 100, QByteArray::number(other).constData());
    }

    /// Fine lines of a picture become grey where it is small: none is left out, and none stays alone.
    void a_small_picture_is_smooth() {
        ShownSlide slide;
        slide.image = QImage(1760, 776, QImage::Format_RGB32);
        for (int y = 0; y < 776; ++y)
            for (int x = 0; x < 1760; ++x)
                slide.image.setPixelColor(x, y, x % 10 == 0 ? Qt::black : Qt::white);
        const QImage image = slide_image(slide, {1, 1}, Theme::light(), 192);
        for (int x = 20; x < 170; ++x) {
            const int grey = qGray(image.pixel(x, 60));
            QVERIFY2(grey > 180 && grey < 250, QByteArray::number(grey).constData());
        }
    }

    void files_are_written_whole_or_not_at_all() {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        const std::vector<ShownSlide> slides{table_slide(3), table_slide(4)};
        const auto pictures =
            write_deck(slides, QStringLiteral("t"), DeckFormat::png, path / "png", Theme::light(), 640);
        QVERIFY(pictures && pictures->size() == 2);
        QCOMPARE(QImage(folder.filePath("png/slide-02.png")).size(), QSize(640, 360));
        QVERIFY(write_deck(slides, QStringLiteral("t"), DeckFormat::svg, path / "svg", Theme::light()));
        QVERIFY(write_deck(slides, QStringLiteral("t"), DeckFormat::pdf, path / "a.pdf", Theme::light()));
        QVERIFY(write_deck(slides, QStringLiteral("t"), DeckFormat::pptx, path / "a.pptx", Theme::light()));
        // The second cannot be written: the first is taken away again.
        QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("full/slide-02.png/x")));
        QVERIFY(
            !write_deck(slides, QStringLiteral("t"), DeckFormat::png, path / "full", Theme::light(), 640));
        QCOMPARE(QDir(folder.filePath(QStringLiteral("full"))).entryList(QDir::Files), QStringList());
        QVERIFY(
            !write_deck(slides, QStringLiteral("t"), DeckFormat::pdf, path / "no" / "a.pdf", Theme::light()));
    }

    void keys_turn_slides() {
        auto* show = new SlideShow({table_slide(2, "one"), table_slide(3, "two"), table_slide(4, "three")}, 0,
                                   Theme::light(), nullptr);
        const QPointer<SlideShow> alive(show);
        show->start();
        QTest::keyClick(show, Qt::Key_Right);
        QCOMPARE(show->number(), size_t(1));
        QTest::keyClick(show, Qt::Key_End);
        QTest::keyClick(show, Qt::Key_Right); // there is none behind the last
        QCOMPARE(show->number(), size_t(2));
        QTest::keyClick(show, Qt::Key_Left);
        QCOMPARE(show->number(), size_t(1));
        QTest::mouseClick(show, Qt::LeftButton);
        QCOMPARE(show->number(), size_t(2));
        QTest::keyClick(show, Qt::Key_Home);
        QCOMPARE(show->number(), size_t(0));
        QTest::keyClick(show, Qt::Key_B);
        const QImage black = show->grab().toImage();
        QCOMPARE(differing(black, black.rect(), Qt::black), 0);
        QTest::keyClick(show, Qt::Key_B);
        QVERIFY(differing(show->grab().toImage(), black.rect(), Qt::black) > 1000);
        QTest::keyClick(show, Qt::Key_L);
        QTest::keyClick(show, Qt::Key_N);
        SpeakerView* const speaker = speaker_of_now();
        QVERIFY(speaker);
        QCOMPARE(speaker->findChild<QLabel*>(QStringLiteral("speaker-note"))->text(),
                 QStringLiteral("Note of one"));
        QTest::keyClick(speaker, Qt::Key_Right); // the speaker turns them, too
        QCOMPARE(show->number(), size_t(1));
        QTest::keyClick(show, Qt::Key_Escape);
        QTRY_VERIFY(!alive);
    }

    /// The light follows the mouse over either screen and is seen on both; that the audience sees nothing is
    /// said to the speaker.
    void the_speaker_sees_and_points() {
        ShownSlide silent = table_slide(3, "two");
        silent.content.note.clear();
        auto* show = new SlideShow({table_slide(2, "one"), silent}, 0, Theme::light(), nullptr);
        const QPointer<SlideShow> alive(show);
        show->start();
        if (!speaker_of_now()) QTest::keyClick(show, Qt::Key_N);
        SpeakerView* const speaker = speaker_of_now();
        QVERIFY(speaker);
        const auto label = [speaker](const char* name) {
            return speaker->findChild<QLabel*>(QLatin1String(name));
        };
        auto *const here = speaker->findChild<SlideSheet*>(QStringLiteral("speaker-slide")),
                    *const there = show->findChild<SlideSheet*>();
        auto *const light_here = speaker->findChild<QWidget*>(QStringLiteral("light-spot")),
                    *const light_there = show->findChild<QWidget*>(QStringLiteral("light-spot"));
        QVERIFY(here && there && light_here && light_there && label("speaker-state"));
        const auto move = [](QWidget* over, QPoint at) {
            QMouseEvent event(QEvent::MouseMove, at, over->mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                              Qt::NoModifier);
            QApplication::sendEvent(over, &event);
        };
        const auto stands_at = [](const QWidget* light, const SlideSheet* sheet, QPointF share) {
            const QPoint off = light->geometry().center() - sheet->point_at(share);
            return light->isVisible() && off.manhattanLength() <= 4; // px
        };
        const QPointF left(0.25, 0.5), right(0.75, 0.25);
        move(here, here->point_at(left));
        QVERIFY(!light_here->isVisible() && !light_there->isVisible()); // it is off
        QTest::keyClick(speaker, Qt::Key_L);
        move(here, here->point_at(left));
        QVERIFY(stands_at(light_here, here, left) && stands_at(light_there, there, left));
        move(show, there->point_at(right));
        QVERIFY(stands_at(light_here, here, right) && stands_at(light_there, there, right));
        QVERIFY(!label("speaker-state")->isVisible());
        QTest::keyClick(speaker, Qt::Key_B);
        QVERIFY(label("speaker-state")->isVisible() && !light_there->isVisible());
        QVERIFY(label("speaker-state")->text().contains(QStringLiteral("screen is black")));
        QTest::keyClick(speaker, Qt::Key_B);
        QVERIFY(!label("speaker-state")->isVisible() && light_there->isVisible());
        QTest::keyClick(speaker, Qt::Key_L);
        QVERIFY(!light_here->isVisible() && !light_there->isVisible());
        QCOMPARE(label("speaker-place")->text(), QStringLiteral("Slide 1 of 2"));
        QTest::keyClick(speaker, Qt::Key_Right);
        QCOMPARE(label("speaker-place")->text(), QStringLiteral("Slide 2 of 2"));
        QCOMPARE(label("speaker-note")->text(), QStringLiteral("No note"));
        QTest::keyClick(show, Qt::Key_Escape);
        QTRY_VERIFY(!alive);
    }

    /// What may be turned stands below what fills the slide.
    void what_may_be_turned_is_painted_in_words() {
        const Theme theme = Theme::light();
        ShownSlide slide = table_slide(60);
        const QRect strip(80, 924, 1760, 68);
        slide.content.sliders = {slider_of("price"), slider_of("gone")};
        slide.content.sliders.back().missing = "there is no such input";
        const QImage image = slide_image(slide, {1, 1}, theme, 1920);
        QVERIFY(differing(image, strip, theme.panel) > 300);
        slide.content.sliders.clear();
        slide.content.rows.clear();
        QCOMPARE(differing(slide_image(slide, {1, 1}, theme, 1920), strip, theme.panel), 0);
        slide.content.sliders.assign(3, slider_of(std::string(300, 'W'))); // cut, and nothing in the rim
        const QImage crowded = slide_image(slide, {1, 1}, theme, 1920);
        QCOMPARE(differing(crowded, QRect(1850, 0, 70, 1080), theme.panel), 0);
        QCOMPARE(differing(crowded, QRect(80, 995, 1760, 10), theme.panel), 0);
    }

    /// The slide follows its sliders, and is as the project has it when it is left.
    void a_slide_is_turned_while_it_is_shown() {
        ShownSlide first = table_slide(2, "one");
        first.content.sliders = {slider_of("price"), slider_of("count")};
        auto* show = new SlideShow({first, table_slide(2, "two")}, 0, Theme::light(), nullptr);
        const QPointer<SlideShow> alive(show);
        std::vector<std::pair<size_t, std::vector<TurnedInput>>> told;
        connect(show, &SlideShow::turned, this,
                [&](size_t number, const auto& inputs) { told.emplace_back(number, inputs); });
        show->start();
        QVERIFY(QTest::qWaitForWindowActive(show));
        QCOMPARE(told.size(), size_t(1)); // what it is held against may be found
        QVERIFY(told.back().second.empty());
        SlideSliders& sliders = show->sliders();
        QVERIFY(sliders.isVisible() && !sliders.has_keyboard());
        const auto all = sliders.findChildren<QSlider*>();
        QCOMPARE(all.size(), 2);
        QCOMPARE(all.front()->value(), 1);
        QTest::mouseClick(&sliders, Qt::LeftButton); // no click on the slide
        QCOMPARE(show->number(), size_t(0));
        // Tab leads the keyboard there, Esc back.
        QTest::keyClick(show, Qt::Key_Tab);
        QVERIFY(sliders.has_keyboard());
        QTest::keyClick(show->focusWidget(), Qt::Key_Right);
        QCOMPARE(told.back(), (std::pair(size_t(0), std::vector<TurnedInput>{{"price", 3}})));
        QTRY_VERIFY(!sliders.said().isEmpty()); // that it works
        ShownSlide turned = table_slide(2, "turned");
        show->show_turned(0, {{"price", 2.5}}, turned, QStringLiteral("of values before"));
        QVERIFY(sliders.said() != QStringLiteral("of values before"));
        show->show_turned(0, told.back().second, turned, QStringLiteral("cheaper"));
        QCOMPARE(sliders.said(), QStringLiteral("cheaper"));
        QTest::keyClick(show->focusWidget(), Qt::Key_Escape);
        QVERIFY(alive && show->hasFocus() && !sliders.has_keyboard());
        const QImage shown = show->grab().toImage();
        // Left, it is as it was; what comes late is not shown.
        QTest::keyClick(show, Qt::Key_Right);
        QCOMPARE(show->number(), size_t(1));
        QVERIFY(!sliders.isVisible());
        QVERIFY(told.back().second.empty());
        show->show_turned(0, {{"price", 3}}, turned, QStringLiteral("late"));
        QTest::keyClick(show, Qt::Key_Left);
        QVERIFY(sliders.isVisible() && sliders.turned().empty() && sliders.said().isEmpty());
        QVERIFY(show->grab().toImage() != shown);
        // Back at its own value it is as the project has it.
        auto* const slider = sliders.findChildren<QSlider*>().front();
        slider->setValue(0);
        show->show_turned(0, sliders.turned(), turned, QStringLiteral("dearer"));
        slider->setValue(1);
        QVERIFY(sliders.turned().empty() && sliders.said().isEmpty());
        QTest::keyClick(show, Qt::Key_Escape);
        QTRY_VERIFY(!alive);
    }

    /// The sliders have the colours of the slide under the style sheet of a dark window, and who misses one
    /// by little turns no slide.
    void sliders_are_those_of_the_slide() {
        ShownSlide first = table_slide(2, "one");
        first.content.sliders = {slider_of("price")};
        const QString before = qApp->styleSheet();
        qApp->setStyleSheet(QStringLiteral("QWidget { color: #fefefe; } QSlider::groove:horizontal { height: "
                                           "4px; background: #101010; }"));
        auto* show = new SlideShow({first, table_slide(2, "two")}, 0, Theme::light(), nullptr);
        const QPointer<SlideShow> alive(show);
        show->start();
        auto* const slider = show->sliders().findChild<GhostSlider*>();
        slider->setValue(0); // the mark stands free
        const QImage image = slider->grab().toImage();
        int text = 0, line = 0, foreign = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                text += image.pixelColor(x, y) == Theme::light().text;
                line += image.pixelColor(x, y) == Theme::light().line;
                foreign += image.pixelColor(x, y) == QColor(0x101010);
            }
        QVERIFY(text > 8);
        QVERIFY(line > 100);
        QCOMPARE(foreign, 0);
        // The knob is whole, and has a rim where it has the keyboard.
        const QRect knob = slider->knob();
        QVERIFY(slider->rect().contains(knob));
        QVERIFY(show->sliders().rect().contains(
            QRect(slider->mapTo(&show->sliders(), knob.topLeft()), knob.size())));
        slider->setValue(2);
        const auto dark = [&] {
            const QImage of_knob = slider->grab(slider->knob()).toImage();
            return of_knob.width() * of_knob.height() -
                   differing(of_knob, of_knob.rect(), Theme::light().text);
        };
        const int before_focus = dark();
        QVERIFY(QTest::qWaitForWindowActive(show));
        slider->setFocus(Qt::TabFocusReason);
        QTRY_VERIFY(dark() > before_focus + 8);
        show->setFocus();
        // Above the knob it is taken, and follows.
        QTest::mousePress(slider, Qt::LeftButton, {}, QPoint(slider->knob().center().x(), 1));
        QVERIFY(slider->isSliderDown());
        QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(slider->knob().center().x(), 1));
        const int left = show->width() / 2, top = show->sliders().y();
        QTest::mouseClick(show, Qt::LeftButton, {}, QPoint(left, top - 23));
        QCOMPARE(show->number(), size_t(0));
        QTest::mouseClick(show, Qt::LeftButton, {}, QPoint(left, top - 60));
        QCOMPARE(show->number(), size_t(1));
        qApp->setStyleSheet(before);
        QTest::keyClick(show, Qt::Key_Escape);
        QTRY_VERIFY(!alive);
    }

    /// A press in the groove brings the knob there, whatever the distance, and goes on as a drag.
    void a_press_in_the_groove_goes_to_its_place() {
        GhostSlider slider;
        slider.resize(420, 24);
        slider.setRange(0, 40);
        slider.setPageStep(5);
        slider.setValue(4);
        slider.show();
        QVERIFY(QTest::qWaitForWindowExposed(&slider));
        int told = 0;
        connect(&slider, &QSlider::valueChanged, this, [&] { ++told; });
        const auto place = [&](int value) {
            const double span = slider.width() - slider.knob().width();
            return QPoint(static_cast<int>(slider.knob().width() / 2.0 + span * value / 40), 12);
        };
        QTest::mousePress(&slider, Qt::LeftButton, {}, place(30));
        QVERIFY2(std::abs(slider.value() - 30) <= 1, QByteArray::number(slider.value()).constData());
        QCOMPARE(told, 1);
        QVERIFY(slider.isSliderDown());
        QTest::mouseMove(&slider, place(20));
        QTest::mouseRelease(&slider, Qt::LeftButton, {}, place(20));
        QVERIFY2(std::abs(slider.value() - 20) <= 1, QByteArray::number(slider.value()).constData());
        QVERIFY(!slider.isSliderDown());
        QTest::mouseClick(&slider, Qt::LeftButton, {}, QPoint(1, 12));
        QCOMPARE(slider.value(), 0);
        QTest::mouseClick(&slider, Qt::LeftButton, {}, QPoint(slider.width() - 2, 12));
        QCOMPARE(slider.value(), 40);
    }

    /// The speaker sees the values that the audience sees, and turns them from the other screen.
    void the_speaker_turns_the_sliders_too() {
        ShownSlide first = table_slide(2, "one");
        first.content.sliders = {slider_of("price")};
        auto* show = new SlideShow({first, table_slide(2, "two")}, 0, Theme::light(), nullptr);
        const QPointer<SlideShow> alive(show);
        std::vector<TurnedInput> told;
        connect(show, &SlideShow::turned, this, [&](size_t, const auto& inputs) { told = inputs; });
        show->start();
        show->sliders().findChild<QSlider*>()->setValue(2);
        if (!speaker_of_now()) QTest::keyClick(show, Qt::Key_N); // where there is one screen
        SpeakerView* const speaker = speaker_of_now();
        QVERIFY(speaker && speaker->sliders().isVisible());
        const std::vector<TurnedInput> dear{{"price", 3}}, cheap{{"price", 1}};
        QCOMPARE(speaker->sliders().turned(), dear); // turned before the speaker looked
        show->show_turned(0, dear, table_slide(2, "turned"), QStringLiteral("dearer"));
        QCOMPARE(speaker->sliders().said(), QStringLiteral("dearer"));
        speaker->sliders().findChild<QSlider*>()->setValue(0);
        QCOMPARE(told, cheap);
        QCOMPARE(show->sliders().turned(), cheap);
        show->sliders().findChild<QSlider*>()->setValue(1);
        QVERIFY(told.empty() && speaker->sliders().turned().empty() && speaker->sliders().said().isEmpty());
        QTest::keyClick(speaker, Qt::Key_Right);
        QCOMPARE(show->number(), size_t(1));
        QVERIFY(!speaker->sliders().isVisible());
        QTest::keyClick(show, Qt::Key_Escape);
        QTRY_VERIFY(!alive);
    }

    /// Tab may lead anywhere in the speaker's view: Page Up and Down turn slides there, and so do the arrows
    /// where no slider has the focus.
    void keys_turn_slides_wherever_the_focus_is() {
        ShownSlide first = table_slide(2, "one");
        first.content.sliders = {slider_of("price")};
        first.content.note = std::string(4000, 'n');
        auto* show = new SlideShow({first, table_slide(2, "two")}, 0, Theme::light(), nullptr);
        const QPointer<SlideShow> alive(show);
        show->start();
        if (!speaker_of_now()) QTest::keyClick(show, Qt::Key_N);
        SpeakerView* const speaker = speaker_of_now();
        QVERIFY(speaker);
        speaker->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(speaker));
        QTest::mouseClick(speaker->findChild<QLabel*>(QStringLiteral("speaker-note")), Qt::LeftButton);
        bool met_a_slider = false;
        for (int tabs = 0; tabs < 4; ++tabs) {
            speaker->setFocus();
            for (int i = 0; i < tabs; ++i) QTest::keyClick(speaker->focusWidget(), Qt::Key_Tab);
            if (speaker->sliders().has_keyboard()) {
                met_a_slider = true;
                QTest::keyClick(speaker->focusWidget(), Qt::Key_Right);
                QCOMPARE(show->number(), size_t(0));
                QVERIFY(!show->sliders().turned().empty());
            } else {
                QTest::keyClick(speaker->focusWidget(), Qt::Key_Right);
                QCOMPARE(show->number(), size_t(1));
                QTest::keyClick(speaker->focusWidget(), Qt::Key_Left);
                QCOMPARE(show->number(), size_t(0));
            }
            QTest::keyClick(speaker->focusWidget(), Qt::Key_PageDown);
            QCOMPARE(show->number(), size_t(1));
            QTest::keyClick(speaker->focusWidget(), Qt::Key_PageUp);
            QCOMPARE(show->number(), size_t(0));
        }
        QVERIFY(met_a_slider);
        QTest::keyClick(show, Qt::Key_Escape);
        QTRY_VERIFY(!alive);
    }

    void inputs_of_a_slide_are_typed() {
        DeckView view;
        view.resize(1000, 700);
        Deck deck;
        deck.slides.emplace_back().view = "verdict";
        deck.slides.emplace_back().view = "text";
        view.show_deck(deck, false);
        view.show();
        std::vector<Deck> told;
        connect(&view, &DeckView::changed, this, [&](const Deck& each) { told.push_back(each); });
        auto* const text = view.findChild<QLineEdit*>(QStringLiteral("slide-inputs"));
        QVERIFY(text && text->isVisible());
        text->setFocus();
        QTest::keyClicks(text, QStringLiteral("/plan/tp=1,2,4 ;/site/electricity_price"));
        QTest::keyClick(text, Qt::Key_Return);
        QCOMPARE(told.size(), size_t(1));
        QCOMPARE(told.back().slides.front().inputs,
                 (std::vector<SlideInput>{{"/plan/tp", "1,2,4", {}}, {"/site/electricity_price", {}, {}}}));
        QCOMPARE(text->text(), QStringLiteral("/plan/tp=1,2,4; /site/electricity_price"));
        std::vector<size_t> wanted;
        connect(&view, &DeckView::what_if_wanted, this, [&](size_t number) { wanted.push_back(number); });
        auto* const put = view.findChild<QPushButton*>(QStringLiteral("put-what-if"));
        QTest::mouseClick(put, Qt::LeftButton);
        QCOMPARE(wanted, std::vector<size_t>{0});
        view.put_inputs({{"/plan/pp", "1,2", {}}}, QStringLiteral("one is left out"));
        QCOMPARE(told.back().slides.front().inputs.front().input, std::string("/plan/pp"));
        view.put_inputs({}, QStringLiteral("nothing is turned")); // they stay
        QCOMPARE(told.size(), size_t(2));
        view.choose(1);
        QVERIFY(!text->isVisible()); // text has no scenario
        view.choose(0);
        view.set_read_only(true);
        QVERIFY(!put->isEnabled() && !text->isEnabled());
    }

    /// Text is seen while it is typed, Tab leads from title to text to note, and a slide that is put behind
    /// the last stands in sight.
    void a_slide_of_text_is_typed() {
        DeckView view;
        view.resize(1000, 700);
        Deck deck;
        for (int i = 0; i < 12; ++i) deck.slides.emplace_back().view = "text";
        view.show_deck(deck, false);
        view.show();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        view.choose(11);
        view.add(deck.slides.front());
        auto* const strip = view.findChild<QListWidget*>(QStringLiteral("deck-strip"));
        QCOMPARE(strip->currentRow(), 12);
        QVERIFY(strip->viewport()->rect().contains(strip->visualItemRect(strip->currentItem()).center()));
        ShownSlide empty;
        empty.content.view = "text";
        empty.content.body = SlideBody::text;
        empty.content.missing = "There is no text yet";
        view.show_slide(12, empty);
        auto* const sheet = view.findChild<SlideSheet*>();
        const QImage before = sheet->grab().toImage();
        auto* const lines = view.findChild<QPlainTextEdit*>(QStringLiteral("slide-lines"));
        view.findChild<QLineEdit*>(QStringLiteral("slide-title"))->setFocus();
        QTest::keyClick(view.focusWidget(), Qt::Key_Tab);
        QVERIFY(lines->hasFocus());
        QTest::keyClicks(lines, QStringLiteral("first line"));
        QVERIFY(sheet->grab().toImage() != before);
        QVERIFY(view.deck().slides[12].text.empty()); // no step of the history for each letter
        QTest::keyClick(lines, Qt::Key_Tab);
        QVERIFY(view.findChild<QPlainTextEdit*>(QStringLiteral("slide-note"))->hasFocus());
        QCOMPARE(view.deck().slides[12].text, std::vector<std::string>{"first line"});
    }

    /// Who adds text types it next, and slides have numbers that can be read.
    void a_slide_that_is_added_is_typed_and_numbered() {
        DeckView view;
        view.resize(1000, 700);
        Deck deck;
        deck.slides.emplace_back().view = "verdict";
        view.show_deck(deck, false);
        view.show();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        view.add_button().setFocus();
        QAction* text = nullptr;
        for (QAction* each : view.add_button().menu()->actions())
            if (each->data().toString() == QStringLiteral("text")) text = each;
        QVERIFY(text);
        text->trigger();
        QCOMPARE(view.deck().slides.back().view, std::string("text"));
        QVERIFY(view.findChild<QPlainTextEdit*>(QStringLiteral("slide-lines"))->hasFocus());
        view.show_slide(0, table_slide(2, "one"));
        view.show_slide(1, table_slide(2, "two"));
        const auto* const strip = view.findChild<QListWidget*>(QStringLiteral("deck-strip"));
        const auto corner = [strip](int row) {
            const QImage picture = strip->item(row)->icon().pixmap(strip->iconSize()).toImage();
            return picture.copy(picture.width() * 3 / 4, picture.height() * 3 / 4, picture.width() / 4,
                                picture.height() / 4);
        };
        const QImage first = corner(0), second = corner(1);
        const int area = first.width() * first.height();
        QVERIFY(area - differing(first, first.rect(), view.slide_theme().accent) > 60);
        QVERIFY(first != second);
        QCOMPARE(strip->item(1)->data(Qt::AccessibleTextRole).toString(), QStringLiteral("2: two"));
    }

    /// Export and Present stand at the right edge, and none of the bar moves where a slide shows no scenario.
    void the_bar_stays_in_its_place_data() {
        QTest::addColumn<int>("width");
        QTest::newRow("a wide window") << 1200;
        QTest::newRow("a narrow one") << 760;
    }
    void the_bar_stays_in_its_place() {
        QFETCH(int, width);
        DeckView view;
        Deck deck;
        deck.slides.emplace_back().view = "verdict";
        deck.slides.emplace_back().view = "text";
        view.show_deck(deck, false);
        view.show_scenarios({QStringLiteral("A"), QStringLiteral("B")});
        view.resize(width, 800);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const auto places = [&] {
            QCoreApplication::processEvents();
            std::vector<QRect> out;
            for (const char* name : {"export-slides", "show-slides", "style-button"}) {
                const auto* const button = view.findChild<QPushButton*>(QLatin1String(name));
                if (!button || !button->isVisible()) qFatal("%s", name);
                out.emplace_back(button->mapTo(&view, QPoint()), button->size());
            }
            return out;
        };
        const auto of_figures = places();
        QCOMPARE(of_figures[1].right(), view.width() - 12 - 1);
        QVERIFY(of_figures[0].right() < of_figures[1].left() && of_figures[0].top() == of_figures[1].top());
        view.choose(1);
        QVERIFY(places() == of_figures);
    }

    void a_slide_comes_at_once() {
        const ShownSlide slide = chart_slide();
        SlideShow* show = new SlideShow({slide, slide, slide}, 0, Theme::light(), nullptr);
        show->resize(1920, 1080);
        show->show();
        QElapsedTimer timer;
        timer.start();
        QTest::keyClick(show, Qt::Key_Right);
        show->grab();
        QVERIFY2(timer.elapsed() < 1000,
                 QByteArray::number(timer.elapsed()).constData()); // 100 ms in a release
        show->close();
    }

    /// Nothing to show is another thing than nothing yet.
    void slides_that_are_computed_are_waited_for() {
        DeckView view;
        const SlideSheet* const sheet = view.findChild<SlideSheet*>();
        QVERIFY(sheet);
        const auto says = [&](const char* words) {
            return sheet->accessibleDescription().contains(QLatin1String(words));
        };
        QVERIFY(says("draw a cluster first"));
        view.show_finding(true);
        QVERIFY(says("Being computed") && !says("draw a cluster"));
        view.show_finding(false);
        QVERIFY(says("draw a cluster first"));
    }

    void slides_are_moved_and_taken_out() {
        DeckView view;
        view.resize(1000, 700);
        Deck deck;
        for (const char* name : {"verdict", "scaling", "money"}) {
            Slide slide;
            slide.view = name;
            deck.slides.push_back(slide);
        }
        view.show_deck(deck, true);
        std::vector<Deck> told;
        connect(&view, &DeckView::changed, this, [&](const Deck& each) { told.push_back(each); });
        auto* strip = view.findChild<QListWidget*>(QStringLiteral("deck-strip"));
        QCOMPARE(strip->count(), 3);
        strip->setCurrentRow(1);
        QTest::keyClick(strip, Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(told.size(), size_t(1));
        QCOMPARE(told.back().slides.front().view, std::string("scaling"));
        QCOMPARE(view.current(), size_t(0));
        QTest::keyClick(strip, Qt::Key_Delete);
        QCOMPARE(told.back().slides.size(), size_t(2));
        // As a drag leaves them.
        strip->model()->moveRow({}, 0, {}, 2);
        QTRY_COMPARE(told.size(), size_t(3));
        QCOMPARE(told.back().slides.back().view, std::string("verdict"));
        view.set_read_only(true);
        QTest::keyClick(strip, Qt::Key_Delete);
        QCOMPARE(told.size(), size_t(3));
    }
};

QTEST_MAIN(TestSlides)
#include "test_slides.moc"
