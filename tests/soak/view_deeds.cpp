// SPDX-License-Identifier: GPL-3.0-or-later
// What is seen of it: charts, panels, appearances, windows beside the window.
#include "app/gui/flows/file_flow.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/window/main_toolbar.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/project_panels.h"
#include "app/gui/window/workspace_switch.h"
#include "core/answers/explain/explain.h"
#include "tests/soak/deeds.h"
#include "tests/soak/desk.h"
#include "tests/support/random_layout.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/editor/commands/set_member.h"
#include "widgets/present/deck_view.h"
#include "widgets/present/slide_show.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QDockWidget>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>
#include <QTest>

namespace roofrack::soak {

namespace {

void chart(Desk& desk) {
    ChartArea& charts = desk.page().charts();
    charts.setCurrentIndex(desk.below(charts.count()));
}

void workspace(Desk& desk) {
    if (desk.window().files().has_project()) // also where the drawing is hidden
        desk.page().workspaces().enter(QLatin1String(desk.any(workspaces()).id));
}

void point_at_chart(Desk& desk) {
    QWidget* const chart = desk.page().charts().currentWidget();
    if (!chart || !chart->isVisible()) return;
    QList<QWidget*> parts = chart->findChildren<QWidget*>();
    parts << chart;
    QWidget* const part = desk.any(parts);
    if (!part->isVisible() || part->size().isEmpty()) return;
    const QPoint place(desk.below(part->width()), desk.below(part->height()));
    QTest::mouseMove(part, place);
    if (desk.below(2)) QTest::mouseClick(part, Qt::LeftButton, {}, place);
}

void explain(Desk& desk) {
    if (!desk.page().charts().data()) return; // nothing that could be clicked
    static const std::vector<std::string> figures = explainable();
    Q_EMIT desk.page().explain_requested(QString::fromStdString(desk.any(figures)));
}

void search(Desk& desk) {
    static const char* const ids[] = {"search.start", "search.start",    "search.cancel",
                                      "search.use",   "study.plan-best", "study.plan-given"};
    desk.trigger(desk.any(ids));
}

void overlay(Desk& desk) {
    auto* toolbar = desk.window().findChild<MainToolbar*>();
    const auto overlay = static_cast<Overlay>(desk.below(static_cast<int>(std::size(all_overlays))));
    toolbar->set_overlay(overlay);
    Q_EMIT toolbar->overlay_chosen(overlay);
}

void panel(Desk& desk) {
    const auto docks = desk.page().panels().docks();
    desk.page().panels().toggle(desk.any(docks)->objectName());
}

void zoom(Desk& desk) {
    static const char* const ids[] = {"view.fit",     "view.fit-selection", "view.zoom-actual",
                                      "view.zoom-in", "view.zoom-out",      "view.mini-map"};
    desk.trigger(desk.any(ids));
}

void look(Desk& desk) {
    static const char* const ids[] = {"view.theme-light", "view.theme-dark",   "view.theme-system",
                                      "view.elevation",   "view.only-drawing", "view.reset-layout",
                                      "view.drawing",     "file.welcome",      "view.full-screen"};
    desk.trigger(desk.any(ids));
}

void resize(Desk& desk) { desk.window().resize(1100 + desk.below(700), 720 + desk.below(300)); }

void layout(Desk& desk) {
    test::RandomLayout(desk.window(), static_cast<unsigned>(desk.below(1 << 30))).act();
}

void find(Desk& desk) {
    desk.trigger(desk.below(2) ? "edit.find" : "view.search");
    auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    if (!field) return;
    static const char* const words[] = {"rack", "fit", "go to", "overlay", "zzz"};
    QTest::keyClicks(field, QLatin1String(desk.any(words)));
    QTest::keyClick(field, desk.below(2) ? Qt::Key_Return : Qt::Key_Escape);
}

void help(Desk& desk) {
    static const char* const ids[] = {"help.guide", "help.here", "help.claims", "help.shortcuts",
                                      "help.about"};
    desk.trigger(desk.any(ids));
}

void close_dialogs(Desk&) {
    for (QWidget* widget : QApplication::topLevelWidgets())
        if ((qobject_cast<QDialog*>(widget) || qobject_cast<SlideShow*>(widget)) && widget->isVisible())
            widget->close();
}

/// Turns an input of the slide on the screen.
void turn_shown_slide(Desk& desk) {
    const auto* const show = desk.window().findChild<SlideShow*>();
    const auto sliders = show ? show->findChildren<QSlider*>() : QList<QSlider*>();
    if (sliders.isEmpty()) return;
    QSlider* const slider = desk.any(sliders);
    slider->setValue(desk.below(slider->maximum() + 1));
}

/// The slides, changed and shown.
void slides(Desk& desk) {
    if (!desk.window().files().has_project()) return;
    desk.page().workspaces().enter(QStringLiteral("present"));
    DeckView& deck = desk.page().deck();
    constexpr const char* views[] = {"verdict", "scaling", "drawing", "text", "no-such-view"};
    Slide slide;
    slide.view = views[desk.below(5)];
    HouseStyle style;
    if (desk.below(2)) style.colours.ground = "#102030";
    if (desk.below(2)) slide.inputs = {{"/site/electricity_price", {}, {}}, {"/plan/tp", "1,2,4", {}}};
    switch (desk.below(8)) {
    case 0: return deck.add(slide);
    case 1: return deck.remove_current();
    case 2: return deck.move_current(desk.below(2) ? 1 : -1);
    case 3: return deck.choose(static_cast<size_t>(desk.below(9)));
    case 4: desk.document().perform<SetStyle>(style, QStringLiteral("Choose style")); return;
    case 5: return deck.findChild<QPushButton*>(QStringLiteral("put-what-if"))->click();
    case 6: return turn_shown_slide(desk);
    default: desk.window().actions().get("view.slides")->trigger();
    }
}

/// Whatever the window offers, one after the other.
void any_command(Desk& desk) {
    static int next = 0;
    const auto all = desk.window().actions().all();
    QAction* const action = all[next++ % all.size()];
    // Thousands of racks where there was one are another test's.
    if (action->objectName() != QLatin1String("arrange.expand") && action->isEnabled()) action->trigger();
}

} // namespace

std::vector<Deed> view_deeds() {
    return {{"chart", 8, chart},
            {"workspace", 4, workspace, false},
            {"point at the chart", 6, point_at_chart},
            {"explain", 2, explain},
            {"search", 3, search},
            {"overlay", 4, overlay},
            {"panel", 3, panel},
            {"zoom", 5, zoom},
            {"look", 3, look, false},
            {"resize", 1, resize, false},
            {"layout", 4, layout, false},
            {"find", 3, find},
            {"slides", 2, slides, false},
            {"help", 1, help, false},
            {"close dialogs", 1, close_dialogs, false},
            {"any command", 6, any_command, false}};
}

} // namespace roofrack::soak
