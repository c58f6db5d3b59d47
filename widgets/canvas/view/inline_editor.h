// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

#include <string>

namespace roofrack {

class Canvas;

/// Writes a name or a note where it stands in the drawing. Names end with Enter, notes with Ctrl+Enter; a
/// click elsewhere accepts too, Esc reverts. One undo step. It deletes itself when done.
class InlineEditor : public QPlainTextEdit {
    Q_OBJECT

public:
    InlineEditor(Canvas& canvas, std::string id);

    const std::string& id() const { return m_id; }
    void accept();
    void revert();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void place();
    void end();

    Canvas& m_canvas;
    std::string m_id;
    bool m_is_note;
    bool m_done = false;
};

} // namespace roofrack
