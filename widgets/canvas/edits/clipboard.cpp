// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/edits/clipboard.h"

#include "core/base/units/csv_cell.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/project/fragment_text.h"
#include "widgets/canvas/edits/edits.h"
#include "widgets/canvas/items/canvas_grid.h"
#include "widgets/canvas/paint/picture.h"
#include "widgets/editor/document.h"
#include "widgets/editor/item_text.h"
#include "widgets/fields/text.h"

#include <algorithm>

namespace roofrack {
namespace {

constexpr QLatin1String fragment_type("application/x-roofrack-drawing+json");
constexpr QLatin1String picture_type("application/x-qt-image");

/// Paints the picture only when it is pasted: that of a large drawing takes a while.
class CopiedDrawing : public QMimeData {
public:
    CopiedDrawing(Diagram drawing, OverlayStyle overlay_style, const Theme& theme)
        : m_drawing(std::move(drawing))
        , m_overlay_style(std::move(overlay_style))
        , m_theme(theme) {}

    bool hasFormat(const QString& type) const override {
        return type == picture_type || QMimeData::hasFormat(type);
    }
    QStringList formats() const override { return QMimeData::formats() << picture_type; }

protected:
    QVariant retrieveData(const QString& type, QMetaType preferred) const override {
        if (type != picture_type) return QMimeData::retrieveData(type, preferred);
        DrawingOptions options;
        options.dpi = 192;
        options.legend = false;
        return picture_image(m_drawing, m_overlay_style, m_theme, options);
    }

private:
    Diagram m_drawing;
    OverlayStyle m_overlay_style;
    Theme m_theme;
};

/// What is copied: whole in itself, each element where it is seen.
Cluster copied_piece(const Document& document, const Diagram& drawing) {
    const Fragment fragment = copy_fragment(document.cluster(), document.selection().ids());
    Cluster piece;
    piece.elements = fragment.elements;
    std::unordered_set<std::string> copied;
    for (const Element& element : piece.elements) copied.insert(element.id);
    for (const Link& link : fragment.links)
        if (copied.count(link.from) && copied.count(link.to)) piece.links.push_back(link);
    for (Element& element : piece.elements) {
        if (!copied.count(element.parent)) element.parent.clear();
        if (const DrawnElement* drawn = drawing.find(element.id))
            element.position = {drawn->rect.x(), drawn->rect.y()};
    }
    return piece;
}

/// A cell of a table in HTML, which a spreadsheet takes too.
QString cell(const QString& text) {
    return QString::fromStdString(no_formula(text.toStdString())).toHtmlEscaped();
}

QString table_of(const Cluster& piece, const QString& before, const QString& between, const QString& after) {
    const auto row = [&](const QStringList& cells) { return before + cells.join(between) + after; };
    QString table =
        row({Document::tr("name"), Document::tr("kind"), Document::tr("count"), Document::tr("part")});
    for (const Element& element : piece.elements)
        table += row({cell(title_of(element)), kind_title(element.kind), QString::number(element.count),
                      cell(to_qt(element.part.id))});
    return table;
}

void fill(QMimeData& data, const Cluster& piece, const Catalog& catalog) {
    const QByteArray text = QByteArray::fromStdString(fragment_text(piece, catalog));
    data.setData(fragment_type, text);
    data.setText(QString::fromUtf8(text));
    data.setHtml(QStringLiteral("<table>%1</table>")
                     .arg(table_of(piece, QStringLiteral("<tr><td>"), QStringLiteral("</td><td>"),
                                   QStringLiteral("</td></tr>"))));
}

QRectF area_of(const Diagram& drawing) {
    QRectF area;
    for (const DrawnElement& element : drawing.elements()) area |= element.rect;
    return area;
}

bool may_hold_all(const Element& container, const Cluster& piece) {
    return is_container(container.kind) && std::ranges::all_of(piece.elements, [&](const Element& one) {
               return !one.parent.empty() || may_hold(container.kind, one.kind);
           });
}

/// Beside what stands in a container already.
QPointF free_corner(const Document& document, const Diagram& drawing, const Element& container) {
    const DrawnElement* drawn = drawing.find(container.id);
    if (!drawn) return {};
    QRectF contents;
    for (const Element& element : document.cluster().elements)
        if (const DrawnElement* inside = drawing.find(element.id);
            element.parent == container.id && inside && inside->id == element.id)
            contents |= inside->rect;
    constexpr double side = 24, top = 48;
    return contents.isNull() ? drawn->rect.topLeft() + QPointF(side, top)
                             : contents.topRight() + QPointF(side, 0);
}

/// Marks the elements of a piece that are to be bought, before it comes into the drawing. True: what it
/// copies is owned or to be sold. A piece that was cut is a copy where it has been moved already.
bool buy_pasted(Document& document, Fragment& copied, const CutPiece* cut) {
    if (!cut) return buy_copies(document.cluster(), copied);
    return !cut->is_away(document) && buy_copies(copied, cut->there());
}

/// What was cut stays what it was where it comes to stand, `placed` as in `piece`; a copy of it is bought.
void keep_cut(Document& document, const CutPiece& cut, const Cluster& piece, Fragment& placed) {
    const bool is_moved = cut.is_away(document);
    std::vector<Procurement> was;
    for (const Element& element : piece.elements)
        was.push_back(is_moved ? cut.was(element.id).value_or(Procurement::buy) : Procurement::buy);
    keep_procurement(document.cluster(), placed.elements, was);
}

} // namespace

QByteArray piece_text(const QMimeData& data) {
    QByteArray text = data.data(fragment_type);
    if (text.isEmpty() && data.hasText()) text = data.text().toUtf8();
    return text;
}

std::unique_ptr<QMimeData> copy_selection(const Document& document, const Diagram& drawing,
                                          const OverlayStyle& overlay_style, const Theme& theme) {
    const Cluster piece = copied_piece(document, drawing);
    if (piece.elements.empty()) return nullptr;
    auto data =
        std::make_unique<CopiedDrawing>(Diagram::make(piece, document.catalog()), overlay_style, theme);
    fill(*data, piece, document.catalog());
    return data;
}

Result<void> paste(Document& document, const Diagram& drawing, const QMimeData& data, PastePlace& place) {
    if (document.is_read_only())
        return fail({}, Document::tr("the project is open read-only").toStdString(),
                    Document::tr("save it under another name").toStdString());
    const QByteArray text = piece_text(data);
    if (text.isEmpty() && !data.hasText())
        return fail({}, Document::tr("what was copied is no piece of a drawing").toStdString(),
                    Document::tr("copy items in a drawing of Roofrack").toStdString());
    auto read = parse_fragment({text.constData(), static_cast<size_t>(text.size())}, document.catalog());
    if (!read) return tl::unexpected(std::move(read.error()));
    Cluster& piece = *read;
    const Diagram pasted = Diagram::make(piece, document.catalog());
    const QRectF area = area_of(pasted);
    // The one that is selected; else that of the last copy, while that is selected.
    const auto& selected = document.selection().ids();
    const auto holder_of = [&](const std::string& id) {
        const Element* one = document.cluster().find(id);
        return one && may_hold_all(*one, piece) ? one : nullptr;
    };
    const Element* container = selected.size() == 1 ? holder_of(selected.front()) : nullptr;
    if (!container && selected == place.m_last_pasted) container = holder_of(place.m_last_into);
    QPointF shift; // where the original stands
    if (container)
        shift = free_corner(document, drawing, *container) - area.topLeft();
    else if (place.m_pointer)
        shift = *place.m_pointer - area.center();
    shift = to_grid(shift);
    const QPointF wanted = shift; // what holds that place holds the piece, though it has to grow
    if (const auto top = std::ranges::find(piece.elements, std::string(), &Element::parent);
        !container && top != piece.elements.end()) {
        const std::string holder = holder_at(document, drawing, top->kind, area.center() + shift);
        const Position free = free_move(document, drawing, area, top->kind, {shift.x(), shift.y()}, holder);
        shift = {free.x, free.y};
    }
    if (pasted.is_automatic()) // written by hand, without places
        for (Element& element : piece.elements)
            if (const DrawnElement* drawn = pasted.find(element.id); drawn && drawn->id == element.id)
                element.position = {drawn->rect.x(), drawn->rect.y()};
    std::vector<std::string> ids;
    for (const Element& element : piece.elements) ids.push_back(element.id);
    const QString what = title_of(outermost(piece, ids), piece);
    Fragment copied{piece.elements, piece.links};
    const CutPiece* const cut = place.m_cut.is_cut(document, text) ? &place.m_cut : nullptr;
    const bool is_moved = cut && cut->is_away(document);
    const bool is_bought = buy_pasted(document, copied, cut);
    Fragment fragment = renamed_for(document.cluster(), std::move(copied), {shift.x(), shift.y()});
    for (size_t i = 0; i < piece.elements.size(); ++i) {
        if (!piece.elements[i].parent.empty()) continue;
        const DrawnElement* drawn = pasted.find(piece.elements[i].id);
        const QPointF middle = (drawn ? drawn->rect.center() : area.center()) + wanted;
        fragment.elements[i].parent =
            container ? container->id : holder_at(document, drawing, piece.elements[i].kind, middle);
    }
    if (cut) keep_cut(document, *cut, piece, fragment);
    const QString pasting = container ? Document::tr("Paste %1 into %2").arg(what, title_of(*container))
                                      : Document::tr("Paste %1").arg(what);
    const QString step = is_bought ? Document::tr("%1, to buy").arg(pasting) : pasting;
    const std::string into = container ? container->id : std::string();
    if (add_fragment(document, drawing, std::move(fragment), step)) {
        place.m_last_into = into;
        place.m_last_pasted = document.selection().ids();
        if (is_moved) place.m_cut.take_paste(document);
    }
    return {};
}

} // namespace roofrack
