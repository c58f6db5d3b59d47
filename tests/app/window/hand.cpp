// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window/hand.h"

#include <QEventLoop>
#include <QProcess>
#include <QTest>
#include <QWidget>

namespace roofrack {
namespace {

QStringList move_to(QPoint at) {
    return {QStringLiteral("mousemove"), QString::number(at.x()), QString::number(at.y())};
}

QStringList pause(const char* seconds = "0.03") {
    return {QStringLiteral("sleep"), QString::fromLatin1(seconds)};
}

/// The program goes on while the hand moves: a drag runs a loop of its own until the release.
void run(const QStringList& commands) {
    QProcess hand;
    QEventLoop loop;
    QObject::connect(&hand, &QProcess::finished, &loop, &QEventLoop::quit);
    QObject::connect(&hand, &QProcess::errorOccurred, &loop, &QEventLoop::quit);
    hand.setProcessChannelMode(QProcess::ForwardedChannels);
    hand.start(QStringLiteral("xdotool"), commands);
    loop.exec();
    if (hand.exitStatus() != QProcess::NormalExit || hand.exitCode() != 0)
        qFatal("xdotool failed: %s", qPrintable(commands.join(QLatin1Char(' '))));
    QTest::qWait(80); // what the server still has on its way
}

} // namespace

void Hand::act(const QString& what, const QStringList& commands) {
    ++m_actions;
    m_log << what;
    run(commands);
}

void Hand::click(QPoint screen, int button) {
    act(QStringLiteral("click %1,%2").arg(screen.x()).arg(screen.y()),
        move_to(screen) + pause() + QStringList{QStringLiteral("click"), QString::number(button)});
}

void Hand::double_click(QPoint screen) {
    act(QStringLiteral("double click %1,%2").arg(screen.x()).arg(screen.y()),
        move_to(screen) + pause() +
            QStringList{QStringLiteral("click"), QStringLiteral("--repeat"), QStringLiteral("2"),
                        QStringLiteral("--delay"), QStringLiteral("60"), QStringLiteral("1")});
}

void Hand::drag(QPoint from, QPoint to, const QStringList& held) {
    QStringList commands;
    for (const QString& key : held) commands << QStringLiteral("keydown") << key;
    commands << move_to(from) << pause() << QStringLiteral("mousedown") << QStringLiteral("1") << pause();
    constexpr int stops = 8;
    for (int i = 1; i <= stops; ++i) commands << move_to(from + (to - from) * i / stops) << pause();
    commands << pause("0.08") << QStringLiteral("mouseup") << QStringLiteral("1") << pause();
    for (const QString& key : held) commands << QStringLiteral("keyup") << key;
    act(QStringLiteral("drag %1,%2 to %3,%4").arg(from.x()).arg(from.y()).arg(to.x()).arg(to.y()), commands);
}

void Hand::key(const QString& keys) {
    act(QStringLiteral("key ") + keys, {QStringLiteral("key"), QStringLiteral("--clearmodifiers"), keys});
}

void Hand::type(const QString& text) {
    act(QStringLiteral("type ") + text,
        {QStringLiteral("type"), QStringLiteral("--delay"), QStringLiteral("20"), text});
}

void Hand::answer_dialog(const QString& keys, const QString& text, const QString& next) {
    m_actions += next.isEmpty() ? 2 : 3; // act counts one more
    QStringList of_the_next;
    if (!next.isEmpty())
        of_the_next =
            pause("1.5") + QStringList{QStringLiteral("key"), QStringLiteral("--clearmodifiers"), next};
    act(QStringLiteral("key %1, type %2, Return %3").arg(keys, text, next),
        QStringList{QStringLiteral("key"), QStringLiteral("--clearmodifiers"), keys} + pause("0.8") +
            QStringList{QStringLiteral("type"), QStringLiteral("--delay"), QStringLiteral("20"),
                        QStringLiteral("--args"), QStringLiteral("1"), text} +
            pause("0.2") + QStringList{QStringLiteral("key"), QStringLiteral("Return")} + of_the_next);
}

void Hand::point_at(QPoint screen) { run(move_to(screen) + pause()); }

QPoint Hand::on_screen(const QWidget& widget, QPointF point) { return widget.mapToGlobal(point).toPoint(); }

} // namespace roofrack
