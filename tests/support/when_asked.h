// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QDialog>
#include <QTimer>

#include <functional>

namespace roofrack::test {

/// Does `work` in the dialog of that name that opens next, whenever that is: what it shows is found on
/// another thread. The dialog is left where `work` leaves it open.
class WhenAsked {
public:
    explicit WhenAsked(std::function<void(QDialog&)> work, QLatin1String name = QLatin1String("remarks"))
        : m_work(std::move(work))
        , m_name(name) {
        constexpr int often = 10; // ms
        QObject::connect(&m_look, &QTimer::timeout, &m_look, [this] { look(); });
        m_look.start(often);
    }
    bool was_asked() const { return m_was_asked; }

private:
    void look() {
        auto* const dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        if (!dialog || dialog->objectName() != m_name) return;
        m_look.stop();
        m_was_asked = true;
        m_work(*dialog);
        if (dialog->isVisible()) dialog->reject();
    }

    std::function<void(QDialog&)> m_work;
    QLatin1String m_name;
    QTimer m_look;
    bool m_was_asked = false;
};

} // namespace roofrack::test
