// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/offer/link_offer.h"

#include <QFrame>

class QLabel;

namespace roofrack {

class ChoiceEdit;
class Document;
class QuantityEdit;

/// The small menu at the end of a drawn link: pattern, count and cable, the natural ones chosen, and what
/// they make of the ports. Enter or a click elsewhere draws the link, Esc leaves it.
class LinkChooser : public QFrame {
    Q_OBJECT
public:
    LinkChooser(Document& document, LinkOffer offer, QWidget* parent);

    /// As it would be drawn now; without id.
    Link link() const;
    /// Draws the link. False if the typed count has a fault, which its field says: the menu stays.
    bool accept();
    void reject();

Q_SIGNALS:
    void accepted(const roofrack::Link& link);
    void rejected();
    void changed(); ///< another pattern, count or cable

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent*) override {} ///< not one of the canvas below
    void mouseReleaseEvent(QMouseEvent*) override {}
    void mouseMoveEvent(QMouseEvent*) override {}

private:
    void use_pattern(int index);
    void use_count(std::optional<double> count);
    void show_fault(const QString& fault);
    void refresh();

    Document& m_document;
    LinkOffer m_offer;
    Link m_link;
    size_t m_chosen = 0; ///< the chosen one of the offer's patterns
    ChoiceEdit* m_pattern;
    QuantityEdit* m_count;
    QLabel* m_fault; ///< what is wrong with the count
    ChoiceEdit* m_cable;
    QLabel* m_says;
    QLabel* m_effect;
    QLabel* m_warnings;
    bool m_done = false;
};

} // namespace roofrack
