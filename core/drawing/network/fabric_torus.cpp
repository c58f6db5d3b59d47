// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/network/fabric_torus.h"

#include "core/base/units/quantity_text.h"
#include "core/drawing/link_name.h"
#include "core/drawing/torus/torus_twist.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

double Torus::outward() const {
    double shortest = 0;
    for (const int dim : dims)
        if (dim > 1 && (shortest <= 0 || dim < shortest)) shortest = dim;
    return shortest > 0 ? 2 * cable / shortest / unit_gpus : 0;
}

Result<Torus> read_torus(const Cluster& cluster, const Containment& containment, const Network& network,
                         const NetworkLink& drawn) {
    const Link& link = cluster.links[static_cast<size_t>(drawn.link)];
    const NetworkNode& server = network.nodes[static_cast<size_t>(drawn.from)];
    double product = link.dims.empty() ? 0 : 1;
    for (const int dim : link.dims) product *= std::max(1, dim);
    for (int container = containment.parent(server.element);;) {
        const double servers = containment.within(server.element, container);
        const bool of_servers = product == servers, of_gpus = product == servers * server.gpus;
        if (of_servers || of_gpus) {
            Torus out;
            out.dims = link.dims;
            out.unit_gpus = of_servers ? server.gpus : 1;
            out.cable = drawn.cable.si() * drawn.span.count;
            out.background = drawn.background;
            out.link = link.id;
            out.twisted = link.twisted ? twistable_axes(link.dims) : 0;
            return out;
        }
        if (container < 0) break;
        container = containment.parent(container);
    }
    return fail(fmt::format("/cluster/links/{}/dims", drawn.link),
                fmt::format("the dims of torus '{}' multiply to {}, but it joins {} servers of {} GPUs",
                            link_name(cluster, link), format_count(std::min(product, 1e300)),
                            format_count(server.instances), format_count(server.gpus)),
                "choose dims whose product is the number of servers or of GPUs");
}

} // namespace roofrack
