// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/present/deck.h"

#include <QWidget>

#include <functional>

class QLabel;
class QPushButton;

namespace roofrack {

class TextEdit;

/// The inputs that a slide lets turn while it is shown: as text, and a button that puts those there that are
/// turned in the window.
class SlideInputsRow : public QWidget {
    Q_OBJECT

public:
    explicit SlideInputsRow(QWidget* parent = nullptr);

    /// The fault of a text that was typed; empty if it is right. A wrong one stays in the field, marked.
    void set_check(std::function<QString(const QString& text)> check);
    /// The inputs of that slide. What is typed stays, unless it is of another one.
    void show_inputs(size_t number, const std::vector<SlideInput>& inputs);
    /// Why inputs were not put on the slide; until others are shown.
    void say(const QString& text);
    /// The field takes the keyboard: nothing was put on the slide, and an input may be typed.
    void begin_typing();
    /// That a slide has room for no more inputs.
    static QString no_room_text();
    void set_read_only(bool read_only);
    /// Whether the slide shows inputs that are put on it.
    void set_takes_inputs(bool takes);

Q_SIGNALS:
    /// A text that the check lets pass.
    void typed(const QString& text);
    void put_wanted();

private:
    size_t m_number = 0;
    std::vector<SlideInput> m_shown;
    QPushButton* m_put;
    TextEdit* m_text;
    QLabel* m_said;
};

} // namespace roofrack
