// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/golden.h"

#include <QCoreApplication>
#include <QDir>
#include <QHash>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace roofrack::test {

namespace {

constexpr int block_side = 16; ///< px

// Edges antialiased otherwise stay below a clear difference once blurred, and hardly change the mean of a
// block.
constexpr double clear_difference = 12; ///< ΔE of a pixel
constexpr double most_clear = 0.002;    ///< share of the picture's pixels
constexpr double most_in_block = 0.08;  ///< share of the block's pixels
constexpr double most_mean = 3.0;       ///< ΔE of the means of a block

struct Lab {
    double l = 0, a = 0, b = 0;

    Lab operator+(const Lab& other) const { return {l + other.l, a + other.a, b + other.b}; }
};

double difference(const Lab& x, const Lab& y) { return std::hypot(x.l - y.l, x.a - y.a, x.b - y.b); }

/// sRGB (IEC 61966-2-1) to CIE L*a*b*, white D65.
Lab lab(QRgb colour) {
    const auto linear = [](int level) {
        const double v = level / 255.0;
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    const double r = linear(qRed(colour)), g = linear(qGreen(colour)), b = linear(qBlue(colour));
    const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    const double x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505),
                 y = f(0.2126 * r + 0.7152 * g + 0.0722 * b),
                 z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// Five binomial taps along one axis, edges repeated; `step` is (1, 0) or (0, 1).
QImage blurred(const QImage& in, QPoint step) {
    constexpr std::array<int, 5> taps = {1, 4, 6, 4, 1};
    QImage out(in.size(), QImage::Format_RGB32);
    for (int y = 0; y < in.height(); ++y) {
        QRgb* line = reinterpret_cast<QRgb*>(out.scanLine(y));
        for (int x = 0; x < in.width(); ++x) {
            int r = 8, g = 8, b = 8;
            for (int k = 0; k < 5; ++k) {
                const int px = std::clamp(x + (k - 2) * step.x(), 0, in.width() - 1),
                          py = std::clamp(y + (k - 2) * step.y(), 0, in.height() - 1);
                const QRgb at = reinterpret_cast<const QRgb*>(in.constScanLine(py))[px];
                const int tap = taps[static_cast<size_t>(k)];
                r += tap * qRed(at);
                g += tap * qGreen(at);
                b += tap * qBlue(at);
            }
            line[x] = qRgb(r / 16, g / 16, b / 16);
        }
    }
    return out;
}

/// The colours of a picture as they are seen.
class Seen {
public:
    explicit Seen(const QImage& picture)
        : m_width(static_cast<size_t>(picture.width())) {
        const QImage soft = blurred(blurred(picture.convertToFormat(QImage::Format_RGB32), {1, 0}), {0, 1});
        m_colours.reserve(m_width * static_cast<size_t>(soft.height()));
        QHash<QRgb, Lab> known;
        for (int y = 0; y < soft.height(); ++y) {
            const QRgb* line = reinterpret_cast<const QRgb*>(soft.constScanLine(y));
            for (int x = 0; x < soft.width(); ++x) {
                auto found = known.constFind(line[x]);
                if (found == known.constEnd()) {
                    known.insert(line[x], lab(line[x]));
                    found = known.constFind(line[x]);
                }
                m_colours.push_back(*found);
            }
        }
    }
    const Lab& at(int x, int y) const {
        return m_colours[static_cast<size_t>(y) * m_width + static_cast<size_t>(x)];
    }

private:
    size_t m_width;
    std::vector<Lab> m_colours;
};

bool differs(const Seen& a, const Seen& b, int x, int y) {
    return difference(a.at(x, y), b.at(x, y)) > clear_difference;
}

void measure(const Seen& actual, const Seen& expected, const QRect& picture, GoldenDifference& out) {
    constexpr double whole = block_side * block_side;
    QRect by_mean, by_share;
    // Blocks overlap by half, so that no change hides on the seam of two.
    for (int top = 0; top < picture.height(); top += block_side / 2)
        for (int left = 0; left < picture.width(); left += block_side / 2) {
            const QRect block = QRect(left, top, block_side, block_side) & picture;
            Lab mine, theirs;
            int clear = 0;
            for (int y = block.top(); y <= block.bottom(); ++y)
                for (int x = block.left(); x <= block.right(); ++x) {
                    mine = mine + actual.at(x, y);
                    theirs = theirs + expected.at(x, y);
                    clear += differs(actual, expected, x, y);
                }
            if (const double mean = difference(mine, theirs) / whole; mean > out.block_mean) {
                out.block_mean = mean;
                by_mean = block;
            }
            if (const double share = clear / whole; share > out.block_share) {
                out.block_share = share;
                by_share = block;
            }
        }
    out.worst = out.block_mean / most_mean > out.block_share / most_in_block ? by_mean : by_share;
    qint64 clear = 0;
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x) clear += differs(actual, expected, x, y);
    out.clear_share = static_cast<double>(clear) / (static_cast<double>(picture.width()) * picture.height());
}

QImage show(const QImage& actual, const Seen& mine, const Seen& theirs, const QRect& worst) {
    QImage out = actual.convertToFormat(QImage::Format_RGB32);
    for (int y = 0; y < out.height(); ++y)
        for (int x = 0; x < out.width(); ++x) {
            const int pale = 200 + qGray(out.pixel(x, y)) * 55 / 255;
            const bool frame = worst.contains(x, y) && !worst.adjusted(1, 1, -1, -1).contains(x, y);
            out.setPixel(x, y,
                         frame                         ? qRgb(0, 90, 220)
                         : differs(mine, theirs, x, y) ? qRgb(220, 0, 160)
                                                       : qRgb(pale, pale, pale));
        }
    return out;
}

} // namespace

