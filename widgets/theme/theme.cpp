// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/theme.h"

#include "core/base/style/part_inks.h"
#include "core/base/style/readable_ink.h"
#include "core/base/style/state_inks.h"
#include "widgets/theme/style_sheet.h"

#include <QApplication>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QPixmapCache>
#include <QStyleFactory>

#include <array>
#include <cmath>

// Resources of a static library are registered only when asked for; the macro must stand outside any
// namespace.
static void register_font_resources() { Q_INIT_RESOURCE(fonts); }

namespace roofrack {

namespace {

/// Nine evenly spaced samples of matplotlib's viridis and inferno (CC0, van der Walt and Smith 2015).
constexpr std::array<QRgb, 9> viridis = {0x440154, 0x472D7B, 0x3B528B, 0x2C728E, 0x21918C,
                                         0x28AE80, 0x5EC962, 0xADDC30, 0xFDE725};
constexpr std::array<QRgb, 9> inferno = {0x000004, 0x210C4A, 0x57106E, 0x8A226A, 0xBC3754,
                                         0xE45A31, 0xF98E09, 0xF9CB35, 0xFCFFA4};

/// Time in which nothing is done stands back from what is done: the light grey of part_inks would be the
/// brightest thing on a dark ground.
constexpr Ink dark_idle_ink = 0x565656;

QColor ramp(const std::array<QRgb, 9>& samples, double share) {
    const double at =
        std::isfinite(share) ? std::clamp(share, 0.0, 1.0) * static_cast<double>(samples.size() - 1) : 0;
    const auto below = std::min(static_cast<size_t>(at), samples.size() - 2);
    const double t = at - static_cast<double>(below);
    const QColor a(samples[below]), b(samples[below + 1]);
    const auto mix = [t](int from, int to) { return static_cast<int>(std::lround(from + t * (to - from))); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

/// Relative luminance (WCAG 2.1).
double luminance(const QColor& colour) {
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
}

void take(Theme& theme, const StateInks& inks) {
    theme.good = QColor(inks.good);
    theme.warning = QColor(inks.warning);
    theme.critical = QColor(inks.critical);
}

} // namespace

Theme Theme::light() {
    Theme theme;
    theme.window = QColor(0xF4F5F7);
    theme.panel = theme.raised = QColor(0xFFFFFF);
    theme.line = QColor(0xD9DDE3);
    theme.grid = QColor(0xE8EBEF);
    theme.text = QColor(0x1B1F24);
    theme.secondary = QColor(0x5B6470);
    theme.disabled = QColor(0x9AA3AE);
    theme.accent = QColor(0x0B6BCB);
    take(theme, light_state_inks);
    return theme;
}

Theme Theme::dark() {
    Theme theme;
    theme.is_dark = true;
    theme.window = QColor(0x16191E);
    theme.panel = QColor(0x1E2228);
    theme.raised = QColor(0x262B33);
    theme.line = QColor(0x363C46);
    theme.grid = QColor(0x2B3038);
    theme.text = QColor(0xE8EBEF);
    theme.secondary = QColor(0xA3ADB9);
    theme.disabled = QColor(0x66707C);
    theme.accent = QColor(0x4DA3FF);
    take(theme, dark_state_inks);
    return theme;
}

Theme Theme::desktop() {
    const QPalette palette = QGuiApplication::palette();
    return luminance(palette.color(QPalette::Window)) < luminance(palette.color(QPalette::WindowText))
               ? dark()
               : light();
}

Theme Theme::scaled(double factor) const {
    Theme larger = *this;
    larger.scale = factor;
    return larger;
}

QColor Theme::part(StepPart part) const {
    return QColor(is_dark && part == StepPart::pipeline_bubble ? dark_idle_ink : ink_of(part));
}

QColor Theme::input_end(InputEnd end) const { return QColor(ink_of(end)); }

QColor Theme::text_on(const QColor& background) const {
    return luminance(background) > 0.22 ? QColor(0x1B1F24) : QColor(0xFFFFFF);
}

QColor Theme::regime(Regime regime) const {
    switch (regime) {
    case Regime::linear: return good;
    case Regime::diminishing: return warning;
    case Regime::degrading: return critical;
    }
    return secondary;
}

QColor Theme::regime_band(Regime regime) const {
    QColor colour(tint_state_inks.of(regime));
    colour.setAlphaF(regime == Regime::linear ? 0.08f : 0.10f);
    return colour;
}

QColor Theme::regime_text(Regime regime) const {
    const QColor band = regime_band(regime), ink = this->regime(regime);
    return readable(ink, QColor(tinted_ink(panel.rgb() & 0xffffff, band.rgb() & 0xffffff, band.alphaF())));
}

QColor Theme::readable(const QColor& colour, const QColor& ground) const {
    return QColor(readable_ink(colour.rgb() & 0xffffff, ground.rgb() & 0xffffff, text.rgb() & 0xffffff));
}

QColor Theme::severity(Severity severity) const {
    switch (severity) {
    case Severity::critical: return critical;
    case Severity::warning: return warning;
    case Severity::info: return secondary;
    }
    return secondary;
}

QFont Theme::font(Role role) const {
    QFont font(family.isEmpty() ? QStringLiteral("Roboto") : family);
    font.setStyleHint(QFont::SansSerif);
    font.setHintingPreference(QFont::PreferNoHinting);
    const auto size = [this](double pixels) { return static_cast<int>(std::lround(pixels * scale)); };
    switch (role) {
    case Role::body: font.setPixelSize(size(13)); break;
    case Role::strong:
        font.setPixelSize(size(13));
        font.setWeight(QFont::Medium);
        break;
    case Role::secondary: font.setPixelSize(size(11)); break;
    case Role::verdict:
        font.setPixelSize(size(20));
        font.setWeight(QFont::Medium);
        break;
    }
    return font;
}

int Theme::spacing(int pixels) const { return static_cast<int>(std::lround(pixels * scale)); }

QPalette Theme::palette() const {
    QPalette palette;
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Base, panel);
    palette.setColor(QPalette::AlternateBase, window);
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::PlaceholderText, secondary);
    palette.setColor(QPalette::Button, raised);
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::BrightText, critical);
    palette.setColor(QPalette::ToolTipBase, raised);
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::Highlight, accent);
    palette.setColor(QPalette::HighlightedText, text_on(accent));
    palette.setColor(QPalette::Link, accent);
    palette.setColor(QPalette::LinkVisited, accent);
    palette.setColor(QPalette::Light, raised);
    palette.setColor(QPalette::Midlight, grid);
    palette.setColor(QPalette::Mid, line);
    palette.setColor(QPalette::Dark, line);
    palette.setColor(QPalette::Shadow, is_dark ? QColor(Qt::black) : secondary);
    for (const auto role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::PlaceholderText})
        palette.setColor(QPalette::Disabled, role, disabled);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, line);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, disabled);
    return palette;
}

