// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// What it is that makes the figures of a scenario less sure, or worse, than they look, the gravest first.
/// Prices say nothing of its speed, which counts waiting GPUs and an uneven batch already.
enum class CautionKind {
    announced,         ///< figures of a server that it draws are its maker's word alone
    unconfirmed_rate,  ///< the rate that the plan computes at is announced, remembered or an opinion
    memory,            ///< the band of what the plan needs holds what a GPU has
    shortage,          ///< power or cooling does not carry it after a single failure
    new_liquid,        ///< it is cooled by liquid, and no cooler for that is there already
    held_clocks,       ///< what the place supplies holds its clocks down, which its step counts
    waiting_gpus,      ///< faster kinds of GPU wait for a slower one in every step, which its step counts
    missing_price,     ///< what is bought has none, so that its money is the least that it may come to
    unconfirmed_price, ///< more than half of what is bought has none that is confirmed
    unknown_sales,     ///< what it sells has no price, so that its money is without what that brings
    uneven_batch,      ///< some replicas run a micro-batch more than others, which not every stack can
    done_meanwhile,    ///< what is there already does its run before what is bought is ready
};

struct Caution {
    CautionKind kind = CautionKind::announced;
    std::string text; ///< as it is said, "its BF16 rate is not confirmed"
    std::string rate; ///< whose rate it is of, "BF16"; empty: it is of none
    /// The numbers behind it, "needs 83 GB (74 GB to 93.2 GB) of 85.5 GB"; empty: none are said, as of one
    /// that was read from a file.
    std::string detail{};
    /// By what is said; the numbers tell no cautions apart.
    bool operator==(const Caution& other) const {
        return kind == other.kind && text == other.text && rate == other.rate;
    }
    std::string detailed_text() const; ///< "may not fit in memory: needs 83 GB …"
};

/// What a caution of that kind says.
inline constexpr std::string_view done_meanwhile_words = "its run is done without what is bought";
/// How one of held_clocks begins: "the supply holds the clocks at 89 %".
inline constexpr std::string_view held_clocks_begin = "the supply holds the clocks at ";

std::vector<std::string> caution_texts(std::span<const Caution> cautions);

} // namespace roofrack
