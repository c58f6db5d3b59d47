// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/drawing_actions.h"

#include "app/gui/commands/actions.h"
#include "app/gui/flows/print_flow.h"
#include "app/gui/pages/message_bar.h"
#include "widgets/canvas/edits/edits.h"
#include "widgets/canvas/edits/lay_out.h"
#include "widgets/canvas/edits/multiplicity_edits.h"
#include "widgets/canvas/tools/count_prompt.h"
#include "widgets/canvas/tools/link_layer.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/canvas/view/canvas_clipboard.h"
#include "widgets/canvas/view/find_bar.h"
#include "widgets/canvas/view/mini_map.h"
#include "widgets/editor/document.h"
#include "widgets/editor/item_text.h"
#include "widgets/fields/text.h"

#include <QActionGroup>
#include <QMenu>

#include <functional>
#include <memory>

namespace roofrack {

namespace {

void connect_tools(Actions& actions, Canvas& canvas) {
    auto* tools = new QActionGroup(&canvas);
    for (const char* id : {"tool.select", "tool.link", "tool.note"}) tools->addAction(actions.get(id));
    actions.get("tool.select")->setChecked(true);
    const auto chosen_here = std::make_shared<bool>(false);
    const auto use = [&actions, chosen_here](const char* id, std::function<void()> choose) {
        actions.on(id, [chosen_here, choose = std::move(choose)] {
            *chosen_here = true;
            choose();
            *chosen_here = false;
        });
    };
    use("tool.select", [&canvas] { canvas.use_select_tool(); });
    use("tool.link", [&canvas] { canvas.use_link_tool(); });
    actions.on("tool.link-two", [&canvas] { LinkLayer::of(canvas).link_selected(); });
    use("tool.note", [&canvas] { canvas.use_note_tool(); });
    // By itself the canvas only falls back to selecting, as on Esc.
    QObject::connect(&canvas, &Canvas::tool_changed, &actions, [&actions, chosen_here] {
        if (!*chosen_here) actions.get("tool.select")->setChecked(true);
    });
}

void connect_arrange(Actions& actions, Canvas& canvas, Document& document) {
    const std::pair<const char*, Alignment> alignments[] = {
        {"arrange.left", Alignment::left},     {"arrange.centre", Alignment::centre},
        {"arrange.right", Alignment::right},   {"arrange.top", Alignment::top},
        {"arrange.middle", Alignment::middle}, {"arrange.bottom", Alignment::bottom},
    };
    for (const auto& [id, alignment] : alignments)
        actions.on(id, [&canvas, &document, alignment = alignment] {
            align(document, canvas.drawing(), alignment);
        });
    actions.on("arrange.across",
               [&canvas, &document] { distribute(document, canvas.drawing(), Direction::horizontal); });
    actions.on("arrange.down",
               [&canvas, &document] { distribute(document, canvas.drawing(), Direction::vertical); });
    actions.on("arrange.automatic", [&canvas, &document] {
        if (!document.selection().is_empty())
            lay_out_items(document, canvas.drawing(), document.selection().ids());
        else if (lay_out_loose(document, canvas.drawing()) == 0)
            canvas.say(Canvas::tr("Everything has its place. To move what was placed by hand too, "
                                  "choose Lay out everything anew."));
    });
    actions.on("arrange.anew", [&canvas, &document] {
        lay_out(document);
        canvas.camera().fit();
    });
    actions.on("arrange.fit-contents",
               [&document] { fit_to_contents(document, document.selection().ids()); });
}

} // namespace

void connect_drawing(Actions& actions, Canvas& canvas, Document& document) {
    actions.on("edit.cut", [&canvas] { canvas.clipboard().cut(); });
    actions.on("edit.copy", [&canvas] { canvas.clipboard().copy(); });
    actions.on("edit.paste", [&canvas] { canvas.clipboard().paste(); });
    actions.on("edit.duplicate", [&canvas, &document] { duplicate_selection(document, canvas.drawing()); });
    actions.on("edit.rename", [&canvas, &document] { canvas.edit_text(document.selection().primary()); });
    actions.on("edit.delete", [&document] { remove_selection(document); });
    actions.on("edit.select-all", [&canvas, &document] { select_all(document, canvas.drawing()); });
    actions.on("edit.select-none", [&document] { document.selection().clear(); });
    actions.on("file.copy-drawing", [&canvas] { canvas.clipboard().copy_picture(); });
    actions.on("file.print-drawing",
               [&canvas, &document] { preview_print(canvas, page_title(document), canvas.window()); });
    actions.on("edit.find", [bar = new FindBar(canvas)] { bar->open(); });
    actions.on("view.fit", [&canvas] { canvas.camera().fit(); });
    actions.on("view.fit-selection", [&canvas] { canvas.fit_selection(); });
    actions.on("view.zoom-actual", [&canvas] { canvas.camera().zoom_actual(); });
    actions.on("view.zoom-in", [&canvas] { canvas.camera().zoom_in(); });
    actions.on("view.zoom-out", [&canvas] { canvas.camera().zoom_out(); });
    QAction* overview = actions.get("view.mini-map");
    overview->setChecked(canvas.mini_map().is_wanted());
    actions.on("view.mini-map", [&canvas, overview] { canvas.mini_map().set_wanted(overview->isChecked()); });
    connect_tools(actions, canvas);
    connect_arrange(actions, canvas, document);
    QObject::connect(&canvas, &Canvas::context_menu_requested, &actions,
                     [&actions, &canvas](const std::string&, const QPoint& global) {
                         QMenu menu(&canvas);
                         for (const char* id :
                              {"edit.cut", "edit.copy", "edit.paste", "edit.duplicate", "edit.rename",
                               "edit.part-figures", "edit.delete", "", "arrange.split", "arrange.split-some",
                               "arrange.merge", "", "arrange.automatic", "view.fit", "file.export-drawing"}) {
                             if (*id)
                                 menu.addAction(actions.get(id));
                             else
                                 menu.addSeparator();
                         }
                         menu.exec(global);
                     });
}

void keep_drawing_keys(Actions& actions, Canvas& canvas, std::initializer_list<QWidget*> others) {
    const std::initializer_list<std::string_view> of_chosen = {"edit.cut", "edit.copy", "edit.paste",
                                                               "edit.duplicate", "edit.delete"};
    actions.keep_keys_to(canvas, of_chosen);
    for (QWidget* other : others) actions.keep_keys_to(*other, of_chosen);
    actions.keep_keys_to(canvas, {"edit.select-all", "edit.select-none", "view.fit", "view.fit-selection",
                                  "view.zoom-actual", "view.zoom-in", "view.zoom-out", "view.mini-map",
                                  "tool.select", "tool.link", "tool.part", "tool.link-two", "tool.note"});
}

void enable_drawing(Actions& actions, const Document& document, bool has_project) {
    const bool may_edit = has_project && !document.is_read_only();
    const size_t chosen = document.selection().ids().size();
    actions.enable({"edit.cut", "edit.duplicate", "edit.delete"}, may_edit && chosen > 0);
    actions.enable({"edit.rename"}, may_edit && chosen == 1);
    const Element* first = chosen > 0 ? document.cluster().find(document.selection().primary()) : nullptr;
    actions.enable({"edit.part-figures"}, may_edit && first && !first->part.id.empty());
    actions.enable({"edit.copy"}, has_project && chosen > 0);
    actions.enable({"edit.paste", "edit.new-part", "tool.link", "tool.note", "tool.part", "arrange.automatic",
                    "arrange.anew"},
                   may_edit);
    actions.enable({"tool.link-two"}, may_edit && (chosen == 1 || chosen == 2));
    actions.enable({"arrange.left", "arrange.centre", "arrange.right", "arrange.top", "arrange.middle",
                    "arrange.bottom"},
                   may_edit && chosen > 1);
    actions.enable({"arrange.fit-contents"}, may_edit && chosen > 0);
    actions.enable({"arrange.across", "arrange.down"}, may_edit && chosen > 2);
    actions.enable({"edit.select-all", "edit.select-none", "edit.find", "view.fit", "view.fit-selection",
                    "view.zoom-actual", "view.zoom-in", "view.zoom-out", "view.mini-map", "tool.select",
                    "file.export-drawing", "file.copy-drawing", "file.print-drawing"},
                   has_project);
}

namespace {

void tell(MessageBar& messages, const Result<Told>& done, const QString& what) {
    if (!done)
        messages.show_message(
            Severity::warning,
            QStringLiteral("%1: %2%3")
                .arg(what, to_qt(done.error().what),
                     done.error().fix.empty() ? QString() : ": " + to_qt(done.error().fix)));
    else if (!done->isEmpty())
        messages.show_message(Severity::info, *done);
}

/// Beside the element, or in the middle of what is seen when it is out of sight.
QPoint place_beside(const Canvas& canvas, const std::string& id) {
    const DrawnElement* drawn = canvas.drawing().find(id);
    const QRectF seen = drawn ? drawn->rect & canvas.visible_area() : QRectF();
    return canvas.viewportTransform()
        .map(seen.isEmpty() ? canvas.visible_area().center() : seen.center())
        .toPoint();
}

void ask_how_many_to_split(Canvas& canvas, const Element& element, const std::function<void(int)>& split) {
    const int all = element.count;
    const auto hint = [all](int n) {
        return Actions::tr("Enter: %1 apart, %2 stay · Esc none").arg(n).arg(all - n);
    };
    auto* prompt = new CountPrompt({.title = Actions::tr("Split off how many of %1?").arg(all),
                                    .start = std::max(1, all / 2),
                                    .most = all - 1,
                                    .hint = hint},
                                   canvas.viewport());
    const auto close = [prompt, &canvas] {
        if (prompt->holds_keys()) canvas.setFocus(Qt::OtherFocusReason);
        prompt->deleteLater();
    };
    QObject::connect(prompt, &CountPrompt::accepted, &canvas, [close, split](int n) {
        close();
        split(n);
    });
    QObject::connect(prompt, &CountPrompt::cancelled, &canvas, close);
    prompt->open_at(place_beside(canvas, element.id));
}

} // namespace

void connect_multiplicity(Actions& actions, Canvas& canvas, Document& document, MessageBar& messages) {
    const auto split_some = [&](const std::string& id, int n) {
        tell(messages, split_off(document, canvas.drawing(), id, n), Actions::tr("Not split"));
    };
    actions.on("arrange.split", [&document, split_some] { split_some(document.selection().primary(), 1); });
    actions.on("arrange.split-some", [&canvas, &document, split_some] {
        const std::string id = document.selection().primary();
        const Element* element = document.cluster().find(id);
        if (!element || element->count < 2) return;
        ask_how_many_to_split(canvas, *element, [split_some, id](int n) { split_some(id, n); });
    });
    actions.on("arrange.expand", [&canvas, &document, &messages] {
        tell(messages, expand_all(document, canvas.drawing(), document.selection().primary()),
             Actions::tr("Not expanded"));
    });
    actions.on("arrange.merge", [&document, &messages] {
        tell(messages, merge_selection(document), Actions::tr("Not merged"));
    });
}

void enable_multiplicity(Actions& actions, const Document& document, bool has_project) {
    const bool may_edit = has_project && !document.is_read_only();
    const std::string id = document.selection().primary();
    const Element* element = document.cluster().find(id);
    actions.enable({"arrange.split"}, may_edit && may_split(document, id));
    actions.enable({"arrange.split-some", "arrange.expand"},
                   may_edit && may_split(document, id) && element->count > 1);
    actions.enable({"arrange.merge"}, may_edit);
}

} // namespace roofrack
