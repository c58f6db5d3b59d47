// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/file_name.h"

#include "widgets/fields/text.h"

#include <QRegularExpression>

namespace roofrack {

QString as_file_name(std::string_view name) {
    static const QRegularExpression forbidden(QStringLiteral(R"([\x{00}-\x{1f}<>:"/\\|?*])"));
    QString out = to_qt(name).replace(forbidden, QStringLiteral("-")).trimmed();
    while (out.endsWith(u'.') || out.endsWith(u' ')) out.chop(1); // which Windows takes away
    return out;
}

} // namespace roofrack
