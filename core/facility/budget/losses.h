// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/budget/sharing.h"

namespace roofrack {

/// What a loss leaves fullest: load ÷ what is left, infinite where nothing is.
struct FullestAfterLoss {
    double share = 0;
    int rack = -1;    ///< index in PowerState::racks; −1: no rack
    int element = -1; ///< the element that carries switches and storage in no rack beyond its capacity; −1:
                      ///< it is a rack
};

/// What a loss leaves to a rack.
struct RackShare {
    int rack = 0;     ///< index in PowerState::racks
    double share = 0; ///< load ÷ capacity, with the equipment in no rack that takes of it first
    double left = 0;  ///< share of its demand that it may still have; 1 and more: all
};

/// What is left when one instance of one of the elements that share racks is lost. A feed hangs on its racks:
/// they lose it whole. CoolingUnits share a room or a loop: all lose a part, and the others take what stands
/// in no rack. Racks are alike that ask the same of the same elements: each loss leaves them the same, which
/// is found once for all of them. `sharing` must outlive it.
class Losses {
public:
    explicit Losses(const Sharing& sharing);

    /// Load over surviving capacity of the worst rack.
    FullestAfterLoss worst_without_one(size_t element) const;
    /// The same of the element's own racks alone, where none of what stands in no rack moves to others: load
    /// over what then is left for what it carries now. 0: it carries no rack.
    double own_share_without_one(size_t element) const;
    /// Every rack that then has less, in their order.
    std::vector<RackShare> racks_without_one(size_t element) const;
    /// The same, only the first rack of those that are alike.
    std::vector<RackShare> first_racks_without_one(size_t element) const;
    /// The racks that are like it, itself among them, in their order.
    const std::vector<int>& racks_like(int rack) const {
        return m_kinds[static_cast<size_t>(m_kind[static_cast<size_t>(rack)])];
    }

private:
    using Offer = Sharing::Offer;
    /// What an element then carries of equipment in no rack.
    struct Beside {
        size_t element = 0;
        double watts = 0;
    };
    /// Only the elements of the room for which it changes, in their order.
    std::vector<Beside> unracked_without_one(size_t element) const;
    /// Calls `visit` with each of first_racks_without_one(), where they carry `beside` of equipment in no
    /// rack.
    template<class Visit>
    void each_without_one(size_t element, const std::vector<Beside>& beside, Visit visit) const;

    const Sharing& m_sharing;
    std::vector<int> m_kind;                 ///< kind of each rack
    std::vector<std::vector<int>> m_kinds;   ///< racks of each kind; kinds in the order of their first racks
    std::vector<Offer> m_offer;              ///< what one rack of each kind is offered
    std::vector<std::vector<int>> m_carried; ///< kinds of each element, as often as it carries a rack
};

} // namespace roofrack
