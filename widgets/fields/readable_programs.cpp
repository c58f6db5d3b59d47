// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/readable_programs.h"

#include "widgets/fields/text.h"

#include <QCoreApplication>

namespace roofrack {

QString readable_programs(std::initializer_list<FormatTells> tells) {
    //: stands before the last name of a list
    const QString last = QCoreApplication::translate("roofrack::ReadablePrograms", "or");
    return to_qt(programs_that_tell(tells, last.toStdString()));
}

} // namespace roofrack
