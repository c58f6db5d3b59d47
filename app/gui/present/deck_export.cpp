// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/present/deck_export.h"

#include "app/gui/flows/export_flow.h"
#include "app/gui/flows/session.h"
#include "app/gui/pages/export_memory.h"
#include "app/gui/pages/file_name.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/present/style_flow.h"
#include "widgets/editor/document.h"
#include "widgets/present/deck_files.h"
#include "widgets/present/deck_view.h"

#include <algorithm>

namespace roofrack {

namespace {

/// The types that the dialog offers: all of them where none is given.
QString deck_formats(std::optional<DeckFormat> format) {
    const QStringList all{QObject::tr("Document (*.pdf)"), QObject::tr("PowerPoint (*.pptx)"),
                          QObject::tr("Pictures in a folder (*.png)"),
                          QObject::tr("Vector pictures in a folder (*.svg)")};
    return format ? all[static_cast<qsizetype>(*format)] : all.join(QStringLiteral(";;"));
}

} // namespace

void export_deck(const DeckView& view, std::optional<DeckFormat> wanted,
                 const std::function<bool()>& is_finding, const Document& document, Session& session,
                 MessageBar& messages, QWidget* window) {
    // The slides are those of all scenarios.
    const ExportQuestion question{
        QStringLiteral("slides"), QStringLiteral("slides"),
        as_file_name(document.display_name().toStdString()) + QObject::tr(", slides"), deck_formats(wanted)};
    QString path = ask_export_file(document, question, QObject::tr("Export the slides"), session, window,
                                   {QStringLiteral("png"), QStringLiteral("svg")});
    if (path.isEmpty()) return;
    if (!wait_until_found(is_finding, window)) {
        messages.show_message(Severity::info, QObject::tr("Stopped: the slides were not written."));
        return;
    }
    const DeckFormat format = *deck_format(path);
    if (format == DeckFormat::png || format == DeckFormat::svg) path.chop(4); // a folder of that name
    const std::vector<ShownSlide> slides = view.slides();
    const auto written =
        write_deck(slides, document.display_name(), format, path.toStdString(), view.slide_theme());
    if (!written) {
        messages.show_diagnostic(Severity::critical, QObject::tr("The slides could not be exported"),
                                 written.error());
        return;
    }
    const auto empty =
        std::ranges::count_if(slides, [](const ShownSlide& each) { return !each.content.missing.empty(); });
    const std::shared_ptr<const SlideStyle> style = slides.empty() ? nullptr : slides.front().style;
    StyleRemark done = with_remarks(QObject::tr("The slides were written to %1.").arg(path),
                                    style ? remarks_on(style->house) : std::vector<Diagnostic>());
    if (empty > 0)
        done = {
            done.text + u' ' +
                QObject::tr("%n of them show(s) nothing, and say(s) why.", nullptr, static_cast<int>(empty)),
            Severity::warning};
    messages.show_message(done.severity, done.text);
}

} // namespace roofrack
