// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window/driven_window.h"

using namespace roofrack;

/// Real mouse and keys on a real display.
class TestFirstDrawing : public QObject {
    Q_OBJECT

    std::unique_ptr<DrivenWindow> m_driven;

private Q_SLOTS:
    void initTestCase() {
        QVERIFY2(has_real_display(), no_display);
        m_driven = std::make_unique<DrivenWindow>();
        QVERIFY(m_driven->ready());
    }

    void a_part_is_dragged_onto_the_canvas() {
        DrivenWindow& driven = *m_driven;
        driven.hand().key(QStringLiteral("ctrl+n"));
        QVERIFY(driven.window().page());
        driven.hand().drag(driven.first_part(), driven.on_canvas(0.5, 0.5));
        QCOMPARE(driven.cluster().elements.size(), size_t(1));
        driven.hand().key(QStringLiteral("ctrl+z"));
        QVERIFY(driven.cluster().elements.empty());
    }

    void the_drawing_takes_the_room_of_the_charts() {
        DrivenWindow& driven = *m_driven;
        const int before = driven.canvas().height();
        driven.hand().key(QStringLiteral("F4"));
        QVERIFY(driven.canvas().height() > before * 3 / 2);
        driven.hand().key(QStringLiteral("F4"));
        QCOMPARE(driven.canvas().height(), before);
    }
};

QTEST_MAIN(TestFirstDrawing)
#include "test_first_drawing.moc"
