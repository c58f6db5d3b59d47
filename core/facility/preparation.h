// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/drawing.h"
#include "core/facility/facility_inputs.h"

#include <functional>

namespace roofrack {

/// A drawn server element, its parts and where its model is.
struct ServerSource {
    int element = -1;
    size_t rack = 0, index = 0; ///< FacilityInputs::racks[rack].servers[index]
    const Part* part = nullptr;
    const Part* accelerator = nullptr;
};

/// A switch or storage that stands in no rack; W of all its instances.
struct Unracked {
    int element = -1;
    double power = 0;
};

/// The container nearest around an element that is `fit`; −1: none is, or none stands around it.
template<class Fit>
int nearest_around(const Drawing& drawing, int element, Fit fit) {
    int at = drawing.parent(element);
    while (at >= 0 && !fit(at)) at = drawing.parent(at);
    return at;
}

/// The drawing while FacilityInputs are made of it.
struct Preparation {
    const Drawing& drawing;
    const Defaults& defaults;
    FacilityInputs& inputs;
    std::vector<int> rack_elements{}; ///< for each rack model: the rack, or the server that stands in none
    std::vector<ServerSource> servers{};
    double altitude = 0;
    std::optional<double> frequency{};            ///< Hz of the site
    std::vector<int> models{};                    ///< for each element: its rack model, or −1
    std::vector<std::vector<int>> racks_inside{}; ///< for each container: the rack models that stand in it
    std::vector<Unracked> unracked{};

    /// This preparation over a copy of the inputs.
    Preparation over(FacilityInputs& copy) const {
        return {drawing,  defaults,  copy,   rack_elements, servers,
                altitude, frequency, models, racks_inside,  unracked};
    }

    /// The rack model that an element stands in; −1 when it stands in none.
    int model_of(int element) const;
    /// Racks that stand in `element`: itself, the rack around it, or all racks inside a container.
    std::vector<int> racks_in(int element) const;
    /// Racks that a feed or cooling element serves: by its links to them; without any, those of the container
    /// it stands in. A feed that feeds other feeds serves racks by links only.
    std::vector<int> racks_served(int element) const;
};

/// What stands in no rack, by what carries it: `carriers_in` says what does inside a container (−1:
/// anywhere). What carries it in the nearest container around it which has such takes it, else all that are
/// drawn.
std::vector<UnrackedLoad>
unracked_loads(const Preparation& preparation,
               const std::function<std::vector<UnrackedLoad::Carrier>(int container)>& carriers_in);

} // namespace roofrack
