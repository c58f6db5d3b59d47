// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/ownership_words.h"

#include <QCoreApplication>

namespace roofrack::ownership {

namespace {

struct OwnershipWords {
    Q_DECLARE_TR_FUNCTIONS(Ownership)
};

} // namespace

QString label() { return OwnershipWords::tr("Ownership"); }

QString tip() {
    return OwnershipWords::tr("Whether it, and what stands in it, is bought, is there already, or is sold");
}

std::vector<ChoiceEdit::Choice> choices() {
    return {
        {QStringLiteral("inherited"), OwnershipWords::tr("As what it stands in"),
         OwnershipWords::tr("The same as its rack, row or pod; at the top it is bought")},
        {QStringLiteral("buy"), OwnershipWords::tr("To buy"), {}},
        {QStringLiteral("owned"), OwnershipWords::tr("There already"),
         OwnershipWords::tr("Not bought again: its space, energy and operation count, its price does not")},
        {QStringLiteral("sell"), OwnershipWords::tr("To sell"),
         OwnershipWords::tr("It goes: nothing runs on it, and what it brings is taken off the capital")}};
}

QString count_label() { return OwnershipWords::tr("There already"); }

QString count_tip() {
    return OwnershipWords::tr(
        "How many of the count are there already; the rest is bought. 16 drawn and 8 of "
        "them there: 8 owned, 8 new");
}

QString all_there() { return OwnershipWords::tr("all"); }

QString price_label() { return OwnershipWords::tr("Sale price"); }

QString price_tip() { return OwnershipWords::tr("What is paid for one of it, with what stands in it"); }

QString no_price() { return OwnershipWords::tr("not known"); }

} // namespace roofrack::ownership
