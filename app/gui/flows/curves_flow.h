// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/flows/given_files.h"
#include "core/base/model/measured_curve.h"
#include "core/base/units/diagnostic.h"
#include "widgets/editor/latest_worker.h"

#include <filesystem>
#include <vector>

namespace roofrack {

/// Tables of measured rates become curves of the open scenario, one undoable step each time; they are read on
/// a thread of their own. Errors go to the message bar. Without a project a new one is started.
class CurvesFlow : public GivenFilesFlow {
    Q_OBJECT

public:
    CurvesFlow(Document& document, FileFlow& files, Session& session, MessageBar& messages, QWidget* window);

    void open_files();
    /// Takes out of `paths` those that are such tables and reads them.
    void take(std::vector<std::filesystem::path>& paths);
    /// Takes the curve of this name out of the scenario, or the last one, which is what is shown at first.
    void remove(const QString& shown);

Q_SIGNALS:
    /// The scenario has curves that it had not.
    void attached();

private:
    /// What the thread read of some files.
    struct Reading {
        quint64 generation = 0;
        std::vector<std::filesystem::path> paths;
        std::vector<MeasuredCurve> curves;
        std::vector<Diagnostic> faults;
    };
    void read(const std::vector<std::filesystem::path>& paths);
    void finished(Reading reading);

    quint64 m_generation = 0;                     ///< generation of the reading that is awaited
    std::vector<std::filesystem::path> m_awaited; ///< files of it
    LatestWorker<Reading> m_worker;               ///< last: it tells this object
};

} // namespace roofrack
