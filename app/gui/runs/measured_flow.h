// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/measured_network.h"
#include "core/study/calibration/calibration_study.h"
#include "core/study/diagnosis/diagnosis.h"
#include "widgets/editor/latest_worker.h"

#include <QObject>
#include <QPointer>

#include <filesystem>
#include <variant>

class QWidget;

namespace roofrack {

class Document;
class RunDialog;
class Session;

/// Compares the open run with the open scenario: how to calibrate the model by it, and which single change
/// would make the model predict what was measured. It is computed on a thread of its own, which stops when
/// the dialog closes.
class MeasuredFlow : public QObject {
    Q_OBJECT

public:
    MeasuredFlow(Document& document, Session& session, QWidget* window);
    ~MeasuredFlow() override;

    /// `files` are those of the run.
    void calibrate(std::vector<std::filesystem::path> files);
    void diagnose(std::vector<std::filesystem::path> files);
    /// Switches the calibration on or off; its values are kept.
    void set_calibrated(bool calibrated);
    bool is_busy() const { return m_is_busy; }

private:
    /// A calibration, and how far the sweeps of collectives in it are from the formula.
    struct FoundCalibration {
        CalibrationStudy study;
        std::vector<ReplacedCollective> replaced;
    };
    using Answer = std::variant<Result<FoundCalibration>, Result<Diagnosis>>;
    struct Request {
        quint64 generation = 0;
        bool diagnoses = false;
        std::vector<std::filesystem::path> files;
        std::shared_ptr<const Scenario> scenario;
        std::string date; ///< Today, as "2026-11-27".
        std::stop_source stop_source{};
    };
    Answer answer(const Request& request) const;
    void start(std::vector<std::filesystem::path> files, bool diagnoses);
    void finished(quint64 generation, const Answer& all);
    void show(const FoundCalibration& found);
    void show(const Diagnosis& diagnosis);

    Document& m_document;
    Session& m_session;
    QWidget* m_window;
    QPointer<RunDialog> m_dialog;
    bool m_is_busy = false;
    quint64 m_generation = 0;
    std::stop_source m_stop_source;             ///< Stops the request in progress.
    std::shared_ptr<const Scenario> m_scenario; ///< The scenario that the request is about.
    LatestWorker<Request> m_worker;             ///< The last member, since its thread calls this object.
};

} // namespace roofrack
