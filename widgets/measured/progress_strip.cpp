// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/measured/progress_strip.h"

#include "core/base/units/quantity_text.h"
#include "widgets/fields/elided_label.h"
#include "widgets/fields/text.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>

namespace roofrack {

ProgressStrip::ProgressStrip(QWidget* parent)
    : QFrame(parent)
    , m_text(new ElidedLabel(this, Qt::ElideMiddle))
    , m_bar(new QProgressBar(this)) {
    setObjectName(QStringLiteral("message-bar"));
    m_bar->setRange(0, 1000);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Progress of reading"));
    auto* cancel = new QPushButton(tr("Cancel"), this);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 8, 8, 8);
    row->setSpacing(12);
    row->addWidget(m_text, 2);
    row->addWidget(m_bar, 1);
    row->addWidget(cancel);
    connect(cancel, &QPushButton::clicked, this, &ProgressStrip::cancelled);
    hide();
}

void ProgressStrip::start(const QString& what) {
    m_what = what;
    m_since.start();
    show_progress({});
    show();
}

void ProgressStrip::show_progress(const TraceProgress& progress) {
    const auto bytes = [](double count) { return to_qt(format_quantity(count, Dimension::bytes, 3)); };
    QString text = tr("Reading %1").arg(m_what);
    if (progress.bytes_total > 0) {
        m_bar->setValue(static_cast<int>(1000.0 * static_cast<double>(progress.bytes_done) /
                                         static_cast<double>(progress.bytes_total)));
        text = tr("Reading %1: %2 of %3")
                   .arg(m_what, bytes(static_cast<double>(progress.bytes_done)),
                        bytes(static_cast<double>(progress.bytes_total)));
        if (const double seconds = static_cast<double>(m_since.elapsed()) / 1000; seconds > 0.2)
            text += QStringLiteral(", ") +
                    to_qt(format_quantity(static_cast<double>(progress.bytes_done) / seconds,
                                          Dimension::byte_rate, 3));
        if (progress.files_total > 1)
            text += QStringLiteral(", ") +
                    tr("file %1 of %2").arg(progress.files_done + 1).arg(progress.files_total);
    } else
        m_bar->setValue(0);
    m_text->set_full_text(text);
}

} // namespace roofrack
