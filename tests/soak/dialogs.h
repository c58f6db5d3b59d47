// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <random>

class QDialog;
class QFileDialog;
class QMenu;
class QMessageBox;

namespace roofrack::soak {

/// The user before the dialogs and menus that stop everything else: looks at each for a moment and answers.
class Dialogs : public QObject {
public:
    explicit Dialogs(unsigned seed);

    /// Until `forget`, dialogs are accepted; the first that asks for a file is given `path`.
    void accept_with(const QString& path);
    /// From now on dialogs are left.
    void forget();
    /// While calm, unsaved changes are always discarded and no entry of a menu is chosen.
    void set_calm(bool calm) { m_calm = calm; }

private:
    void look();
    void answer(QDialog& dialog);
    void answer_file(QFileDialog& dialog);
    void answer_question(QMessageBox& box);
    void choose(QMenu& menu);
    int below(int n) { return static_cast<int>(m_random() % static_cast<unsigned>(n)); }

    QTimer m_timer;
    QPointer<QWidget> m_seen;
    int m_looks = 0; ///< at m_seen
    bool m_accepts = false, m_calm = false;
    QString m_path;
    std::mt19937 m_random;
};

} // namespace roofrack::soak
