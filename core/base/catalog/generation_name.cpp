// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/generation_name.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace roofrack {

namespace {

constexpr std::pair<std::string_view, std::string_view> generation_names[] = {
    {"ada", "Ada"},
    {"ampere", "Ampere"},
    {"ampere-ga102", "Ampere GA102"},
    {"ascend-910b", "Ascend 910B"},
    {"ascend-910c", "Ascend 910C"},
    {"ascend-950", "Ascend 950"},
    {"blackwell", "Blackwell"},
    {"blackwell-gb10", "Blackwell GB10"},
    {"blackwell-gb202", "Blackwell GB202"},
    {"blackwell-ultra", "Blackwell Ultra"},
    {"cdna2", "CDNA2"},
    {"cdna3", "CDNA3"},
    {"cdna4", "CDNA4"},
    {"cdna5", "CDNA5"},
    {"gaudi2", "Gaudi2"},
    {"gaudi3", "Gaudi3"},
    {"hopper", "Hopper"},
    {"maia", "Maia"},
    {"rubin", "Rubin"},
    {"tpu-7x", "TPU 7x"},
    {"tpu-8i", "TPU 8i"},
    {"tpu-8t", "TPU 8t"},
    {"tpu-v4", "TPU v4"},
    {"tpu-v5e", "TPU v5e"},
    {"tpu-v5p", "TPU v5p"},
    {"tpu-v6e", "TPU v6e"},
    {"trainium1", "Trainium1"},
    {"trainium2", "Trainium2"},
    {"trainium3", "Trainium3"},
    {"volta", "Volta"},
};

} // namespace

std::string generation_name(std::string_view architecture) {
    const auto* const found = std::ranges::find(generation_names, architecture,
                                                &std::pair<std::string_view, std::string_view>::first);
    return std::string(found == std::end(generation_names) ? architecture : found->second);
}

} // namespace roofrack
