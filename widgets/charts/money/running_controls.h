// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <chrono>

class QDateEdit;

namespace roofrack {

/// The day by which something is to run.
class RunningControls : public QWidget {
    Q_OBJECT

public:
    explicit RunningControls(QWidget* parent = nullptr);

    /// Shows the choice without emitting a signal. No day before `order` can be chosen.
    void show_day(std::chrono::sys_days order, std::chrono::sys_days by);

Q_SIGNALS:
    void day_chosen(std::chrono::sys_days by);

private:
    QDateEdit* m_day;
};

} // namespace roofrack
