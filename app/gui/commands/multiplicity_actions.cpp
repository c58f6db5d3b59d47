// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/multiplicity_actions.h"

#include "app/gui/commands/actions.h"
#include "app/gui/pages/message_bar.h"
#include "widgets/canvas/edits/multiplicity_edits.h"
#include "widgets/canvas/tools/count_prompt.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/editor/document.h"
#include "widgets/editor/item_text.h"
#include "widgets/fields/text.h"

#include <functional>

namespace roofrack {

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