GoldenDifference compare_pictures(const QImage& actual, const QImage& expected) {
    GoldenDifference out;
    if (actual.size() != expected.size()) {
        out.fault = QStringLiteral("it is %1×%2 pixels instead of %3×%4")
                        .arg(actual.width())
                        .arg(actual.height())
                        .arg(expected.width())
                        .arg(expected.height());
        return out;
    }
    const Seen mine(actual), theirs(expected);
    measure(mine, theirs, actual.rect(), out);
    if (out.clear_share <= most_clear && out.block_share <= most_in_block && out.block_mean <= most_mean)
        return out;
    out.picture = show(actual, mine, theirs, out.worst);
    out.fault =
        QStringLiteral("%1 % of it differ clearly; at most %2 % of a block, and the mean of one by ΔE %3; "
                       "look at (%4, %5)")
            .arg(out.clear_share * 100, 0, 'f', 2)
            .arg(out.block_share * 100, 0, 'f', 0)
            .arg(out.block_mean, 0, 'f', 1)
            .arg(out.worst.center().x())
            .arg(out.worst.center().y());
    return out;
}

QImage golden_of(const QImage& picture) {
    constexpr int step = 8, fills = 64; // levels of 255; px of a colour that is no edge's
    QImage out = picture.convertToFormat(QImage::Format_RGB32);
    QHash<QRgb, int> counts;
    for (int y = 0; y < out.height(); ++y)
        for (int x = 0; x < out.width(); ++x) ++counts[out.pixel(x, y)];
    const auto rounded = [](int level) { return std::min((level + step / 2) / step * step, 255); };
    for (int y = 0; y < out.height(); ++y)
        for (int x = 0; x < out.width(); ++x)
            if (const QRgb at = out.pixel(x, y); counts[at] < fills)
                out.setPixel(x, y, qRgb(rounded(qRed(at)), rounded(qGreen(at)), rounded(qBlue(at))));
    return out;
}

QString golden_path(const QString& name) {
    return QStringLiteral(ROOFRACK_SOURCE_DIR "/tests/golden/%1.png").arg(name);
}

bool renews_goldens() { return qEnvironmentVariable("ROOFRACK_GOLDENS") == u"renew"; }

QString golden_fault(const QString& name, const QImage& actual) {
    const QImage expected(golden_path(name));
    GoldenDifference difference;
    if (expected.isNull())
        difference.fault = QStringLiteral("it is not there");
    else
        difference = compare_pictures(actual, expected);
    if (difference.fault.isEmpty()) return {};
    if (renews_goldens())
        return golden_of(actual).save(golden_path(name), "PNG", 0)
                   ? QString()
                   : QStringLiteral("tests/golden/%1.png cannot be written").arg(name);
    const QDir root(QStringLiteral(ROOFRACK_SOURCE_DIR));
    const QDir folder(QCoreApplication::applicationDirPath() + QStringLiteral("/../goldens"));
    QStringList written;
    const auto keep = [&](const QImage& image, const char* what) {
        const QString path = QDir::cleanPath(folder.filePath(name + QLatin1String(what)));
        if (!image.isNull() && QDir().mkpath(folder.path()) && image.save(path))
            written << root.relativeFilePath(path);
    };
    keep(actual, ".actual.png");
    keep(difference.picture, ".difference.png");
    return QStringLiteral("tests/golden/%1.png: %2. See %3; tools/goldens renews it.")
        .arg(name, difference.fault, written.join(QStringLiteral(", ")));
}

} // namespace roofrack::test
