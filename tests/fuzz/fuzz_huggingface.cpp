// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/interchange/huggingface.h"
#include "tests/fuzz/fuzz.h"

using namespace roofrack;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    (void)read_huggingface_model({"config.json", std::string(fuzz::text_of(data, size))});
    return 0;
}
