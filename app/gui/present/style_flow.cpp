// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/present/style_flow.h"

#include "app/gui/flows/session.h"
#include "core/base/style/style_file.h"
#include "widgets/editor/commands/set_member.h"
#include "widgets/fields/text.h"
#include "widgets/present/slide_style.h"
#include "widgets/present/style_button.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>

namespace roofrack {

namespace {

struct StyleFlowWords {
    Q_DECLARE_TR_FUNCTIONS(StyleFlow)
};

StyleRemark remark_of(const Result<std::vector<Diagnostic>>& taken) {
    if (!taken)
        return {StyleFlowWords::tr("The style was not taken: %1").arg(to_qt(taken.error().text())),
                Severity::critical};
    return with_remarks(StyleFlowWords::tr("The project keeps the style from now on."), *taken);
}

} // namespace

StyleRemark with_remarks(const QString& message, const std::vector<Diagnostic>& remarks) {
    StyleRemark out{message, remarks.empty() ? Severity::info : Severity::warning};
    for (const Diagnostic& each : remarks) out.text += u' ' + to_qt(each.text()) + u'.';
    return out;
}

Result<std::vector<Diagnostic>> take_style(Document& document, const std::filesystem::path& path) {
    if (document.is_read_only())
        return fail(path.string(), "the project cannot be changed here", "save it under another name first");
    auto style = read_style(path);
    if (!style) return tl::unexpected(style.error());
    auto remarks = remarks_on(*style);
    document.perform<SetStyle>(std::move(*style), StyleFlowWords::tr("Choose style"));
    return remarks;
}

void ask_style(Document& document, Session& session, QWidget* window, const TellStyle& tell) {
    const QString path = QFileDialog::getOpenFileName(
        window, StyleFlowWords::tr("Style of slides and reports"), session.last_folder(),
        StyleFlowWords::tr("Style files (*.json);;All files (*)"));
    if (path.isEmpty()) return;
    session.set_last_folder(QFileInfo(path).absolutePath());
    tell(remark_of(take_style(document, path.toStdString())));
}

void remove_style(Document& document, const TellStyle& tell) {
    if (!document.project().style.is_given()) return tell({StyleFlowWords::tr("The project has no style.")});
    if (document.is_read_only())
        return tell({StyleFlowWords::tr("The project cannot be changed here: save it under another name "
                                        "first."),
                     Severity::warning});
    if (document.perform<SetStyle>(HouseStyle(), StyleFlowWords::tr("Remove style")))
        tell({StyleFlowWords::tr("Slides and reports look as the program has them.")});
}

void connect_style(StyleButton& button, Document& document, Session& session, const TellStyle& tell) {
    button.show_style(document.project().style);
    QObject::connect(&button, &StyleButton::choose_wanted, &button, [&button, &document, &session, tell] {
        ask_style(document, session, button.window(), tell);
    });
    QObject::connect(&button, &StyleButton::remove_wanted, &button,
                     [&document, tell] { remove_style(document, tell); });
    QObject::connect(&document, &Document::changed, &button,
                     [&button, &document] { button.show_style(document.project().style); });
}

} // namespace roofrack
