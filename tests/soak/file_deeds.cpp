// SPDX-License-Identifier: GPL-3.0-or-later
// Files: opened, saved, exported, read.
#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/workbook_flow.h"
#include "app/gui/imports/import_flow.h"
#include "app/gui/imports/interchange_flow.h"
#include "app/gui/imports/prices_flow.h"
#include "app/gui/pages/samples.h"
#include "app/gui/report/report_flow.h"
#include "app/gui/runs/run_dialog.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/project_panels.h"
#include "app/gui/window/workspace_switch.h"
#include "core/drawing/templates/templates.h"
#include "tests/soak/deeds.h"
#include "tests/soak/desk.h"
#include "widgets/bill/bill_view.h"
#include "widgets/wizard/servers_dialog.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTest>
#include <QTimer>

#include <algorithm>

namespace roofrack::soak {

namespace {

const QString data = QStringLiteral(ROOFRACK_SOURCE_DIR "/tests/data/");

QString some_project(Desk& desk) { return desk.file(QStringLiteral("p%1.roofrack.json").arg(desk.below(6))); }

/// One sample after the other, so that an hour sees them all many times.
void sample(Desk& desk) {
    static size_t next = 0;
    const auto all = samples();
    desk.window().files().open_sample(all[next++ % all.size()].id());
}

void new_project(Desk& desk) { desk.trigger("file.new"); }

void from_template(Desk& desk) {
    desk.dialogs().accept_with({});
    desk.trigger("file.new-template");
}

/// Two servers of the catalogue, in a project of their own or beside the open one.
void compare_servers(Desk& desk) {
    static const char* const servers[] = {"dgx-h100", "dgx-a100", "mi355x-8", "gb200-nvl72", "hgx-b200"};
    const QStringList chosen{QLatin1String(desk.any(servers)), QStringLiteral("dgx-h200")};
    QTimer::singleShot(0, &desk.window(), [chosen] {
        auto* dialog = qobject_cast<ServersDialog*>(QApplication::activeModalWidget());
        if (!dialog) return;
        auto* list = dialog->findChild<QListWidget*>();
        for (int i = 0; i < list->count(); ++i)
            if (std::ranges::find(chosen, list->item(i)->data(Qt::UserRole).toString()) != chosen.end())
                list->item(i)->setSelected(true);
        dialog->findChild<QLineEdit*>(QStringLiteral("power"))->setText(QStringLiteral("500 kW"));
    });
    desk.dialogs().accept_with({});
    desk.trigger(desk.below(2) ? "file.compare-servers" : "scenario.from-servers");
}

void save(Desk& desk) {
    desk.dialogs().accept_with(some_project(desk));
    desk.trigger("file.save");
}

void save_as(Desk& desk) {
    desk.dialogs().accept_with(some_project(desk));
    desk.trigger("file.save-as");
}

void open(Desk& desk) {
    const QString path = some_project(desk);
    if (!QFileInfo::exists(path)) return;
    desk.dialogs().accept_with(path);
    desk.trigger("file.open");
}

void export_chart(Desk& desk) {
    static const char* const endings[] = {"png", "svg", "pdf", "csv"};
    desk.dialogs().accept_with(desk.file(QStringLiteral("chart.") + QLatin1String(desk.any(endings))));
    desk.trigger("file.export-chart");
}

void export_charts(Desk& desk) {
    desk.dialogs().accept_with(desk.file(QStringLiteral("charts")));
    desk.trigger("file.export-all");
}

void export_drawing(Desk& desk) {
    static const char* const endings[] = {"png", "svg", "pdf"};
    desk.dialogs().accept_with(desk.file(QStringLiteral("drawing.") + QLatin1String(desk.any(endings))));
    desk.trigger("file.export-drawing");
}

void export_bill(Desk& desk) {
    desk.page().panels().show(QStringLiteral("bill"));
    desk.wait(20);
    desk.dialogs().accept_with(desk.file(QStringLiteral("bill.csv")));
    for (auto* button : desk.page().bill().findChildren<QPushButton*>())
        if (button->isVisible()) QTest::mouseClick(button, Qt::LeftButton);
}

void copy_pictures(Desk& desk) { desk.trigger(desk.below(2) ? "file.copy-drawing" : "file.copy-chart"); }

void print(Desk& desk) { desk.trigger("file.print-drawing"); }

void import_model(Desk& desk) {
    desk.window().findChild<InterchangeFlow*>()->import_model(
        (data + QStringLiteral("huggingface/gpt2.json")).toStdString());
}

/// Out and in again, which changes nothing.
void prices(Desk& desk) {
    const std::filesystem::path file = desk.file(QStringLiteral("prices.csv")).toStdString();
    auto* flow = desk.window().findChild<PricesFlow*>();
    if (flow->export_prices(file)) flow->import_prices(file);
}

/// Out and in again, which changes nothing.
void workbook(Desk& desk) {
    const std::filesystem::path file = desk.file(QStringLiteral("workbook.xlsx")).toStdString();
    if (desk.window().findChild<WorkbookFlow*>()->export_workbook(file))
        desk.window().findChild<ImportFlow*>()->import_files(ForeignKind::workbook, {file});
}

/// What is dropped, or chosen by the menu: a site, a server, a model, or a picture that nobody reads. The
/// list of what it changes is accepted or left.
void import_any(Desk& desk) {
    static const char* const given[] = {"netbox/devices.csv", "inside/lstopo.xml", "huggingface/gpt2.json",
                                        "../../docs/guide/pictures/batch.png"};
    const QString file = data + QLatin1String(desk.any(given));
    if (desk.below(2) == 0) return desk.window().open_paths({file});
    desk.dialogs().accept_with(file);
    desk.trigger("file.import");
}

void report(Desk& desk) {
    const std::filesystem::path file = desk.file(QStringLiteral("report.pdf")).toStdString();
    desk.window().findChild<ReportFlow*>()->export_report(file, {}, ReportPaper::a4, false);
}

void calculon(Desk& desk) {
    const std::filesystem::path folder = desk.file(QStringLiteral("calculon")).toStdString();
    desk.window().findChild<InterchangeFlow*>()->export_calculon(folder, true);
}

/// Seldom: a large drawing's is a minute of writing.
void astra_sim(Desk& desk) {
    static int asked = 0;
    if (asked++ % 4 > 0) return;
    const QString folder = desk.file(QStringLiteral("astra-sim"));
    QDir().mkpath(folder);
    desk.dialogs().accept_with(folder);
    desk.trigger("file.export-astra-sim");
    QDir(folder).removeRecursively(); // gigabytes
}

void traces(Desk& desk) {
    const QDir folder(data + QStringLiteral("traces"));
    const QStringList files = folder.entryList({QStringLiteral("*.json*"), QStringLiteral("two_ranks")},
                                               QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot);
    desk.window().open_paths({folder.filePath(desk.any(files))});
}

/// What is found is seen by whoever waits for it, left by others.
void ask_of_run(Desk& desk) {
    static const char* const asks[] = {"trace.draft", "trace.calibrate", "trace.diagnose",
                                       "trace.calibrated"};
    desk.trigger(desk.any(asks));
    if (desk.below(2) == 0) desk.wait(500);
    for (RunDialog* each : desk.window().findChildren<RunDialog*>()) each->close();
}

void compare_runs_of_project(Desk& desk) {
    desk.dialogs().accept_with(data + QStringLiteral("traces/good.json"));
    desk.trigger("trace.compare");
}

void calibrate(Desk& desk) {
    static const char* const outputs[] = {"nccl/all_reduce_2x8.txt", "nccl/alltoall_old.txt"};
    desk.window().open_paths({data + QLatin1String(desk.any(outputs))});
}

void measured_curves(Desk& desk) {
    static const char* const tables[] = {"scaling/rates.csv", "scaling/ceiling.csv"};
    if (desk.below(3) == 0)
        desk.trigger("trace.remove-curve");
    else
        desk.window().open_paths({data + QLatin1String(desk.any(tables))});
}

void close_project(Desk& desk) { desk.trigger("file.close"); }

/// Seldom: what a window has lost goes with it unseen.
void reopen(Desk& desk) {
    if (desk.below(8) == 0) desk.reopen();
}

} // namespace

std::vector<Deed> file_deeds() {
    return {{"sample", 5, sample, false},
            {"new project", 1, new_project, false},
            {"template", 2, from_template, false},
            {"compare servers", 1, compare_servers, false},
            {"save", 3, save},
            {"save as", 2, save_as},
            {"open", 3, open, false},
            {"export chart", 2, export_chart},
            {"export charts", 1, export_charts},
            {"export drawing", 2, export_drawing},
            {"export bill", 1, export_bill},
            {"copy pictures", 1, copy_pictures},
            {"print", 1, print},
            {"import model", 1, import_model},
            {"prices", 1, prices},
            {"workbook", 1, workbook},
            {"import", 2, import_any, false},
            {"report", 1, report},
            {"calculon", 1, calculon},
            {"ASTRA-sim", 1, astra_sim},
            {"traces", 3, traces, false},
            {"ask of a run", 2, ask_of_run},
            {"compare runs", 1, compare_runs_of_project},
            {"calibrate", 2, calibrate, false},
            {"measured curves", 2, measured_curves, false},
            {"close project", 1, close_project, false},
            {"reopen the window", 1, reopen, false}};
}

} // namespace roofrack::soak
