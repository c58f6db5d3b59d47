// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/nccl_log_gpus.h"

#include "core/base/files/foreign_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <string_view>

namespace roofrack {

namespace {

/// Letters and digits together, in capitals: "NVIDIA A100-SXM4-80GB" is NVIDIA, A100, SXM4, 80GB.
std::vector<std::string> tokens_of(std::string_view name) {
    std::vector<std::string> out(1);
    for (const char c : name) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'), digit = c >= '0' && c <= '9';
        if (letter || digit)
            out.back() += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        else if (!out.back().empty())
            out.emplace_back();
    }
    if (out.back().empty()) out.pop_back();
    return out;
}

/// The word that names a model: letters, then digits, and no form or memory; "MI300X", "H100", "GAUDI2".
std::string model_of(std::string_view name) {
    for (const std::string& token : tokens_of(name)) {
        const size_t digit = token.find_first_of("0123456789");
        if (digit == 0 || digit == std::string::npos) continue;
        if (token.starts_with("SXM") || token.starts_with("HBM") || token.starts_with("OAM")) continue;
        return token;
    }
    return {};
}

std::string joined(const std::vector<std::string>& names) {
    std::string out;
    for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
    return out;
}

} // namespace

std::vector<std::string> gpus_of_nccl_log(const std::filesystem::path& path) {
    auto file = ForeignFile::open(path);
    if (!file) return {};
    constexpr size_t header = size_t{1} << 20; // some thousands of ranks
    std::string text(header, '\0');
    text.resize(file->read(text.data(), text.size()));
    std::vector<std::string> out;
    std::set<std::string> known;
    for (std::string_view rest = text; !rest.empty();) {
        const size_t end = rest.find('\n');
        std::string_view line = rest.substr(0, end);
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
        // "#  Rank  3 Group  0 Pid  55 on  node01 device  3 [0x9a] NVIDIA H100", behind a launcher's prefix.
        const size_t device = line.find(" device ");
        if (device == std::string_view::npos || line.find("Rank") > device) continue;
        const size_t bus = line.find(']', device);
        if (bus == std::string_view::npos) continue;
        line.remove_prefix(bus + 1);
        const size_t first = line.find_first_not_of(" \t"), last = line.find_last_not_of(" \t\r");
        if (first == std::string_view::npos) continue;
        std::string name(line.substr(first, last - first + 1));
        if (known.insert(name).second) out.push_back(std::move(name));
    }
    return out;
}

std::string other_gpu_warning(const std::vector<std::string>& logged, const std::vector<std::string>& drawn) {
    if (logged.empty() || drawn.empty()) return {};
    std::set<std::string> words;
    for (const std::string& name : drawn)
        for (std::string& token : tokens_of(name)) words.insert(std::move(token));
    bool any = false;
    for (const std::string& name : logged) {
        const std::string model = model_of(name);
        if (model.empty()) return {};
        any = any || words.contains(model);
    }
    if (any) return {};
    return fmt::format("measured on {}, but the drawing has {}: its links are others", joined(logged),
                       joined(drawn));
}

} // namespace roofrack
