// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/printable.h"
#include "core/base/units/sentence.h"

#include <QString>

#include <string>
#include <string_view>

namespace roofrack {

/// The core's UTF-8 as Qt shows it. What is not seen, or turns what stands beside it, is printable().
inline QString to_qt(std::string_view text) { return QString::fromStdString(printable(text)); }

/// A key as it is read: "from_memory" → "from memory".
inline QString in_words(std::string_view key) { return to_qt(key).replace(u'_', u' '); }

/// The text unchanged, for a key that is compared, the name of a file to be opened, what the user edits.
inline QString as_written(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// The name of a file or other text that Qt has already, as to_qt() shows it.
inline QString legible(const QString& text) { return to_qt(text.toStdString()); }

/// A field's label within a sentence: "Power limit" → "power limit", "GPU power cap" as it is.
inline QString in_sentence(const QString& field) { return to_qt(in_sentence(field.toStdString())); }

} // namespace roofrack
