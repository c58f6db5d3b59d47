// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/svg_outlines.h"

#include <QFont>
#include <QPainterPath>
#include <QRegularExpression>

#include <algorithm>

namespace roofrack {

namespace {

/// The value of an attribute of a tag as QSvgGenerator writes it; empty: it has none.
QString attribute(const QString& tag, const QString& name) {
    const QString key = u' ' + name + QStringLiteral("=\"");
    const qsizetype at = tag.indexOf(key);
    if (at < 0) return {};
    const qsizetype from = at + key.size();
    return tag.mid(from, tag.indexOf(u'"', from) - from);
}

QString unescaped(QString text) {
    return text.replace(QStringLiteral("&lt;"), QStringLiteral("<"))
        .replace(QStringLiteral("&gt;"), QStringLiteral(">"))
        .replace(QStringLiteral("&quot;"), QStringLiteral("\""))
        .replace(QStringLiteral("&amp;"), QStringLiteral("&"));
}

/// A path in SVG's commands, to a hundredth of a pixel.
QString path_data(const QPainterPath& path) {
    QString out;
    const auto add = [&](QPainterPath::Element element) {
        out += QString::number(element.x, 'f', 2) + u' ' + QString::number(element.y, 'f', 2) + u' ';
    };
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element element = path.elementAt(i);
        switch (element.type) {
        case QPainterPath::MoveToElement: out += u'M'; break;
        case QPainterPath::LineToElement: out += u'L'; break;
        case QPainterPath::CurveToElement: out += u'C'; break;
        case QPainterPath::CurveToDataElement: break;
        }
        add(element);
    }
    return out.trimmed();
}

QString outlined(const QString& tag, const QString& escaped) {
    QFont font(attribute(tag, QStringLiteral("font-family")));
    font.setPixelSize(std::max(1, qRound(attribute(tag, QStringLiteral("font-size")).toDouble())));
    font.setWeight(static_cast<QFont::Weight>(attribute(tag, QStringLiteral("font-weight")).toInt()));
    font.setHintingPreference(QFont::PreferNoHinting);
    QPainterPath path;
    path.addText(attribute(tag, QStringLiteral("x")).toDouble(),
                 attribute(tag, QStringLiteral("y")).toDouble(), font, unescaped(escaped));
    return QStringLiteral(R"(<path fill="%1" fill-opacity="%2" fill-rule="nonzero" stroke="none" )"
                          R"(aria-label="%3" d="%4"/>)")
        .arg(attribute(tag, QStringLiteral("fill")), attribute(tag, QStringLiteral("fill-opacity")),
             QString(escaped).replace(u'"', QStringLiteral("&quot;")), path_data(path));
}

} // namespace

QByteArray with_outlined_text(const QByteArray& svg) {
    static const QRegularExpression element(QStringLiteral("<text( [^>]*)>([^<]*)</text>"));
    const QString from = QString::fromUtf8(svg);
    QString out;
    qsizetype copied = 0;
    for (auto it = element.globalMatch(from); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        out += QStringView(from).sliced(copied, match.capturedStart() - copied);
        out += outlined(match.captured(1), match.captured(2));
        copied = match.capturedEnd();
    }
    out += QStringView(from).sliced(copied);
    return out.toUtf8();
}

} // namespace roofrack
