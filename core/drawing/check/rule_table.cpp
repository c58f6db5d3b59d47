// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/check/rule_table.h"

#include <algorithm>
#include <array>

namespace roofrack {

namespace {

using enum Severity;
using enum RuleScope;

constexpr std::array rules{
    // Elements and their containers.
    Rule{"duplicate-id", critical, drawing, "Two elements have one id.", "Rename one of them."},
    Rule{"count-below-one", critical, drawing, "An element is drawn for none.",
         "Set its count to 1 or more, or delete it."},
    Rule{"container-missing", critical, drawing, "An element stands in a container that is not drawn.",
         "Move it into one that exists."},
    Rule{"containment-cycle", critical, drawing, "Containers stand inside each other.",
         "Move one of them out."},
    Rule{"containment-illegal", warning, drawing, "An element stands in what cannot hold it.",
         "Site holds room holds row or pod holds rack holds equipment."},
    Rule{"duplicate-name", info, drawing, "Elements of one kind and container have one name.",
         "Rename all but one."},
    Rule{"no-gpu", critical, drawing, "Nothing that is drawn has a GPU.",
         "Draw a server whose part has GPUs."},
    Rule{"mixed-gpus", info, drawing, "Several kinds of GPU train together.",
         "Give each kind jobs of its own, or give the slower one less of the batch."},
    // Parts.
    Rule{"unknown-part", critical, drawing, "A part is not in the catalogue, or of another kind.",
         "Choose a part from the catalogue, or define it in the project."},
    Rule{"no-part", warning, drawing, "An element is made of nothing.", "Choose its part."},
    Rule{"part-without-figure", warning, drawing, "A part does not say what the prediction needs of it.",
         "Complete the part's figures, or choose another."},
    // Links and cables.
    Rule{"link-to-nothing", critical, drawing, "A link ends at what is not drawn.",
         "Connect it to an element, or delete it."},
    Rule{"link-to-itself", warning, drawing, "A link joins an element to itself and carries nothing.",
         "Choose the pattern mesh or torus, or another end."},
    Rule{"link-illegal", warning, drawing, "A link joins what no cable, feed or pipe joins.",
         "Connect it to another element, or delete it."},
    Rule{"link-loop", warning, drawing, "Feeds or cooling units serve each other in a circle.",
         "Delete one of the links."},
    Rule{"duplicate-link", info, drawing, "Two elements are joined twice in the same way.",
         "Keep one link and raise its count, if they are not meant to be two."},
    Rule{"uneven-links", warning, drawing, "The cables of a link do not spread evenly.",
         "Choose numbers that divide."},
    Rule{"torus-of-switches", warning, drawing, "A torus is made of switches.",
         "Draw a mesh, tiers of switches or a dragonfly instead."},
    Rule{"port-too-slow", warning, drawing, "A link is set faster than a port at its end.",
         "Choose a faster part, or lower the link's bandwidth."},
    Rule{"ports-exceeded", warning, drawing, "A switch or server needs more ports than it has.",
         "Add switches, choose one with more ports, or lower the links' counts."},
    Rule{"cable-too-slow", warning, drawing, "A cable is slower than the ports it joins.",
         "Choose a faster cable."},
    Rule{"cable-too-short", warning, drawing, "A cable is longer than its kind may be.",
         "Choose a cable that reaches, or move the ends together."},
    Rule{"cable-wrong-kind", warning, drawing, "A data cable is set on a power or cooling link.",
         "Take the cable away."},
    Rule{"networks-differ", warning, drawing, "A link joins ports that do not mate.",
         "Choose switches and servers of one network, or delete the link."},
    // The network.
    Rule{"network-unreadable", critical, drawing, "No network can be read from the drawing.",
         "Give the links a bandwidth, or their ends parts with known ports."},
    Rule{"network-split", warning, drawing, "The network falls apart into blocks that nothing joins.",
         "Join the blocks by a higher tier of switches."},
    Rule{"rails-not-joined", info, drawing, "Servers hang on several switches that no other switch joins.",
         "Draw spines, or waive it where rails shall stay apart."},
    Rule{"rails-unequal", warning, drawing, "The rails of a server differ in speed, switch or uplinks.",
         "Make them equal, or say what the other network is for."},
    Rule{"nics-unlinked", warning, drawing, "A server has NICs without a cable.",
         "Cable them to the switch of their rail."},
    Rule{"server-off-network", warning, drawing, "A server with GPUs is on no network.",
         "Link it to a switch."},
    Rule{"server-off-compute", warning, drawing,
         "A server hangs on a network for storage or management alone.", "Link it to the compute network."},
    Rule{"gradients-on-storage", warning, drawing,
         "Training runs over a network that was drawn for storage or management.",
         "Draw a compute network, or set the use of the switches to any where it is meant."},
    Rule{"network-use-mixed", warning, drawing, "Switches of one network say different uses.",
         "Set one use, or take the link between them away."},
    Rule{"storage-network-empty", warning, drawing, "No storage hangs on a network for storage.",
         "Link the storage to it, or change the use of its switches."},
    Rule{"storage-unlinked", info, drawing, "Storage hangs on no drawn network.",
         "Link it to a switch, or waive it where its network is not drawn."},
    Rule{"switch-unlinked", warning, drawing, "A switch has no link.", "Link it, or delete it."},
    Rule{"switch-no-downlink", warning, drawing, "A switch has uplinks and nothing below.",
         "Link servers or switches below it, or delete it."},
    Rule{"switch-no-uplink", warning, drawing, "A switch has no uplink where others of its tier have.",
         "Link it to the tier above."},
    Rule{"switch-ports-unused", info, drawing, "A switch uses less than a tenth of its ports.",
         "Choose a smaller switch, or draw fewer."},
    // Racks, power and cooling.
    Rule{"rack-over-full", warning, drawing, "Equipment does not fit into its rack.",
         "Take a server out, choose a taller rack, or draw more racks."},
    Rule{"rack-over-power", warning, drawing, "A rack holds more power than it or its feeds are made for.",
         "Add a feed, spread the servers, or choose a denser rack."},
    Rule{"rack-no-feed", warning, drawing, "A rack has no feed and no power limit.",
         "Connect a feed, or set its power limit."},
    Rule{"rack-no-spare-feed", info, drawing, "A rack cannot lose one of its feeds.",
         "Add a feed to each rack (N+1)."},
    Rule{"feeds-not-redundant", warning, drawing, "Feeds do not keep the redundancy that they promise.",
         "Add feeds, or promise less."},
    Rule{"rack-no-cooling", warning, drawing, "A rack has no cooling.",
         "Connect a cooling unit to it or to its room."},
    Rule{"rack-cooling-incomplete", warning, drawing,
         "A rack gives off heat into air or liquid that none of its cooling units takes.",
         "Connect a unit for it: a CDU for liquid, a CRAH or a rear door for air."},
    Rule{"cooling-not-redundant", warning, drawing,
         "Cooling units do not keep the redundancy that they promise.", "Add units, or promise less."},
    Rule{"supply-serves-nothing", warning, drawing, "A feed or cooling unit serves nothing.",
         "Connect it to racks, or delete it."},
    Rule{"supply-mismatch", critical, drawing, "A feed does not fit what feeds it: voltage or frequency.",
         "Put a transformer between them, or choose a part of the same voltage and frequency."},
    Rule{"waiver-without-finding", info, drawing, "A waiver waives nothing.", "Remove it."},
    // The plan on the drawing.
    Rule{"plan-degree", critical, plan, "A degree of the plan is out of range.", "Correct it."},
    Rule{"plan-generic", critical, plan, "A model without layers is cut into pieces.",
         "Set tp, pp, cp and ep to 1."},
    Rule{"plan-too-large", critical, plan, "One replica of the model takes more GPUs than there are.",
         "Draw more servers, or lower tp, pp or cp."},
    Rule{"plan-gpus", critical, plan, "The GPUs do not make whole replicas of the model.",
         "Use another number of GPUs, or other degrees."},
    Rule{"plan-dp", critical, plan, "The degrees do not multiply to the number of GPUs.",
         "Set dp to 0: whatever is left."},
    Rule{"plan-batch", critical, plan, "The batch is less than a micro-batch of every replica.",
         "Use a larger global batch, or another micro-batch."},
    Rule{"plan-uneven-batch", warning, plan, "Some replicas run more micro-batches than others.",
         "Use another global batch, or another micro-batch."},
    Rule{"plan-heads", critical, plan, "Tensor parallelism does not divide the attention heads.",
         "Set tp to a divisor of the heads."},
    Rule{"plan-layers", critical, plan, "There are more pipeline stages than layers.", "Lower pp."},
    Rule{"plan-uneven-stages", warning, plan, "Pipeline stages hold different numbers of layers.",
         "Choose stages that divide the layers."},
    Rule{"plan-vpp", warning, plan, "There are virtual stages without a pipeline.", "Set vpp to 1."},
    Rule{"plan-experts", critical, plan, "Expert parallelism does not divide the experts.",
         "Set ep to a divisor of the experts."},
    Rule{"plan-ep", critical, plan, "Expert parallelism does not divide the data-parallel ranks.",
         "Set ep to a divisor of dp · cp."},
    Rule{"plan-shard", critical, plan, "Shard groups do not divide the data-parallel ranks.",
         "Set shard to a divisor of dp · cp."},
    Rule{"plan-tp-across-servers", warning, plan,
         "Tensor parallelism is wider than the scale-up domain and crosses servers.",
         "Lower tp to the scale-up domain, or use pipeline stages between servers."},
    Rule{"memory-exceeded", critical, plan, "The model does not fit into the memory of a GPU.",
         "Shard, recompute or offload more, or use more GPUs."},
    Rule{"no-network", critical, plan, "GPUs that must exchange data have no link between them.",
         "Draw the missing links, or keep the groups inside one server."},
    Rule{"not-evaluable", critical, plan, "The scenario cannot be evaluated.", "Do what the finding says."},
    Rule{"software-unknown", warning, plan, "The plan's software is not known.",
         "Name a family of stacks, or unknown."},
};

} // namespace

std::string_view name_of(RuleScope scope) { return scope == drawing ? "drawing" : "plan"; }

std::span<const Rule> rule_table() { return rules; }

const Rule* find_rule(std::string_view id) {
    const auto* const found = std::ranges::find(rules, id, &Rule::id);
    return found == rules.end() ? nullptr : found;
}

} // namespace roofrack
