// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QRect>
#include <QString>

namespace roofrack::test {

/// How a picture differs from the golden one, as an eye at arm's length would see it. Colours are compared as
/// ΔE (CIE 1976: the distance in L*a*b* under D65; 2.3 is just seen where two patches touch), after both
/// pictures are blurred a little: the same text antialiased otherwise passes, a moved one does not.
struct GoldenDifference {
    double clear_share = 0; ///< share of all pixels: those that differ clearly, 0…1
    double block_share = 0; ///< the same in the block where that is most
    double block_mean = 0;  ///< ΔE between the mean colours of the block where that is most
    QRect worst;            ///< px: the block to look at
    QImage picture; ///< the actual one, pale; what differs clearly in magenta, the block to look at framed
    QString fault;  ///< why the picture is another; empty: it is the same
};

GoldenDifference compare_pictures(const QImage& actual, const QImage& expected);

/// The picture as it is stored: the colours that fill something as they are, those of edges and text rounded.
QImage golden_of(const QImage& picture);

/// The path of tests/golden/NAME.png.
QString golden_path(const QString& name);

/// True where the environment says ROOFRACK_GOLDENS=renew, as tools/goldens does.
bool renews_goldens();

/// How `actual` differs from tests/golden/NAME.png, as a sentence; empty where it does not. The picture that
/// fails and what differs are written to goldens/ in the build folder. Where goldens are renewed, the picture
/// replaces the golden one instead.
QString golden_fault(const QString& name, const QImage& actual);

} // namespace roofrack::test
