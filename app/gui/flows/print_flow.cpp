// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/print_flow.h"

#include "app/gui/pages/guide_pages.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/editor/document.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/picture_file.h"
#include "widgets/fields/text.h"
#include "widgets/theme/text_scale.h"

#include <QCoreApplication>
#include <QDate>
#include <QFile>
#include <QMessageBox>
#include <QPainter>
#include <QPrintPreviewDialog>
#include <QPrintPreviewWidget>
#include <QPrinter>
#include <QTemporaryDir>
#include <QToolBar>

namespace roofrack {

namespace {

struct SheetChoice {
    PageGrid grid;
    const char* text;
};
constexpr SheetChoice sheet_choices[] = {
    {{1, 1}, QT_TRANSLATE_NOOP("PrintFlow", "One sheet")},
    {{2, 1}, QT_TRANSLATE_NOOP("PrintFlow", "2 sheets side by side")},
    {{1, 2}, QT_TRANSLATE_NOOP("PrintFlow", "2 sheets, one below the other")},
    {{2, 2}, QT_TRANSLATE_NOOP("PrintFlow", "2 × 2 sheets")},
    {{3, 3}, QT_TRANSLATE_NOOP("PrintFlow", "3 × 3 sheets")},
    {{4, 4}, QT_TRANSLATE_NOOP("PrintFlow", "4 × 4 sheets")},
};

struct PrintWords {
    Q_DECLARE_TR_FUNCTIONS(PrintFlow)
};

} // namespace

PageTitle page_title(const Document& document) {
    const auto& scenarios = document.project().scenarios;
    return {document.display_name(), to_qt(scenarios[document.scenario_index()].name),
            QDate::currentDate().toString(Qt::ISODate)};
}

void print_drawing(QPagedPaintDevice& paper, const Canvas& canvas, const PageTitle& title, PageGrid grid) {
    constexpr double px_an_inch = 96;
    const int resolution = paper.logicalDpiX();
    const double zoom = resolution / px_an_inch;
    const QSizeF page = paper.pageLayout().paintRectPixels(resolution).size();
    const OverlayStyle overlay_style = canvas.shown().overlay_style_in(Theme::light());
    const DrawingPages pages(canvas.drawing(), overlay_style, title, grid, page / zoom);
    QPainter painter(&paper);
    painter.scale(zoom, zoom);
    for (int i = 0; i < pages.count(); ++i) {
        if (i > 0) paper.newPage();
        pages.paint(painter, i);
    }
}

Result<void> print_drawing_whole(QPrinter& paper, const Canvas& canvas, const PageTitle& title,
                                 PageGrid grid) {
    const QString file = paper.outputFileName();
    if (file.isEmpty()) {
        print_drawing(paper, canvas, title, grid);
        return {};
    }
    const QTemporaryDir folder;
    QFile sheets(folder.filePath(QStringLiteral("sheets.pdf")));
    paper.setOutputFileName(sheets.fileName());
    print_drawing(paper, canvas, title, grid);
    paper.setOutputFileName(file);
    if (!sheets.exists()) return {}; // a preview, which only remembers the file's name
    const QByteArray bytes = sheets.open(QIODevice::ReadOnly) ? sheets.readAll() : QByteArray();
    if (!bytes.trimmed().endsWith("%%EOF"))
        return fail(file.toStdString(), PrintWords::tr("the sheets could not be made").toStdString(),
                    PrintWords::tr("is there room in the folder for temporary files?").toStdString());
    return write_picture(file.toStdString(), bytes);
}

void preview_print(const Canvas& canvas, const PageTitle& title, QWidget* window) {
    QPrinter printer(QPrinter::HighResolution);
    const QRectF bounds = canvas.drawing().bounds();
    printer.setPageOrientation(bounds.width() > bounds.height() ? QPageLayout::Landscape
                                                                : QPageLayout::Portrait);
    printer.setDocName(title.project);
    QPrintPreviewDialog dialog(&printer, window);
    dialog.setWindowTitle(PrintWords::tr("Print the drawing"));
    dialog.setProperty(guide_page_property, QStringLiteral("import-and-export"));
    resize_for_text(dialog, {1240, 820});
    auto* sheets = new ChoiceEdit(&dialog);
    sheets->setObjectName(QStringLiteral("sheets"));
    sheets->setAccessibleName(PrintWords::tr("Sheets"));
    for (const SheetChoice& choice : sheet_choices) sheets->addItem(PrintWords::tr(choice.text));
    if (auto* bar = dialog.findChild<QToolBar*>()) {
        QAction* first = bar->actions().value(0); // at the end it would not be seen in a narrow window
        bar->insertWidget(first, sheets);
        bar->insertSeparator(first);
    }
    QObject::connect(&dialog, &QPrintPreviewDialog::paintRequested, &dialog, [&](QPrinter* paper) {
        const PageGrid grid = sheet_choices[std::max(0, sheets->currentIndex())].grid;
        if (const auto printed = print_drawing_whole(*paper, canvas, title, grid); !printed)
            QMessageBox::warning(&dialog, PrintWords::tr("Print the drawing"), to_qt(printed.error().text()));
    });
    if (auto* preview = dialog.findChild<QPrintPreviewWidget*>())
        QObject::connect(sheets, &QComboBox::activated, preview, [preview] { preview->updatePreview(); });
    dialog.exec();
}

} // namespace roofrack
