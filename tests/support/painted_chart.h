// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/text_recorder.h"
#include "widgets/charts/chart.h"

#include <QStringList>

namespace roofrack::test {

/// All words that a chart paints in a picture of that size, with a space between two texts; a space that does
/// not break is one like others.
inline QString painted_words(const Chart& chart, QSize size) {
    PictureOptions options;
    options.size = size;
    TextRecorder recorder(size);
    chart.paint(recorder, options, true);
    QStringList out;
    for (const PaintedText& text : recorder.texts) out << text.text;
    return out.join(u' ').replace(QChar(QChar::Nbsp), u' ');
}

} // namespace roofrack::test
