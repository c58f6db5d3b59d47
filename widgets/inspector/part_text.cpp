// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/part_text.h"

#include "widgets/fields/text.h"

namespace roofrack {

QString figure_origin(const SourcedValue& figure, Dimension dimension) {
    QString text = in_words(name_of(figure.status));
    if (!figure.source.empty()) text += QStringLiteral(" · ") + to_qt(figure.source);
    if (!figure.date.empty()) text += QStringLiteral(", ") + to_qt(figure.date);
    if (figure.low && figure.high)
        text += QStringLiteral(" · ") + (figure.status == Status::announced
                                             ? QStringLiteral("others say %1 to %2")
                                             : QStringLiteral("somewhere in %1 to %2"))
                                            .arg(to_qt(format_quantity(*figure.low, dimension)),
                                                 to_qt(format_quantity(*figure.high, dimension)));
    return text;
}

QString part_rich_tip(const Part& part) {
    QString text = QStringLiteral("<b>%1</b>").arg(to_qt(part.name).toHtmlEscaped());
    QString rows;
    for (const ValueSpec& spec : value_specs(part.kind)) {
        const auto found = part.figures.find(spec.key);
        if (found == part.figures.end() || !found->second.value) continue;
        const SourcedValue& figure = found->second;
        const QString sure = figure_origin(figure, spec.dimension).toHtmlEscaped();
        rows +=
            QStringLiteral(
                "<tr><td>%1&nbsp;&nbsp;</td><td align=right>%2&nbsp;&nbsp;</td><td><i>%3</i></td></tr>")
                .arg(to_qt(spec.label).toHtmlEscaped(),
                     to_qt(format_quantity(*figure.value, spec.dimension)).replace(u' ', QChar(QChar::Nbsp)),
                     sure);
    }
    if (!rows.isEmpty()) text += QStringLiteral("<table>%1</table>").arg(rows);
    if (!part.note.empty()) text += QStringLiteral("<p>%1</p>").arg(to_qt(part.note).toHtmlEscaped());
    return text;
}

std::vector<ChoiceEdit::Choice> part_choices(const Catalog& catalog, PartKind kind) {
    std::vector<ChoiceEdit::Choice> choices;
    for (const Part& part : catalog.parts())
        if (part.kind == kind)
            choices.push_back({as_written(part.id), to_qt(part.name), {}, part_rich_tip(part)});
    return choices;
}

} // namespace roofrack
