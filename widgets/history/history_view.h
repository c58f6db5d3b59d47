// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/history/history_model.h"

#include <QListView>

namespace roofrack {

/// The undo steps as a list. A click or the arrow keys go to the project as it was after a step; undone steps
/// are grey, and the one that the file holds says so.
class HistoryView : public QListView {
    Q_OBJECT

public:
    explicit HistoryView(Document& document, QWidget* parent = nullptr);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void follow();
    void go();

    Document& m_document;
    HistoryModel m_model;
};

} // namespace roofrack
