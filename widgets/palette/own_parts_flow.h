// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/edits/part_mime.h"
#include "widgets/editor/changes.h"

#include <QObject>

namespace roofrack {

class Document;
class OwnPartPanel;
class PartsShelf;
struct Scenario;

/// Joins the shelf and the panel of own parts to the document: each copy, edit and removal is one undo step
/// and reaches every element made of the part.
class OwnPartsFlow : public QObject {
    Q_OBJECT

public:
    OwnPartsFlow(Document& document, PartsShelf& shelf, OwnPartPanel& panel, QObject* parent = nullptr);

    /// Asks for a part by a form, and keeps it in the project.
    void create();
    /// A copy of a part kept in the project, shown for editing.
    void duplicate(const DraggedPart& part);
    /// Shows a part's figures in the panel and leaves the keyboard where it is. False: there is no such part.
    bool show(const PartRef& own);
    /// Shows a part's figures; a definition that only elements have is kept from then on, once edited.
    void edit(const PartRef& own);
    /// Shows the figures of what an element is made of: of a catalogue part it makes a copy first, for this
    /// element and those chosen with it.
    void edit_part_of(const std::string& element_id);
    /// Where elements are made of it, offers to replace it by the part it was copied from.
    void remove(const PartRef& own);

Q_SIGNALS:
    /// The panel has something to show.
    void panel_wanted();

private:
    void show_document(Changes what);
    void change(const PartRef& after, const QString& what);
    bool perform(Scenario&& changed, const QString& step);

    Document& m_document;
    PartsShelf& m_shelf;
    OwnPartPanel& m_panel;
};

} // namespace roofrack
