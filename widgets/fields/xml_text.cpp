// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/xml_text.h"

#include <algorithm>

namespace roofrack {

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
