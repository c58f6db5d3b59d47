// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace roofrack {

class Appearance;

/// What all dialogs of the program have in common: they are wide enough for their title and high enough for
/// their text, and questions and warnings carry signs in the colours of the theme.
class DialogManners : public QObject {
public:
    explicit DialogManners(Appearance& appearance);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    const Appearance& m_appearance;
};

} // namespace roofrack
