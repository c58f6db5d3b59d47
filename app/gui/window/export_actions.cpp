// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/export_actions.h"

#include "app/gui/commands/actions.h"
#include "app/gui/commands/copy_command.h"
#include "app/gui/decide/tried_flow.h"
#include "app/gui/decide/what_if_flow.h"
#include "app/gui/flows/export_flow.h"
#include "app/gui/flows/workbook_flow.h"
#include "app/gui/imports/import_flow.h"
#include "app/gui/imports/interchange_flow.h"
#include "app/gui/imports/prices_flow.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/present/deck_export.h"
#include "app/gui/present/deck_flow.h"
#include "app/gui/present/style_flow.h"
#include "app/gui/report/report_flow.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/workspace_switch.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/charts/chart.h"
#include "widgets/editor/document.h"
#include "widgets/present/deck_view.h"

#include <QAction>

#include <optional>

namespace roofrack {

void connect_exports(Actions& actions, const std::function<ProjectPage*()>& page,
                     const std::function<Theme()>& theme, Document& document, Session& session,
                     MessageBar& messages, QWidget* window) {
    const auto is_finding = [page] { return page()->is_finding(); };
    const auto export_slides = [=, action = actions.get("file.export-slides"), &document, &session,
                                &messages] {
        std::optional<DeckFormat> format; // none: the dialog asks
        if (action->data().isValid()) format = static_cast<DeckFormat>(action->data().toInt());
        action->setData({});
        page()->workspaces().enter(QStringLiteral("present"));
        export_deck(
            page()->deck(), format, [page] { return page()->slides().is_busy(); }, document, session,
            messages, window);
    };
    const auto shows_slides = [page] { return page()->workspaces().current().shows_deck; };
    actions.on("file.export-chart", [=, &document, &session, &messages] {
        if (shows_slides()) return export_slides(); // the chart beside them is hidden
        if (Chart* chart = page()->charts().current())
            export_chart(*chart, is_finding, theme(), document, session, messages, window);
    });
    actions.on("file.export-all", [=, &document, &session, &messages] {
        export_all_charts(page()->charts(), is_finding, theme(), document, session, messages, window);
    });
    actions.on("file.export-drawing", [=, &document, &session, &messages] {
        export_drawing(page()->canvas(), document, session, messages, window);
    });
    actions.on("file.export-slides", export_slides);
    auto* const report = new ReportFlow(document, session, messages, window);
    actions.on("file.export-report", [=] {
        const auto& answers = page()->answers();
        report->ask_export(answers && answers->snapshot().best_plan);
    });
    const TellStyle tell = [&messages](const StyleRemark& remark) {
        messages.show_message(remark.severity, remark.text);
    };
    actions.on("file.choose-style", [=, &document, &session] { ask_style(document, session, window, tell); });
    actions.on("file.remove-style", [=, &document] { remove_style(document, tell); });
    actions.on("view.slides", [=] {
        page()->workspaces().enter(QStringLiteral("present"));
        page()->slides().start_show(window);
    });
    actions.on("view.add-slide", [=, &messages] {
        const Workspace& at = page()->workspaces().current();
        const QString chart = at.shows_deck   ? QString()
                              : at.is_drawing ? QStringLiteral("drawing")
                                              : page()->charts().current_id();
        if (chart.isEmpty() || !may_be_slide(chart)) {
            messages.show_message(Severity::info, QObject::tr("This view cannot stand on a slide."));
            return;
        }
        page()->slides().add_view(chart);
        messages.show_message(
            Severity::info,
            QObject::tr("“%1” is the last slide now.").arg(slide_view_name(chart.toStdString())));
    });
    actions.on("file.copy-chart", [=, &messages] {
        if (shows_slides())
            messages.show_message(Severity::info, QObject::tr("Slides are exported (Ctrl+E), not copied."));
        else if (const Chart* chart = page()->charts().current())
            chart->copyToClipboard();
    });
    actions.on("file.copy-command", [=, &document, &messages] {
        if (shows_slides()) {
            messages.show_message(
                Severity::info, QObject::tr("On the command line slides are written by “roofrack present”."));
            return;
        }
        const auto& answers = page()->answers();
        copy_command_of_chart(page()->charts().current_id(), document,
                              answers && answers->snapshot().best_plan,
                              answers ? answers->snapshot().metric : std::nullopt,
                              page()->what_if().settings(), page()->tried().request(), messages);
    });
}

void connect_prices(Actions& actions, PricesFlow& prices) {
    actions.on("file.import-prices", [&prices] { prices.ask_import(); });
    actions.on("file.export-prices", [&prices] { prices.ask_export(); });
}

void connect_workbooks(Actions& actions, const Document& document, Session& session, MessageBar& messages,
                       QWidget* window) {
    auto* const flow = new WorkbookFlow(document, session, messages, window);
    actions.on("file.export-workbook", [flow] { flow->ask_export(); });
}

void connect_imports(Actions& actions, InterchangeFlow& models, ImportFlow& imports,
                     const std::function<void(const QStringList&)>& open) {
    actions.on("file.import", [&imports, open] {
        if (const QStringList files = imports.ask_files(); !files.isEmpty()) open(files);
    });
    actions.on("file.import-model", [&models] { models.ask_model(); });
    actions.on("file.import-recipe", [&models] { models.ask_recipes(); });
    actions.on("file.import-calculon", [&models] { models.ask_calculon(); });
    actions.on("file.import-workbook", [&imports] { imports.ask_workbook(); });
}

} // namespace roofrack
