// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/export_flow.h"

#include "app/gui/flows/print_flow.h"
#include "app/gui/flows/session.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/pages/export_drawing_dialog.h"
#include "app/gui/pages/export_memory.h"
#include "app/gui/pages/file_name.h"
#include "app/gui/pages/message_bar.h"
#include "core/base/files/atomic_file.h"
#include "widgets/canvas/paint/drawing_pages.h"
#include "widgets/canvas/paint/picture.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/chart_data.h"
#include "widgets/charts/plan_search_chart.h"
#include "widgets/editor/document.h"
#include "widgets/fields/text.h"

#include <QDir>
#include <QEventLoop>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QProgressDialog>
#include <QStringList>
#include <QTimer>

namespace roofrack {

namespace {

QString formats() {
    return QObject::tr("Picture (*.png);;Vector drawing (*.svg);;Document (*.pdf);;Table (*.csv)");
}

/// "Vector drawing (*.svg)" → "svg".
QString suffix_of(const QString& filter) {
    return filter.section(QStringLiteral("*."), 1).section(u')', 0, 0);
}

/// Which project it is among those of this run of the program.
QString project_key(const Document& document) {
    return document.file_path().empty() ? document.display_name() : as_written(document.file_path().string());
}

PictureOptions options_for(const Theme& theme) {
    PictureOptions options;
    options.dpi = 192;
    options.theme = theme;
    return options;
}

} // namespace

QString ending_of(const QString& filter, const QString& otherwise) {
    const QString ending = suffix_of(filter);
    return ending.isEmpty() ? otherwise : ending;
}

QString with_ending(const QString& path, const QString& ending, const QString& title, QWidget* window) {
    const QString out = path + u'.' + ending;
    if (QFileInfo::exists(out) &&
        QMessageBox::question(
            window, title,
            QObject::tr("%1 exists already. Replace it?").arg(legible(QFileInfo(out).fileName()))) !=
            QMessageBox::Yes)
        return {};
    return out;
}

QString export_name(const Document& document, const QString& what) {
    QStringList out{as_file_name(document.display_name().toStdString())};
    const auto& scenarios = document.project().scenarios;
    if (scenarios.size() > 1) out << as_file_name(scenarios[document.scenario_index()].name);
    out << what;
    out.removeAll(QString());
    return out.join(QStringLiteral(", "));
}

QString ask_export_file(const Document& document, const ExportQuestion& question, const QString& title,
                        Session& session, QWidget* window, const QStringList& folders) {
    const QString project = project_key(document);
    const QString offered = session.exports().file(project, question, session.last_folder()),
                  first_filter = session.exports().filter(project, question);
    QString filter = first_filter;
    QString path = QFileDialog::getSaveFileName(window, title, offered, question.filters, &filter);
    if (path.isEmpty()) return {};
    const QString ending = ending_of(filter, question.endings().value(0)), typed = question.ending_in(path);
    // Another type was chosen, and the name left as it was offered.
    if (!typed.isEmpty() && typed != ending && filter != first_filter && path == offered)
        path.chop(typed.size() + 1);
    if (question.ending_in(path).isEmpty()) {
        path = folders.contains(ending) ? path + u'.' + ending : with_ending(path, ending, title, window);
        if (path.isEmpty()) return {};
    }
    session.exports().keep(project, question, path);
    session.set_last_folder(QFileInfo(path).absolutePath());
    return path;
}

bool wait_until_found(const IsFinding& is_finding, QWidget* window, const QString& text) {
    constexpr int look_every_ms = 20;
    if (!is_finding()) return true;
    QProgressDialog progress(text.isEmpty() ? QObject::tr("Finding what the charts show…") : text,
                             QObject::tr("Stop"), 0, 0, window);
    progress.setWindowModality(Qt::WindowModal); // what is exported is not edited meanwhile
    progress.setMinimumDuration(200);            // ms
    progress.setAutoReset(false);
    QEventLoop loop;
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &loop, [&] {
        progress.setValue(0); // which shows it when it takes long
        if (progress.wasCanceled() || !is_finding()) loop.quit();
    });
    look.start(look_every_ms);
    loop.exec();
    return !progress.wasCanceled();
}

void export_chart(const Chart& chart, const IsFinding& is_finding, const Theme& theme,
                  const Document& document, Session& session, MessageBar& messages, QWidget* window) {
    const QString name = export_name(document, chart.id());
    const QString path = ask_export_file(document, {QStringLiteral("chart"), name, name, formats()},
                                         QObject::tr("Export the chart"), session, window);
    if (path.isEmpty()) return;
    if (!wait_until_found(is_finding, window)) {
        messages.show_message(Severity::info, QObject::tr("Stopped: the chart was not written."));
        return;
    }
    if (const auto saved = chart.save(path, options_for(theme)); !saved)
        messages.show_diagnostic(Severity::critical, QObject::tr("The chart could not be exported"),
                                 saved.error());
    else
        messages.show_message(Severity::info, QObject::tr("The chart was written to %1.").arg(path));
}

