// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/present/export_slides_button.h"

#include <QMenu>

#include <utility>

namespace roofrack {

ExportSlidesButton::ExportSlidesButton(QWidget* parent)
    : QPushButton(parent) {
    setObjectName(QStringLiteral("export-slides"));
    setText(tr("Export"));
    setAutoDefault(false);
    setToolTip(tr("Write the slides as PDF, PowerPoint or pictures"));
    auto* const menu = new QMenu(this);
    for (const auto& [text, format] :
         {std::pair(tr("PDF…"), DeckFormat::pdf), std::pair(tr("PowerPoint…"), DeckFormat::pptx),
          std::pair(tr("PNG, a picture a slide…"), DeckFormat::png),
          std::pair(tr("SVG, a picture a slide…"), DeckFormat::svg)})
        connect(menu->addAction(text), &QAction::triggered, this, [this, as = format] { Q_EMIT wanted(as); });
    setMenu(menu);
}

} // namespace roofrack
