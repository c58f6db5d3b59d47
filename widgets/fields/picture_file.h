// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <QByteArray>

#include <filesystem>

class QImage;

namespace roofrack {

/// The bytes of a PNG file. Fails when the image is empty.
Result<QByteArray> png_bytes(const QImage& image);

/// Writes a picture that is whole in memory as all files are written: see write_file_atomically().
Result<void> write_picture(const std::filesystem::path& path, const QByteArray& bytes);
/// Writes an image as PNG in the same way.
Result<void> write_png(const std::filesystem::path& path, const QImage& image);

/// A document in UTF-8 without the characters that XML does not allow, not even escaped, and that Qt writes
/// into an SVG as they come: a program that reads XML would refuse the whole picture for one in a name.
QByteArray as_xml(const QByteArray& document);

} // namespace roofrack