void export_drawing(const Canvas& canvas, const Document& document, Session& session, MessageBar& messages,
                    QWidget* window) {
    ExportDrawingDialog dialog(picture_size(canvas.drawing(), canvas.shown().overlay_style()),
                               canvas.shown().theme(), window);
    if (dialog.exec() != QDialog::Accepted) return;
    const QString filters = QObject::tr("Picture (*.png);;Vector drawing (*.svg);;Document (*.pdf)");
    const QString name = export_name(document, QObject::tr("drawing"));
    const QString path = ask_export_file(document, {QStringLiteral("drawing"), name, name, filters},
                                         QObject::tr("Export the drawing"), session, window);
    if (path.isEmpty()) return;
    const PageTitle title = page_title(document);
    DrawingOptions options = dialog.options();
    options.title = QStringLiteral("%1 · %2").arg(title.project, title.scenario);
    const Theme theme = dialog.theme().scaled(1);
    const auto saved = save_picture(path.toStdString(), canvas.drawing(),
                                    canvas.shown().overlay_style_in(theme), theme, options);
    if (!saved)
        messages.show_diagnostic(Severity::critical, QObject::tr("The drawing could not be exported"),
                                 saved.error());
    else
        messages.show_message(Severity::info, QObject::tr("The drawing was written to %1.").arg(path));
}

QString what_is_awaited(const ChartArea& charts) {
    const auto data = charts.data();
    QStringList out;
    if (data && data->is_best_awaited()) out << QObject::tr("the best plans");
    if (data && data->is_beside_stale) out << QObject::tr("the other scenarios");
    return out.join(QStringLiteral(", "));
}

namespace {

/// Wants all charts while it lives.
class AllWanted {
public:
    explicit AllWanted(ChartArea& charts)
        : m_charts(charts) {
        m_charts.want_all(true);
    }
    ~AllWanted() { m_charts.want_all(false); }
    AllWanted(const AllWanted&) = delete;
    AllWanted& operator=(const AllWanted&) = delete;

private:
    ChartArea& m_charts;
};

} // namespace

bool find_what_charts_lack(ChartArea& charts, const IsFinding& is_finding, QWidget* window) {
    const AllWanted wanted(charts);
    return wait_until_found(is_finding, window);
}

int export_charts_to(ChartArea& charts, const QString& folder, const QString& suffix, const Theme& theme,
                     MessageBar& messages) {
    int written = 0;
    bool is_search_left_out = false;
    for (const Chart* chart : charts.all()) {
        if (chart->table().rows.empty()) continue;
        if (chart->id() == QLatin1String(PlanSearchChart::id_text) && charts.data()->search_is_stale) {
            is_search_left_out = true;
            continue;
        }
        const auto saved =
            chart->save(QDir(folder).filePath(chart->id() + u'.' + suffix), options_for(theme));
        if (!saved) {
            messages.show_diagnostic(Severity::critical, QObject::tr("The charts could not be exported"),
                                     saved.error());
            return written;
        }
        ++written;
    }
    QString done = QObject::tr("%n chart(s) written to %1.", nullptr, written).arg(folder);
    if (is_search_left_out)
        done +=
            u' ' + QObject::tr("Left out: the plan search, which is of the drawing before: search again.");
    const QString missing = what_is_awaited(charts);
    if (missing.isEmpty())
        messages.show_message(Severity::info, done);
    else
        messages.show_message(
            Severity::warning,
            QObject::tr("%1 Missing in them: %2, since nothing was found.").arg(done, missing));
    return written;
}

void export_all_charts(ChartArea& charts, const IsFinding& is_finding, const Theme& theme,
                       const Document& document, Session& session, MessageBar& messages, QWidget* window) {
    const QString name = export_name(document, QObject::tr("charts")), project = project_key(document);
    const ExportQuestion question{QStringLiteral("charts"), name, name, formats()};
    const QString offered = session.exports().file(project, question, session.last_folder());
    QFileDialog dialog(window, QObject::tr("Export all charts: name and format of the files in the folder"));
    dialog.setDirectory(QFileInfo(offered).path());
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setFileMode(QFileDialog::AnyFile);
    dialog.setNameFilters(formats().split(QStringLiteral(";;")));
    dialog.selectNameFilter(session.exports().filter(project, question));
    dialog.selectFile(QFileInfo(offered).completeBaseName());
    dialog.setLabelText(QFileDialog::FileName, QObject::tr("New folder:"));
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return;
    const QString folder = dialog.selectedFiles().constFirst();
    if (!QDir().mkpath(folder)) {
        messages.show_message(
            Severity::critical,
            QObject::tr("The folder %1 could not be made. Choose a place that you may write to.")
                .arg(folder));
        return;
    }
    session.exports().keep(project, question, folder + u'.' + suffix_of(dialog.selectedNameFilter()));
    session.set_last_folder(QFileInfo(folder).absolutePath());
    if (find_what_charts_lack(charts, is_finding, window))
        export_charts_to(charts, folder, suffix_of(dialog.selectedNameFilter()), theme, messages);
    else
        messages.show_message(Severity::info, QObject::tr("Stopped: no chart was written."));
}

void export_bill(const std::string& csv, const std::string& project_name, const Document& document,
                 Session& session, MessageBar& messages, QWidget* window) {
    QString name = as_file_name(project_name);
    if (name.isEmpty()) name = QObject::tr("Bill of materials");
    const QString path =
        ask_export_file(document, {QStringLiteral("bill"), name, name, QObject::tr("Tables (*.csv)")},
                        QObject::tr("Save the bill of materials"), session, window);
    if (path.isEmpty()) return;
    if (const auto written = write_file_atomically(path.toStdString(), csv); !written) {
        messages.show_diagnostic(Severity::critical, QObject::tr("The table could not be written"),
                                 written.error());
        return;
    }
    messages.show_message(Severity::info,
                          QObject::tr("%1 is written.").arg(legible(QFileInfo(path).fileName())));
}

} // namespace roofrack
