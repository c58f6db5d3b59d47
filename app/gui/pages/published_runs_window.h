// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QDialog>

namespace roofrack {

class RunsView;

/// The published runs that the program carries beside their predictions, in a window of their own.
class PublishedRunsWindow : public QDialog {
    Q_OBJECT

public:
    PublishedRunsWindow(const Theme& theme, QWidget* parent);

    RunsView& view() { return *m_view; }
    void set_theme(const Theme& theme);

Q_SIGNALS:
    /// The run of this id shall be opened as a project.
    void open_requested(const QString& id);

private:
    RunsView* m_view;
};

} // namespace roofrack
