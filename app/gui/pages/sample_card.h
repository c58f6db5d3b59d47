// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;

namespace roofrack {

/// A picture, a name and one line; a click or Enter opens it.
class SampleCard : public QFrame {
    Q_OBJECT

public:
    static constexpr int picture_height = 148;

    SampleCard(const QString& title, const QString& line, QWidget* parent = nullptr);

    void set_picture(const QPixmap& picture);
    QSize picture_size() const { return {width() - 2, picture_height}; }

Q_SIGNALS:
    void opened();

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QLabel* m_picture;
};

} // namespace roofrack
