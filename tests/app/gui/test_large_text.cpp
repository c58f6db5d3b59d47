// SPDX-License-Identifier: GPL-3.0-or-later
// Dialogs with the largest text: every label and button of them is seen whole.
#include "app/gui/flows/file_flow.h"
#include "app/gui/report/report_dialog.h"
#include "app/gui/window/main_window.h"
#include "core/base/catalog/catalog.h"

#include <QAbstractButton>
#include <QFileDialog>
#include <QLabel>
#include <QMessageBox>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>
#include <QTimer>

#include <memory>

using namespace roofrack;

namespace {

constexpr int lowest = 700; ///< px of the lowest screen that has room for every dialog

/// What of a dialog's texts is cut.
QStringList cut_texts(const QDialog& dialog) {
    QStringList faults;
    const auto fault = [&](const QWidget& widget, const QString& text, const QString& what) {
        faults << QStringLiteral("%1: %2 '%3' is %4 x %5, %6")
                      .arg(dialog.windowTitle(), QLatin1String(widget.metaObject()->className()),
                           text.left(40))
                      .arg(widget.width())
                      .arg(widget.height())
                      .arg(what);
    };
    for (const QLabel* label : dialog.findChildren<QLabel*>()) {
        // What shortens its text by itself says so by another class.
        if (!label->isVisible() || label->text().isEmpty() ||
            label->metaObject() != &QLabel::staticMetaObject)
            continue;
        if (label->wordWrap()) {
            if (const int needed = label->heightForWidth(label->width()); label->height() < needed)
                fault(*label, label->text(), QStringLiteral("needs %1 high").arg(needed));
        } else if (label->width() < label->sizeHint().width()) {
            fault(*label, label->text(), QStringLiteral("needs %1 wide").arg(label->sizeHint().width()));
        }
    }
    for (const QAbstractButton* button : dialog.findChildren<QAbstractButton*>()) {
        if (!button->isVisible() || button->text().isEmpty()) continue;
        const int needed = button->fontMetrics().size(Qt::TextShowMnemonic, button->text()).width();
        if (button->width() < needed)
            fault(*button, button->text(), QStringLiteral("needs %1 wide").arg(needed));
    }
    return faults;
}

/// Looks at each dialog a while after it is shown, and closes it.
class DialogReader : public QObject {
public:
    DialogReader() { qApp->installEventFilter(this); }
    QStringList seen, faults;
    QString pictures = qEnvironmentVariable("ROOFRACK_PICTURES");

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        auto* dialog = qobject_cast<QDialog*>(watched);
        if (event->type() != QEvent::Show || !dialog || !dialog->isWindow()) return false;
        QTimer::singleShot(400, dialog, [this, dialog] { look(*dialog, 5); });
        return false;
    }

private:
    /// What comes meanwhile is laid out a moment later: a text is cut when it stays so.
    void look(QDialog& dialog, int more) {
        const QStringList cut = qobject_cast<QFileDialog*>(&dialog) ? QStringList() : cut_texts(dialog);
        if (!cut.isEmpty() && more > 0) {
            QTimer::singleShot(200, &dialog, [this, &dialog, more] { look(dialog, more - 1); });
            return;
        }
        seen << dialog.windowTitle();
        faults += cut;
        if (!pictures.isEmpty())
            dialog.grab().save(QStringLiteral("%1/dialog-%2.png").arg(pictures).arg(seen.size()));
        dialog.reject();
    }
};

} // namespace

class TestLargeText : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

private Q_SLOTS:
    void dialogs_are_seen_whole() {
        Session session(m_folder.filePath(QStringLiteral("settings.ini")));
        session.set_appearance(Session::Appearance::light);
        session.set_text_size(200);
        MainWindow window(Catalog::built_in(), session);
        window.resize(1280, 800);
        window.show();
        QSignalSpy settled(&window, &MainWindow::settled);
        QVERIFY(window.files().open_sample(QStringLiteral("dgx-h100-su")));
        QVERIFY(settled.count() > 0 || settled.wait(60000));
        DialogReader reader;
        for (const char* id :
             {"file.new-template", "file.compare-servers", "scenario.from-template", "scenario.from-servers",
              "scenario.rename", "file.export-drawing", "file.export-astra-sim", "file.published-runs",
              "edit.history", "help.shortcuts", "help.about", "help.guide"}) {
            const qsizetype before = reader.seen.size();
            window.actions().get(id)->trigger();
            QTRY_VERIFY2_WITH_TIMEOUT(reader.seen.size() > before || QLatin1String(id) == u"edit.history", id,
                                      60000);
        }
        ReportDialog report(&window, true);
        report.exec();
        QVERIFY2(report.minimumSizeHint().height() <= lowest, qPrintable(QString::number(report.height())));
        // Questions that need an answer.
        QMessageBox box(QMessageBox::Question, QStringLiteral("Save the changes?"),
                        QStringLiteral("The project has changes that no file has. They are lost when it is "
                                       "closed without saving them."),
                        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &window);
        box.exec();
        QVERIFY2(reader.seen.size() >= 10, qPrintable(reader.seen.join(u'\n')));
        QVERIFY2(reader.faults.isEmpty(), qPrintable(reader.faults.join(u'\n')));
    }
};

int main(int argc, char** argv) {
    // A laptop's screen: dialogs become no larger than it.
    QTemporaryFile screen;
    if (!screen.open()) return 2;
    screen.write(R"({"screens": [{"name": "laptop", "x": 0, "y": 0, "width": 1280, "height": 800,
        "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}]})");
    screen.close();
    if (qEnvironmentVariable("QT_QPA_PLATFORM") == u"offscreen")
        qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + screen.fileName().toUtf8());
    QApplication app(argc, argv);
    TestLargeText test;
    return QTest::qExec(&test, argc, argv);
}
#include "test_large_text.moc"
