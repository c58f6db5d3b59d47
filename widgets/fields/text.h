// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/units/sentence.h"

#include <QString>

#include <string>
#include <string_view>

namespace roofrack {

/// The core's UTF-8 as Qt's text.
inline QString to_qt(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// A field's label within a sentence: "Power limit" → "power limit", "GPU power cap" as it is.
inline QString in_sentence(const QString& field) { return to_qt(in_sentence(field.toStdString())); }

} // namespace roofrack
