// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/runs/measured_flow.h"

#include "app/gui/runs/run_dialog.h"
#include "core/base/units/quantity_text.h"
#include "core/step/engine/prepared.h"
#include "widgets/charts/chart_text.h"
#include "widgets/editor/commands/set_scenario_value.h"
#include "widgets/editor/document.h"
#include "widgets/fields/text.h"

#include <QDate>

namespace roofrack {

namespace {

QString step_words(double seconds) { return shown(seconds, Dimension::time, 3); }
/// The steps of a run differ little: one digit more.
QString exact_words(double seconds) { return shown(seconds, Dimension::time, 4); }
/// "12.3 % off": how far the model is from the measurement.
QString off_words(double percent) { return MeasuredFlow::tr("%1 % off").arg(percent, 0, 'f', 1); }
QString value_words(double value, const std::string& unit) { return to_qt(calibrated_text(value, unit)); }

using Rows = std::vector<RunDialog::Row>;

void add_values(const CalibrationStudy& study, Rows& rows, ChartTable& table) {
    for (const CalibratedValue& value : study.values) {
        rows.push_back(
            {.cells = {in_words(value.name), value_words(value.before, value.unit),
                       value_words(value.after, value.unit), to_qt(value.told_by)},
             .tip = MeasuredFlow::tr("%1\nset by: %2").arg(in_words(value.name), to_qt(value.told_by))});
        table.rows.push_back(
            {"set", value.name, value.unit, {}, value.before, value.after, {}, {}, value.told_by});
    }
}

void add_times(const CalibrationStudy& study, Rows& rows, ChartTable& table) {
    const auto add = [&](const QString& what, const QString& why, const auto& time) {
        rows.push_back(
            {.cells = {MeasuredFlow::tr("%1, measured %2").arg(what, exact_words(time.measured)),
                       MeasuredFlow::tr("%1, %2").arg(exact_words(time.before), off_words(time.before_pct())),
                       MeasuredFlow::tr("%1, %2").arg(exact_words(time.after), off_words(time.after_pct())),
                       why},
             .tip = MeasuredFlow::tr("%1: %2 measured; the model says %3 before and %4 after")
                        .arg(what, exact_words(time.measured), exact_words(time.before),
                             exact_words(time.after))});
        table.rows.push_back({"time", what.toStdString(), "s", time.measured, time.before, time.after,
                              time.before_pct(), time.after_pct(), why.toStdString()});
    };
    for (const CalibratedTime& time : study.times)
        add(to_qt(time.what), MeasuredFlow::tr("model, before and after calibration"), time);
    if (study.held_back)
        add(MeasuredFlow::tr("held back"),
            MeasuredFlow::tr("last %1 steps, predicted with factors fitted on the earlier steps only")
                .arg(study.held_back->steps),
            *study.held_back);
}

void add_sweeps(const std::vector<ReplacedCollective>& replaced, Rows& rows, ChartTable& table) {
    for (const ReplacedCollective& each : replaced) {
        const QString name = to_qt(label_of(each.sweep));
        const QString why =
            each.used
                ? MeasuredFlow::tr("%1; after: each size interpolated from its neighbours")
                      .arg(to_qt(each.sweep.file))
                : MeasuredFlow::tr("not used: the drawing has no such group, or a larger sweep replaces it");
        rows.push_back({.cells = {name, off_words(each.before_pct), off_words(each.held_out_pct), why},
                        .tip = MeasuredFlow::tr("%1, %2 sizes\nthe formula is %3 (median), each size "
                                                "interpolated from its neighbours %4")
                                   .arg(name)
                                   .arg(each.sweep.points.size())
                                   .arg(off_words(each.before_pct), off_words(each.held_out_pct)),
                        .is_quiet = !each.used});
        table.rows.push_back({"sweep",
                              label_of(each.sweep),
                              {},
                              {},
                              {},
                              {},
                              each.before_pct,
                              each.held_out_pct,
                              why.toStdString()});
    }
}

void add_not_told(const CalibrationStudy& study, Rows& rows, ChartTable& table) {
    for (const NotTold& each : study.not_told) {
        const std::string why = each.todo.empty() ? each.why : each.why + "; " + each.todo;
        rows.push_back({.cells = {in_words(each.what), MeasuredFlow::tr("unchanged"),
                                  MeasuredFlow::tr("not determined by the run"), to_qt(why)},
                        .tip = to_qt(each.todo.empty() ? each.why : each.why + "\n" + each.todo),
                        .is_quiet = true});
        table.rows.push_back({"not determined", each.what, {}, {}, {}, {}, {}, {}, why});
    }
}

/// The window has no options: an answer that names one is said without it.
Diagnostic in_window(Diagnostic fault) {
    if (fault.where.starts_with("--")) fault.where.clear();
    return fault;
}

QStringList notes_of(const std::vector<std::string>& notes) {
    QStringList out;
    for (const std::string& note : notes) out << to_qt(note);
    return out;
}

} // namespace

MeasuredFlow::MeasuredFlow(Document& document, Session& session, QWidget* window)
    : QObject(window)
    , m_document(document)
    , m_session(session)
    , m_window(window)
    , m_worker([this](Request& request, const std::stop_token&) {
        if (request.stop_source.stop_requested()) return;
        Answer found = answer(request);
        QMetaObject::invokeMethod(
            this,
            [this, generation = request.generation, done = std::move(found)] { finished(generation, done); },
            Qt::QueuedConnection);
    }) {}

MeasuredFlow::~MeasuredFlow() {
    m_stop_source.request_stop();
    if (m_dialog) m_dialog->disconnect(this);
}

MeasuredFlow::Answer MeasuredFlow::answer(const Request& request) const {
    const std::stop_token stop = request.stop_source.get_token();
    MeasuredRunOptions options;
    options.date = request.date;
    options.with_kernels = !request.diagnoses;
    const Catalog& catalog = m_document.catalog();
    options.catalog = &catalog;
    const auto run = read_measured_run(request.files, options, stop);
    if (request.diagnoses)
        return run ? roofrack::diagnose(*request.scenario, *run, catalog, stop)
                   : Result<Diagnosis>(tl::unexpected(run.error()));
    if (!run) return Result<FoundCalibration>(tl::unexpected(run.error()));
    Scenario scenario = *request.scenario;
    attach_sweeps(scenario.calibration, run->sweeps);
    auto study = roofrack::calibrate(scenario, *run, catalog, stop);
    if (!study) return Result<FoundCalibration>(tl::unexpected(study.error()));
    FoundCalibration out{std::move(*study), {}};
    scenario.calibration = out.study.calibration;
    if (const auto prepared = Prepared::make(scenario, catalog); prepared && !run->sweeps.empty())
        out.replaced = replaced_collectives(*prepared);
    return Result<FoundCalibration>(std::move(out));
}

void MeasuredFlow::calibrate(std::vector<std::filesystem::path> files) { start(std::move(files), false); }
void MeasuredFlow::diagnose(std::vector<std::filesystem::path> files) { start(std::move(files), true); }

void MeasuredFlow::start(std::vector<std::filesystem::path> files, bool diagnoses) {
    delete m_dialog;
    m_dialog =
        diagnoses
            ? new RunDialog(QStringLiteral("diagnosis"), tr("Diagnose: what would explain the measured step"),
                            {tr("Change"), tr("Step with it"), tr("How likely"), tr("What would show it")},
                            m_session, m_window)
            : new RunDialog(QStringLiteral("calibration"), tr("Calibrate by the measured run"),
                            {tr("What"), tr("Before"), tr("After"), tr("By")}, m_session, m_window);
    connect(m_dialog, &QObject::destroyed, this, [this] {
        ++m_generation;
        m_is_busy = false;
        m_stop_source.request_stop();
    });
    m_dialog->show_waiting(diagnoses ? tr("Evaluating each change that may explain the measured run …")
                                     : tr("Fitting the model to the measured run …"));
    m_dialog->show();
    m_is_busy = true;
    m_stop_source = std::stop_source();
    m_scenario = m_document.snapshot();
    m_worker.post({.generation = ++m_generation,
                   .diagnoses = diagnoses,
                   .files = std::move(files),
                   .scenario = m_scenario,
                   .date = QDate::currentDate().toString(Qt::ISODate).toStdString(),
                   .stop_source = m_stop_source});
}

void MeasuredFlow::finished(quint64 generation, const Answer& all) {
    if (generation != m_generation || !m_dialog) return;
    m_is_busy = false;
    std::visit(
        [this](const auto& found) {
            if (found)
                show(*found);
            else
                m_dialog->show_fault(in_window(found.error()));
        },
        all);
}

void MeasuredFlow::show(const FoundCalibration& found) {
    const CalibrationStudy& study = found.study;
    Rows rows;
    ChartTable table;
    table.columns = {{"kind", ""},        {"what", ""},       {"unit", ""},
                     {"measured", "s"},   {"before", ""},     {"after", ""},
                     {"before off", "%"}, {"after off", "%"}, {"by", ""}};
    add_values(study, rows, table);
    add_times(study, rows, table);
    add_sweeps(found.replaced, rows, table);
    add_not_told(study, rows, table);
    QStringList notes = notes_of(study.notes);
    for (const CalibrationSource& source : study.sources)
        notes << tr("%1 (%2): %3").arg(to_qt(source.file), to_qt(source.digest), to_qt(source.told));
    const bool sets = study.sets_anything() || !found.replaced.empty();
    if (sets && !m_document.is_read_only())
        m_dialog->set_action(
            tr("Use the calibration"),
            tr("“%1” is calibrated by the run; this can be undone in one step")
                .arg(to_qt(m_document.scenario().name)),
            [this, calibration = study.calibration] {
                if (!(*m_scenario == m_document.scenario()))
                    return m_dialog->show_fault({"", tr("the scenario has changed since").toStdString(),
                                                 tr("calibrate again").toStdString()});
                m_document.end_gesture();
                m_document.perform<SetCalibration>(calibration, tr("calibration by the measured run"));
                if (m_dialog) m_dialog->close();
            });
    const QString gpus =
        tr("Measured on %1 of %2 drawn GPUs.").arg(count_text(study.gpus), count_text(study.drawn_gpus));
    m_dialog->show_found(
        sets ? gpus + u' ' +
                   (study.values.size() == 1
                        ? tr("The run determines one model parameter; all others stay unchanged.")
                        : tr("The run determines %1 model parameters; all others stay unchanged.")
                              .arg(study.values.size()))
             : gpus + u' ' + tr("The run determines no model parameter."),
        rows, notes, std::move(table));
}

void MeasuredFlow::show(const Diagnosis& diagnosis) {
    Rows rows;
    ChartTable table;
    table.columns = {
        {"change", ""}, {"step", "s"}, {"likelihood", ""}, {"reaches the band", ""}, {"test", ""}};
    for (const FaultCause& cause : diagnosis.causes) {
        const QString likely =
            cause.likelihood ? tr("%1 %").arg(100 * *cause.likelihood, 0, 'f', 1) : QString();
        const QString outside = tr("outside the uncertainty band even so");
        const QString how = cause.fits ? (cause.likelihood ? likely : tr("not ranked: it alone reaches"))
                            : likely.isEmpty() ? outside
                                               : tr("%1, %2").arg(likely, outside);
        rows.push_back(
            {.cells = {to_qt(cause.change), step_words(cause.step_s()), how, to_qt(cause.test)},
             .tip = tr("%1: the step takes %2 by the model, %3 were measured\nwhat would show it: %4")
                        .arg(to_qt(cause.change), step_words(cause.step_s()),
                             step_words(diagnosis.measured_s), to_qt(cause.test)),
             .is_quiet = !cause.fits});
        table.rows.push_back({cause.change, cause.step_s(),
                              cause.likelihood ? ChartTable::Cell(*cause.likelihood) : ChartTable::Cell(),
                              std::string(cause.fits ? "yes" : "no"), cause.test});
    }
    if (const auto& other = diagnosis.other_likelihood) {
        const QString change = to_qt(another_job_change), test = to_qt(another_job_test);
        rows.push_back({.cells = {change, QString(), tr("%1 %").arg(100 * *other, 0, 'f', 1), test},
                        .tip = tr("%1\nwhat would show it: %2").arg(change, test)});
        table.rows.push_back({std::string(another_job_change), ChartTable::Cell(), *other, ChartTable::Cell(),
                              std::string(another_job_test)});
    }
    QStringList notes;
    if (!diagnosis.apart.empty()) notes << tr("To tell the first two apart: %1").arg(to_qt(diagnosis.apart));
    if (diagnosis.times.size() > 1)
        for (const ComparedTime& time : diagnosis.times) {
            const bool is_ratio = time.what.starts_with("slowest");
            const auto text = [&](double value) {
                return is_ratio ? QString::number(value, 'f', 2) : step_words(value);
            };
            notes << (time.is_far ? tr("%1: measured %2, predicted %3: needs explaining")
                                  : tr("%1: measured %2, predicted %3"))
                         .arg(to_qt(time.what), text(time.measured), text(time.predicted));
        }
    notes << notes_of(diagnosis.notes);
    m_dialog->show_found(to_qt(diagnosis.sentence), rows, notes, std::move(table));
}

void MeasuredFlow::set_calibrated(bool calibrated) {
    Calibration calibration = m_document.scenario().calibration;
    if (calibration.off == !calibrated) return;
    calibration.off = !calibrated;
    m_document.end_gesture();
    m_document.perform<SetCalibration>(calibration,
                                       calibrated ? tr("calibration on") : tr("calibration off"));
}

} // namespace roofrack
