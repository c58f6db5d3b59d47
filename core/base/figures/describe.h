// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace roofrack::figures {

/// Takes the rows of a struct (builder.h). A study's header declares beside its struct
///
///     void describe(figures::Builder<RunCost>& figures);
///
/// and its source defines it: one row per figure, in the order of the JSON.
template<class T>
class Builder;

} // namespace roofrack::figures
