// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace roofrack {

/// A document in UTF-8 without the characters that XML does not allow, not even escaped, and that Qt writes
/// into an SVG as they come: a program that reads XML would refuse the whole picture for one in a name.
QByteArray as_xml(const QByteArray& document);

} // namespace roofrack
