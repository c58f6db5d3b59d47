// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/flows/disk_watch.h"
#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/session.h"
#include "app/gui/pages/message_bar.h"
#include "core/base/catalog/catalog.h"
#include "tests/support/set_details.h"

#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTimer>

#include <memory>

namespace roofrack::test {

/// All of a window that has to do with files.
class FileWindow {
public:
    explicit FileWindow(const QString& settings)
        : m_session(settings) {}

    Document& document() { return m_document; }
    FileFlow& files() { return m_files; }
    template<class Flow>
    Flow* flow() {
        return m_window.findChild<Flow*>();
    }
    MessageBar& messages() { return m_messages; }

    void name_project(const std::string& name) { m_document.perform<SetDetails>(name, ""); }
    std::string project_name() const { return m_document.project().name; }

    /// Clicks a button of the message; false when there is none of that name.
    bool answer(const QString& button) {
        QCoreApplication::sendPostedEvents(nullptr,
                                           QEvent::DeferredDelete); // deletions of the message before
        for (auto* push : m_messages.findChildren<QPushButton*>())
            if (push->text() == button && !m_messages.isHidden()) {
                push->click();
                return true;
            }
        return false;
    }

private:
    Session m_session;
    Document m_document{Catalog::built_in()};
    QWidget m_window;
    MessageBar m_messages{&m_window};
    FileFlow m_files{m_document, m_session, m_messages, &m_window};
};

/// Settings whose work is kept after so many milliseconds.
inline QString quick_settings(const QString& path, int after_ms, int most_ms) {
    QSettings settings(path, QSettings::IniFormat);
    settings.setValue(QStringLiteral("recovery/after_ms"), after_ms);
    settings.setValue(QStringLiteral("recovery/most_ms"), most_ms);
    return path;
}

/// Does one thing to each dialog that opens, in turn.
class DialogAnswers : public QObject {
public:
    using Step = std::function<void(QWidget&)>;
    explicit DialogAnswers(std::vector<Step> steps)
        : m_steps(std::move(steps)) {
        connect(&m_timer, &QTimer::timeout, this, [this] {
            QWidget* const dialog = QApplication::activeModalWidget();
            if (!dialog || m_done == m_steps.size() || m_busy) return;
            m_busy = true;
            m_steps[m_done++](*dialog);
            m_busy = false;
        });
        m_timer.start(20);
    }
    bool all_done() const { return m_done == m_steps.size(); }

private:
    std::vector<Step> m_steps;
    size_t m_done = 0;
    bool m_busy = false;
    QTimer m_timer;
};

inline DialogAnswers::Step click(const char* button) {
    return [name = QLatin1String(button)](QWidget& dialog) {
        if (auto* push = dialog.findChild<QPushButton*>(name)) push->click();
    };
}

inline DialogAnswers::Step reject() {
    return [](QWidget& dialog) { QMetaObject::invokeMethod(&dialog, "reject"); };
}

inline DialogAnswers::Step choose_file(const QString& path) {
    return [path](QWidget& dialog) {
        // selectFile() leaves a name alone that has the focus.
        if (auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))) name->setText(path);
        QMetaObject::invokeMethod(&dialog, "accept");
    };
}

} // namespace roofrack::test
