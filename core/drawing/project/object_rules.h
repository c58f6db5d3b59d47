// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/project/object_type.h"
#include "core/drawing/project/value_reader.h"

namespace roofrack {

/// What stands for keys that are not given: of the catalogue's constants.
void begin_object(fields::ObjectRef object, const ReadContext& context);

/// Rules of one object that no single key shows: completes it, or fails. `path` is the object's.
void complete_object(fields::ObjectRef object, ReadContext& context, const std::string& path);

} // namespace roofrack
