// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/printable.h"

#include <QTest>

using namespace roofrack;

class TestPrintable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void text_stays_as_it_is_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("lines and columns") << QByteArray("a\tb\nc");
        QTest::newRow("two bytes") << QByteArray("Größe: “R&D” × 2");
        QTest::newRow("four bytes") << QByteArray("\xf0\x9f\x94\xa5 hot");
        QTest::newRow("from right to left") << QByteArray("\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d");
    }
    void text_stays_as_it_is() {
        QFETCH(QByteArray, text);
        QCOMPARE(QByteArray::fromStdString(printable(text.toStdString())), text);
    }

    void what_a_terminal_obeys_is_shown_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("shown");
        QTest::newRow("escape") << QByteArray("a\x1b[2J") << QByteArray("a\\u001b[2J");
        QTest::newRow("ends of lines") << QByteArray("a,b\r\n1,2\r\n") << QByteArray("a,b\r\n1,2\r\n");
        QTest::newRow("nul, bell, return") << QByteArray("\0\a\r", 3) << QByteArray("\\u0000\\u0007\\u000d");
        QTest::newRow("delete") << QByteArray("a\x7f") << QByteArray("a\\u007f");
        QTest::newRow("escape of eight bits") << QByteArray("\xc2\x9b"
                                                            "31m")
                                              << QByteArray("\\u009b31m");
        QTest::newRow("override") << QByteArray("\xe2\x80\xae"
                                                "fdp.exe")
                                  << QByteArray("\\u202efdp.exe");
        QTest::newRow("marks of direction")
            << QByteArray("\xe2\x80\x8f\xd8\x9c\xe2\x80\x8e") << QByteArray("\\u200f\\u061c\\u200e");
        QTest::newRow("no width") << QByteArray("a\xe2\x80\x8b"
                                                "b\xef\xbb\xbf\xc2\xad")
                                  << QByteArray("a\\u200bb\\ufeff\\u00ad");
        QTest::newRow("line separator") << QByteArray("\xe2\x80\xa8") << QByteArray("\\u2028");
        QTest::newRow("filler") << QByteArray("\xe3\x85\xa4") << QByteArray("\\u3164");
        QTest::newRow("tag, as JSON writes it")
            << QByteArray("\xf3\xa0\x81\x81") << QByteArray("\\udb40\\udc41");
        QTest::newRow("isolate") << QByteArray("\xe2\x81\xa6") << QByteArray("\\u2066");
        QTest::newRow("a byte alone") << QByteArray("a\x9b"
                                                    "31m")
                                      << QByteArray("a\\x9b31m");
        QTest::newRow("longer than need be") << QByteArray("\xc0\x9b") << QByteArray("\\xc0\\x9b");
        QTest::newRow("overlong of three") << QByteArray("\xe0\x80\x9b") << QByteArray("\\xe0\\x80\\x9b");
        QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << QByteArray("\\xed\\xa0\\x80");
        QTest::newRow("cut off") << QByteArray("\xe2\x80") << QByteArray("\\xe2\\x80");
        QTest::newRow("beyond the last")
            << QByteArray("\xf4\x90\x80\x80") << QByteArray("\\xf4\\x90\\x80\\x80");
    }
    void what_a_terminal_obeys_is_shown() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, shown);
        QCOMPARE(QByteArray::fromStdString(printable(text.toStdString())), shown);
    }

    void all_that_unicode_calls_unseen_is_shown() {
        // These format characters are signs that are seen: they stand above or below the digits that follow.
        const auto is_sign = [](char32_t code) {
            return (code >= 0x600 && code <= 0x605) || code == 0x6dd || code == 0x70f || code == 0x890 ||
                   code == 0x891 || code == 0x8e2 || code == 0x110bd || code == 0x110cd;
        };
        for (char32_t code = 0x80; code <= 0x10ffff; ++code) {
            const QChar::Category category = QChar::category(code);
            const bool unseen = category == QChar::Other_Format || category == QChar::Other_Control ||
                                category == QChar::Separator_Line || category == QChar::Separator_Paragraph;
            if (!unseen || is_sign(code)) continue;
            const char32_t behind_a_letter[] = {'a', code};
            const std::string text = QString::fromUcs4(behind_a_letter, 2).toStdString();
            QVERIFY2(printable(text).starts_with("a\\u"), QByteArray::number(code, 16).constData());
        }
    }

    void a_message_is_one_line() {
        QCOMPARE(printable_line("a\nerror: b\x1b"), std::string("a\\u000aerror: b\\u001b"));
        QCOMPARE(printable_line("a,b\r\n\x7f"), std::string("a,b\\u000d\\u000a\\u007f"));
        for (const std::string stays : {"", "plain ~ text", "a\tb", "Größe"})
            QCOMPARE(printable_line(stays), stays);
    }

    void a_character_in_pieces_is_waited_for() {
        const std::string fire = "\xf0\x9f\x94\xa5";
        for (size_t size = 1; size < fire.size(); ++size)
            QCOMPARE(unfinished_bytes("a" + fire.substr(0, size)), size);
        QCOMPARE(unfinished_bytes(fire), size_t(0));
        QCOMPARE(unfinished_bytes("abc"), size_t(0));
        QCOMPARE(unfinished_bytes("a\x80\x80\x80\x80"), size_t(0));
        QCOMPARE(unfinished_bytes(""), size_t(0));
    }
};

QTEST_APPLESS_MAIN(TestPrintable)
#include "test_printable.moc"
