// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/comm_names.h"

#include <algorithm>

namespace roofrack {

namespace {

char lower_letter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

std::string lowered(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), lower_letter);
    return out;
}

/// End of the earliest word found at or after `from`, else npos.
size_t end_of_first(std::string_view text, const std::vector<std::string>& words, size_t from) {
    size_t first = std::string_view::npos, end = std::string_view::npos;
    for (const std::string& word : words) {
        const size_t at = text.find(word, from);
        if (at < first) {
            first = at;
            end = at + word.size();
        }
    }
    return end;
}

} // namespace

CommNames::CommNames()
    : m_rules{{{"nccl", "rccl", "mscclpp", "nvshmem", "deep_ep"}, {}},
              // PyTorch symmetric memory and the custom all-reduce of vLLM, SGLang and TensorRT-LLM
              {{"multimem", "oneshot", "one_shot", "twoshot", "two_shot", "cross_device"},
               {"reduce", "gather"}}} {}

void CommNames::add(CommNameRule rule) {
    for (auto* words : {&rule.any, &rule.then})
        for (std::string& word : *words) word = lowered(word);
    m_rules.push_back(std::move(rule));
}

bool CommNames::matches(std::string_view kernel_name) const {
    const std::string name = lowered(kernel_name);
    for (const CommNameRule& rule : m_rules) {
        const size_t end = end_of_first(name, rule.any, 0);
        if (end == std::string::npos) continue;
        if (rule.then.empty() || end_of_first(name, rule.then, end) != std::string::npos) return true;
    }
    return false;
}

} // namespace roofrack
