// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/picture_file.h"

#include "core/base/files/atomic_file.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImage>

#include <algorithm>

namespace roofrack {

Result<QByteArray> png_bytes(const QImage& image) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        return fail(
            {}, QCoreApplication::translate("Picture", "the picture cannot be encoded as PNG").toStdString());
    return bytes;
}

Result<void> write_picture(const std::filesystem::path& path, const QByteArray& bytes) {
    return write_file_atomically(path, {bytes.constData(), static_cast<size_t>(bytes.size())});
}

Result<void> write_png(const std::filesystem::path& path, const QImage& image) {
    const auto bytes = png_bytes(image);
    return bytes ? write_picture(path, *bytes) : fail(path.string(), bytes.error().what, bytes.error().fix);
}

QByteArray as_xml(const QByteArray& document) {
    QByteArray out;
    out.reserve(document.size());
    std::ranges::copy_if(document, std::back_inserter(out), [](char c) {
        return static_cast<unsigned char>(c) >= ' ' || c == '\t' || c == '\n' || c == '\r';
    });
    for (const char* no_character : {"\xef\xbf\xbe", "\xef\xbf\xbf"}) out.replace(no_character, "");
    return out;
}

} // namespace roofrack
