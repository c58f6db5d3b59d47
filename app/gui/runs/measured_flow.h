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

/// What the open run says of the open scenario: how to calibrate the model by it, and which single change
/// would make the model give what was measured. Found on a thread of its own, given up with the dialog.
class MeasuredFlow : public QObject {
    Q_OBJECT

public:
    MeasuredFlow(Document& document, Session& session, QWidget* window);
    ~MeasuredFlow() override;

    /// `files`: those of the run.
    void calibrate(std::vector<std::filesystem::path> files);
    void diagnose(std::vector<std::filesystem::path> files);
    /// The calibration in force, or not: its values are kept.
    void set_calibrated(bool calibrated);
    bool is_busy() const { return m_is_busy; }

private:
    /// A calibration, and what becomes of sweeps of collectives in it.
    struct FoundCalibration {
        CalibrationStudy study;
        std::vector<ReplacedCollective> replaced;
    };
    using Answer = std::variant<Result<FoundCalibration>, Result<Diagnosis>>;
    struct Asking {
        quint64 generation = 0;
        bool diagnoses = false;
        std::vector<std::filesystem::path> files;
        std::shared_ptr<const Scenario> scenario;
        std::string date; ///< as 2026-11-27
        std::stop_source given_up{};
    };
    Answer answer(const Asking& job) const;
    void ask(std::vector<std::filesystem::path> files, bool diagnoses);
    void answered(quint64 generation, const Answer& all);
    void show(const FoundCalibration& found);
    void show(const Diagnosis& diagnosis);

    Document& m_document;
    Session& m_session;
    QWidget* m_window;
    QPointer<RunDialog> m_dialog;
    bool m_is_busy = false;
    quint64 m_generation = 0;
    std::stop_source m_asked;                   ///< what is being found
    std::shared_ptr<const Scenario> m_scenario; ///< what it is found for
    LatestWorker<Asking> m_worker;              ///< last: it tells this object
};

} // namespace roofrack
