// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/latest_worker.h"
#include "widgets/published/listed_runs.h"
#include "widgets/theme/theme.h"

#include <QDialog>

namespace roofrack {

class Catalog;
class RunsView;

/// The published runs that the program carries beside their predictions, in a window of their own. They are
/// predicted on a thread when it is opened first, once a program and catalogue.
class PublishedRunsWindow : public QDialog {
    Q_OBJECT

public:
    PublishedRunsWindow(const Catalog& catalog, const Theme& theme, QWidget* parent);

    RunsView& view() { return *m_view; }
    void set_theme(const Theme& theme);

Q_SIGNALS:
    /// The run of this id shall be opened as a project.
    void open_requested(const QString& id);
    /// The runs are there, or why they are not.
    void settled();

private:
    struct Job {};
    void work();

    const Catalog& m_catalog;
    RunsView* m_view;
    LatestWorker<Job> m_worker; ///< last: it uses all of the above
};

} // namespace roofrack
