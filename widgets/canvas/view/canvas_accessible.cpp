// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/view/canvas_accessible.h"

#include "widgets/canvas/diagram/reading_order.h"
#include "widgets/canvas/text/hover_text.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/editor/document.h"
#include "widgets/editor/item_text.h"
#include "widgets/fields/plain_text.h"
#include "widgets/fields/text.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>

namespace roofrack {
namespace {

QRectF area_of(const Canvas& canvas, const std::string& id) {
    if (const DrawnElement* drawn = canvas.drawing().find(id)) {
        for (const RackSlot& slot : drawn->slots)
            if (slot.id == id && drawn->id != id) return slot.rect.translated(drawn->rect.topLeft());
        return drawn->rect;
    }
    const DrawnLink* link = canvas.drawing().find_link(id);
    return link ? link->path.controlPointRect() : QRectF();
}

/// One item of the drawing. It holds the id, and asks the canvas for everything.
class ItemAccessible : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    ItemAccessible(Canvas& canvas, std::string id)
        : m_canvas(&canvas)
        , m_id(std::move(id)) {}

    bool isValid() const override { return m_canvas && (element() || link()); }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_canvas); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    void setText(QAccessible::Text, const QString&) override {}

    QString text(QAccessible::Text kind) const override {
        if (!isValid()) return {};
        const Document& document = m_canvas->document();
        if (kind == QAccessible::Name) {
            const Element* drawn = element();
            if (!drawn) return Canvas::tr("Link %1").arg(title_of(*link(), document.cluster()));
            QString name = drawn->kind == ElementKind::note && !drawn->text.empty() ? to_qt(drawn->text)
                                                                                    : title_of(*drawn);
            if (drawn->count > 1) name += QStringLiteral(" × %1").arg(drawn->count);
            const QString kind_name = kind_title(drawn->kind);
            return name.startsWith(kind_name, Qt::CaseInsensitive)
                       ? name
                       : QStringLiteral("%1 %2").arg(kind_name, name);
        }
        if (kind == QAccessible::Description)
            return without_markup(
                hover_text(m_id, document.cluster(), document.catalog(), m_canvas->shown().evaluation()));
        return {};
    }

    QRect rect() const override {
        if (!m_canvas) return {};
        const QRect in_view = m_canvas->viewportTransform().mapRect(area_of(*m_canvas, m_id)).toAlignedRect();
        return {m_canvas->viewport()->mapToGlobal(in_view.topLeft()), in_view.size()};
    }

    QAccessible::State state() const override {
        QAccessible::State state;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        const Selection& selection = m_canvas->document().selection();
        state.selectable = state.multiSelectable = state.focusable = true;
        state.selected = selection.contains(m_id);
        state.focused = m_canvas->hasFocus() && selection.primary() == m_id;
        state.offscreen = !m_canvas->visible_area().intersects(area_of(*m_canvas, m_id));
        state.readOnly = m_canvas->document().is_read_only();
        return state;
    }

    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                    : nullptr;
    }
    QStringList actionNames() const override { return {pressAction(), showMenuAction(), setFocusAction()}; }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }
    void doAction(const QString& action) override {
        if (!isValid()) return;
        m_canvas->go_to(m_id);
        if (action == setFocusAction()) m_canvas->setFocus(Qt::OtherFocusReason);
        if (action == showMenuAction()) m_canvas->request_context_menu(m_id, rect().center());
    }

private:
    const Element* element() const { return m_canvas->document().cluster().find(m_id); }
    const Link* link() const { return m_canvas->document().cluster().find_link(m_id); }

    QPointer<Canvas> m_canvas;
    std::string m_id;
};

