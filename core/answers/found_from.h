// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"

#include <optional>
#include <tuple>
#include <type_traits>

namespace roofrack {

/// A type as an answer: Result<T> of T, and of Result<T>.
template<class T>
struct AsResult {
    using Type = Result<T>;
};
template<class T>
struct AsResult<Result<T>> {
    using Type = Result<T>;
};

/// What `find` makes of the answers that it needs; fails with the reason of the first one that is missing.
/// For .cpp files that define answer_of().
template<class... Needed, class Find>
auto found_from(const Answers& answers, Find&& find) {
    using Out = typename AsResult<std::invoke_result_t<Find, const Needed&...>>::Type;
    const std::tuple<const Result<Needed>*...> known{answers.get<Needed>()...};
    return std::apply(
        [&](const auto*... each) -> Out {
            std::optional<Diagnostic> why;
            const auto ask = [&why](const auto* answer) {
                if (!why && !(answer && *answer)) why = why_missing(answer);
            };
            (ask(each), ...);
            if (why) return tl::unexpected(std::move(*why));
            return find(**each...);
        },
        known);
}

} // namespace roofrack
