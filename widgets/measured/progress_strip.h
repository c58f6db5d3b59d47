// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/trace.h"

#include <QElapsedTimer>
#include <QFrame>

class QProgressBar;

namespace roofrack {

class ElidedLabel;

/// A line with bytes done, rate and Cancel while traces are read; the window stays alive.
class ProgressStrip : public QFrame {
    Q_OBJECT

public:
    explicit ProgressStrip(QWidget* parent = nullptr);

    void start(const QString& what);
    void show_progress(const TraceProgress& progress);
    void finish() { hide(); }

Q_SIGNALS:
    void cancelled();

private:
    QString m_what;
    QElapsedTimer m_since;
    ElidedLabel* m_text;
    QProgressBar* m_bar;
};

} // namespace roofrack