class CanvasAccessible : public QAccessibleWidget {
public:
    explicit CanvasAccessible(Canvas& canvas)
        : QAccessibleWidget(&canvas, QAccessible::List)
        , m_canvas(canvas)
        , m_is_stale(std::make_shared<bool>(true)) {
        // What the change reaches is the flag: this may be gone before the canvas is.
        QObject::connect(&canvas.document(), &Document::changed, &canvas,
                         [stale = m_is_stale] { *stale = true; });
        QObject::connect(&canvas.document(), &Document::scenario_changed, &canvas,
                         [stale = m_is_stale] { *stale = true; });
    }
    ~CanvasAccessible() override {
        for (const auto& [id, item] : m_items) QAccessible::deleteAccessibleInterface(item);
    }

    int childCount() const override { return static_cast<int>(ids().size()); }
    QAccessibleInterface* child(int index) const override {
        const auto& all = ids();
        return index < 0 || index >= static_cast<int>(all.size()) ? nullptr
                                                                  : item(all[static_cast<size_t>(index)]);
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        const auto& all = ids();
        for (size_t i = 0; i < all.size(); ++i) {
            const auto known = m_items.find(all[i]);
            if (known != m_items.end() && QAccessible::accessibleInterface(known->second) == child)
                return static_cast<int>(i);
        }
        return -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        const QPoint in_view = m_canvas.viewport()->mapFromGlobal(QPoint(x, y));
        const QPointF at = m_canvas.viewportTransform().inverted().map(QPointF(in_view));
        std::string id = m_canvas.item_at(at);
        if (const DrawnElement* drawn = m_canvas.drawing().find(id))
            id = m_canvas.drawing().slot_at(*drawn, at);
        return id.empty() ? nullptr : item(id);
    }
    QAccessibleInterface* focusChild() const override {
        const std::string id = m_canvas.document().selection().primary();
        return !m_canvas.hasFocus() || id.empty() ? nullptr : item(id);
    }
    int index_of(const std::string& id) const {
        const auto found = std::find(ids().begin(), ids().end(), id);
        return found == ids().end() ? -1 : static_cast<int>(found - ids().begin());
    }

private:
    const std::vector<std::string>& ids() const {
        if (std::exchange(*m_is_stale, false)) m_ids = reading_order(m_canvas.drawing());
        return m_ids;
    }
    QAccessibleInterface* item(const std::string& id) const {
        auto known = m_items.find(id);
        if (known == m_items.end())
            known =
                m_items
                    .emplace(id, QAccessible::registerAccessibleInterface(new ItemAccessible(m_canvas, id)))
                    .first;
        return QAccessible::accessibleInterface(known->second);
    }

    Canvas& m_canvas;
    std::shared_ptr<bool> m_is_stale;
    mutable std::vector<std::string> m_ids;
    mutable std::unordered_map<std::string, QAccessible::Id> m_items;
};

QAccessibleInterface* accessible_canvas(const QString&, QObject* object) {
    auto* canvas = qobject_cast<Canvas*>(object);
    return canvas ? new CanvasAccessible(*canvas) : nullptr;
}

} // namespace

void make_canvases_accessible() {
    static const bool installed = [] {
        QAccessible::installFactory(accessible_canvas);
        return true;
    }();
    (void)installed;
}

void announce_selection(Canvas& canvas) {
    const Selection& selection = canvas.document().selection();
    canvas.setAccessibleDescription(
        selection.is_empty()
            ? Canvas::tr("Nothing selected")
            : Canvas::tr("Selected: %1").arg(title_of(selection.ids(), canvas.document().cluster())));
    QAccessibleEvent described(&canvas, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&described);
    if (!QAccessible::isActive() || selection.is_empty()) return;
    auto* accessible = dynamic_cast<CanvasAccessible*>(QAccessible::queryAccessibleInterface(&canvas));
    const int index = accessible ? accessible->index_of(selection.primary()) : -1;
    if (index < 0) return;
    QAccessibleEvent event(&canvas, QAccessible::Focus);
    event.setChild(index);
    QAccessible::updateAccessibility(&event);
}

} // namespace roofrack
