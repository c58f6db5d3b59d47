// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/other_job.h"

namespace roofrack {

std::string_view name_of(JobPlacement placement) {
    return placement == JobPlacement::packed ? "packed" : "scattered";
}

OtherJob::OtherJob() = default;
ROOFRACK_DEFINE_VALUE(OtherJob)
bool OtherJob::operator==(const OtherJob&) const = default;

} // namespace roofrack