bool load_fonts() {
    static const bool loaded = [] {
        register_font_resources();
        bool all = true;
        for (const char* face : {"Regular", "Medium", "Bold"})
            all &= QFontDatabase::addApplicationFont(
                       QStringLiteral(":/fonts/Roboto-%1.ttf").arg(QLatin1String(face))) >= 0;
        return all;
    }();
    return loaded;
}

void Theme::apply(QApplication& application, const Theme& theme, const QString& more_rules) {
    load_fonts();
    // Each of these has all widgets polished anew, so only what differs is set.
    constexpr const char* has_fusion = "roofrack-fusion";
    if (!application.property(has_fusion).toBool())
        if (QStyle* fusion = QStyleFactory::create(QStringLiteral("Fusion"))) {
            application.setStyle(fusion);
            application.setProperty(has_fusion, true);
        }
    if (const QPalette palette = theme.palette(); application.palette() != palette)
        application.setPalette(palette);
    if (const QFont font = theme.font(Role::body); application.font() != font) application.setFont(font);
    if (const QString rules = style_sheet(theme) + more_rules; application.styleSheet() != rules)
        application.setStyleSheet(rules);
    // Under a style sheet every widget paints with a palette of its own, so that Fusion's arrows and frames
    // are put into this cache again each time and never found again; and Qt 6.4 keeps the name of each for
    // good.
    QPixmapCache::setCacheLimit(0);
}

QColor load_ramp(double share) { return ramp(viridis, share); }
QColor heat_ramp(double share) { return ramp(inferno, share); }

} // namespace roofrack
