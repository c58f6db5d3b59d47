// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/drawn_parts.h"
#include "core/drawing/own_accelerator.h"
#include "core/facility/economics/capital.h"
#include "tests/app/window/driven_window.h"
#include "widgets/palette/new_part_dialog.h"

#include <QElapsedTimer>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>

using namespace roofrack;

/// Three machines as somebody defines them who has read the page of the guide and nothing else: two from what
/// the catalogue has, one from nothing. Real mouse and keys; each takes less than two minutes.
class TestDefineParts : public QObject {
    Q_OBJECT

    static constexpr qint64 two_minutes = 120'000; ///< ms

    std::unique_ptr<DrivenWindow> m_driven;

    Hand& hand() { return m_driven->hand(); }

    template<class T>
    static QPoint place_of(QWidget& around, const QString& name) {
        for (T* each : around.findChildren<T*>())
            if (each->isVisible() && each->accessibleName() == name)
                return Hand::on_screen(*each, each->rect().center());
        qFatal("there is no '%s'", qPrintable(name));
        Q_UNREACHABLE();
    }

    /// “New…” and what `work` does in the form, which is then created with the mouse.
    void define(const QString& picture, const std::function<void(NewPartDialog&)>& work) {
        QTimer look;
        look.setInterval(50);
        bool worked = false;
        connect(&look, &QTimer::timeout, this, [&] {
            auto* form = qobject_cast<NewPartDialog*>(QApplication::activeModalWidget());
            if (!form || !form->isActiveWindow()) return;
            look.stop();
            work(*form);
            m_driven->show(picture);
            for (QPushButton* each : form->findChildren<QPushButton*>())
                if (each->text() == QStringLiteral("Create") && each->isEnabled()) {
                    worked = true;
                    hand().click(Hand::on_screen(*each, each->rect().center()));
                    break;
                }
            if (form->isVisible()) form->reject();
        });
        look.start();
        hand().click(place_of<QPushButton>(m_driven->window(), QStringLiteral("New part")));
        QVERIFY2(worked, qPrintable(hand().log().join(u'\n')));
    }

    /// The shelf's entry of this name.
    QPoint entry(const QString& name) {
        for (auto* tree : m_driven->window().findChildren<QTreeWidget*>()) {
            if (tree->accessibleName() != QLatin1String("Parts")) continue;
            for (int i = 0; i < tree->topLevelItemCount(); ++i)
                for (int k = 0; k < tree->topLevelItem(i)->childCount(); ++k)
                    if (QTreeWidgetItem* at = tree->topLevelItem(i)->child(k);
                        at->data(0, Qt::AccessibleTextRole).toString() == name)
                        return Hand::on_screen(*tree->viewport(), tree->visualItemRect(at).center());
        }
        qFatal("the shelf has no '%s'", qPrintable(name));
        Q_UNREACHABLE();
    }

    void draw(const QString& name, const QString& picture) {
        hand().drag(entry(name), m_driven->on_canvas(0.5, 0.5));
        m_driven->show(picture);
        QCOMPARE(m_driven->cluster().elements.size(), size_t(1));
    }

    /// The drawn server's accelerator.
    const Part* drawn_gpu() {
        const Catalog& catalog = Catalog::built_in();
        const Part* server = drawn_part(m_driven->cluster().elements.front(), catalog);
        return server ? named_accelerator(*server, catalog) : nullptr;
    }

private Q_SLOTS:
    void initTestCase() {
        QVERIFY2(has_real_display(), no_display);
        m_driven = std::make_unique<DrivenWindow>();
        QVERIFY(m_driven->ready());
    }
    void init() {
        if (m_driven->window().page()) m_driven->document().set_project(m_driven->document().project());
        hand().key(QStringLiteral("ctrl+n"));
        QVERIFY(m_driven->window().page());
        QVERIFY(m_driven->cluster().elements.empty());
    }

    void a_gh200() {
        QElapsedTimer time;
        time.start();
        define(QStringLiteral("define-gh200"), [&](NewPartDialog& form) {
            hand().type(QStringLiteral("Our GH200"));
            hand().key(QStringLiteral("Tab"));
            hand().type(QStringLiteral("gh200 480")); // as its maker calls it
            hand().key(QStringLiteral("Down"));
            hand().key(QStringLiteral("Return"));
            QCOMPARE(form.asked().base, std::string("GH200 96GB (one superchip)"));
        });
        draw(QStringLiteral("Our GH200 server, 1 GPU"), QStringLiteral("define-gh200-drawn"));
        QVERIFY(drawn_gpu());
        QCOMPARE(drawn_gpu()->name, std::string("Our GH200"));
        QCOMPARE(drawn_gpu()->value_or("hbm_capacity", 0), 96e9);
        QVERIFY2(time.elapsed() < two_minutes, qPrintable(QString::number(time.elapsed())));
    }

    void two_rtx_5090() {
        QElapsedTimer time;
        time.start();
        define(QStringLiteral("define-5090"), [&](NewPartDialog& form) {
            hand().type(QStringLiteral("Our 5090"));
            hand().key(QStringLiteral("Tab"));
            hand().type(QStringLiteral("5090"));
            hand().key(QStringLiteral("Down"));
            hand().key(QStringLiteral("Return"));
            hand().click(place_of<QLineEdit>(form, QStringLiteral("GPUs in the server")));
            hand().type(QStringLiteral("2"));
            QCOMPARE(form.asked().base, std::string("GeForce RTX 5090"));
        });
        draw(QStringLiteral("Our 5090 server, 2 GPUs"), QStringLiteral("define-5090-drawn"));
        QVERIFY(drawn_gpu());
        QCOMPARE(drawn_gpu()->value_or("hbm_capacity", 0), 32e9);
        QVERIFY2(time.elapsed() < two_minutes, qPrintable(QString::number(time.elapsed())));
    }

    /// Its price is left out: the bill says so.
    void one_that_nobody_knows() {
        QElapsedTimer time;
        time.start();
        define(QStringLiteral("define-invented"), [&](NewPartDialog& form) {
            hand().type(QStringLiteral("Zeta 1"));
            hand().key(QStringLiteral("Tab"));
            for (const char* const figure : {"1500 TFLOPS", "3 PF", "192GB", "8 TB/s", "900 Gb/s", "1 kW"}) {
                hand().key(QStringLiteral("Tab"));
                hand().type(QLatin1String(figure));
            }
            const auto figures = form.asked().figures;
            QCOMPARE(figures.at("dense_bf16"), 1.5e15);
            QCOMPARE(figures.at("dense_fp8"), 3e15);
            QCOMPARE(figures.at("scale_up_rate"), 112.5e9);
        });
        draw(QStringLiteral("Zeta 1 server, 8 GPUs"), QStringLiteral("define-invented-drawn"));
        QVERIFY(drawn_gpu());
        QCOMPARE(drawn_gpu()->value_or("tdp", 0), 1000.0);
        hand().key(QStringLiteral("ctrl+b"));
        m_driven->show(QStringLiteral("define-invented-bill"));
        const Scenario& scenario = m_driven->document().scenario();
        const auto capital = capital_of(scenario.cluster, scenario.site, Catalog::built_in());
        QVERIFY(capital.has_value());
        QCOMPARE(capital->rows.front().basis, PriceBasis::none);
        QVERIFY2(capital->incomplete_text().find("Zeta 1 server") != std::string::npos,
                 capital->incomplete_text().c_str());
        QVERIFY2(time.elapsed() < two_minutes, qPrintable(QString::number(time.elapsed())));
    }
};

QTEST_MAIN(TestDefineParts)
#include "test_define_parts.moc"
