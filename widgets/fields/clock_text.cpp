// SPDX-License-Identifier: GPL-3.0-or-later
#include "fields/clock_text.h"

#include <QCoreApplication>

namespace roofrack {
namespace {

QString translated(const char* text) { return QCoreApplication::translate("Clock", text); }

} // namespace

QString clip_text(Clip clip) {
    switch (clip) {
    case Clip::none: return {};
    case Clip::power_cap: return translated("power cap");
    case Clip::thermal: return translated("chip temperature");
    case Clip::feed: return translated("feed");
    case Clip::cooling: return translated("cooling");
    case Clip::plant: return translated("cooling plant");
    case Clip::site: break;
    }
    return translated("site power");
}

QString clock_text(double speed, Clip clip) {
    const double percent = 100 * speed;
    const int decimals =
        clip != Clip::none && percent > 99.4 && percent < 99.95 ? 1 : 0; // held, so below 100
    const QString clock = translated("%1 % of boost").arg(percent, 0, 'f', decimals);
    const QString why = clip_text(clip);
    return why.isEmpty() ? clock : clock + QStringLiteral(" · ") + why;
}

QString clock_note(double speed) { return translated("%1 % clock").arg(100 * speed, 0, 'f', 0); }

} // namespace roofrack
