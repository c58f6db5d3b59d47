// SPDX-License-Identifier: GPL-3.0-or-later
#include "multiplicity_actions.h"

#include "actions.h"
#include "canvas/canvas.h"
#include "canvas/multiplicity_edits.h"
#include "editor/document.h"
#include "editor/item_text.h"
#include "fields/text.h"
#include "message_bar.h"

#include <QInputDialog>

namespace roofrack {

namespace {

void tell(MessageBar& messages, const Result<Told>& done, const QString& what) {
    if (!done)
        messages.show_message(
            Severity::warning,
            QStringLiteral("%1: %2%3")
                .arg(what, to_qt(done.error().what),
                     done.error().fix.empty() ? QString() : ". " + to_qt(done.error().fix)));
    else if (!done->isEmpty())
        messages.show_message(Severity::info, *done);
}

} // namespace

void connect_multiplicity(Actions& actions, Canvas& canvas, Document& document, MessageBar& messages) {
    const auto split_some = [&](int n) {
        tell(messages, split_off(document, canvas.drawing(), document.selection().primary(), n),
             Actions::tr("Not split"));
    };
    actions.on("arrange.split", [split_some] { split_some(1); });
    actions.on("arrange.split-some", [&canvas, &document, split_some] {
        const Element* element = document.cluster().find(document.selection().primary());
        if (!element) return;
        bool accepted = false;
        const int n = QInputDialog::getInt(
            &canvas, Actions::tr("Split off"),
            Actions::tr("So many of %1 × %2:").arg(title_of(*element)).arg(element->count),
            std::max(1, element->count / 2), 1, std::max(1, element->count - 1), 1, &accepted);
        if (accepted) split_some(n);
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
