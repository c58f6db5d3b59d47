// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace roofrack {

class CollectivesFlow;
class CurvesFlow;
class FileFlow;
class ImportFlow;
class PricesFlow;
class TraceFlow;

/// Who takes the files that are handed over, each those of its kind.
struct FileTakers {
    FileFlow& projects;
    ImportFlow& imports;
    PricesFlow& prices;
    CollectivesFlow& collectives;
    CurvesFlow& curves;
    TraceFlow& traces;
};

/// What a drop or the command line hands over: projects are opened, and what no other takes is read as
/// traces, all of them as one run. `asks`: for the options of files of other programs before they are read.
void open_files(const QStringList& paths, const FileTakers& takers, bool asks = false);

} // namespace roofrack
