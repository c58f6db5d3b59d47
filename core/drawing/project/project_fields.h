// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/drawing/project/object_type.h"

#include <array>

/// The keys of the project file are one table in project_fields.cpp, model_fields.cpp and site_fields.cpp,
/// for reading, writing, the JSON Schema and `--set`: type_of() gives a struct's. Here are the values that
/// its choices have.
namespace roofrack::fields {

template<class T>
class TypeBuilder;

/// The keys of the site, in site_fields.cpp.
void describe(TypeBuilder<LevelConditions>& v);
void describe(TypeBuilder<ListedPrice>& v);
void describe(TypeBuilder<TariffPeriod>& v);
void describe(TypeBuilder<SiteGrid>& v);
void describe(TypeBuilder<SiteMoney>& v);
void describe(TypeBuilder<SiteRoom>& v);
void describe(TypeBuilder<Site>& v);
/// The keys of a model, in model_fields.cpp.
void describe(TypeBuilder<UncertainInput>& v);
void describe(TypeBuilder<ComparisonChoice>& v);
void describe(TypeBuilder<KeptFigure>& v);
void describe(TypeBuilder<KeptConstant>& v);
void describe(TypeBuilder<KeptFigures>& v);
void describe(TypeBuilder<SlideRow>& v);
void describe(TypeBuilder<FrozenSlide>& v);
void describe(TypeBuilder<SlideInput>& v);
void describe(TypeBuilder<Slide>& v);
void describe(TypeBuilder<Deck>& v);
void describe(TypeBuilder<StyleColours>& v);
void describe(TypeBuilder<HouseStyle>& v);

void describe(TypeBuilder<MoeSpec>& v);
void describe(TypeBuilder<LatentAttention>& v);
void describe(TypeBuilder<IndexedAttention>& v);
void describe(TypeBuilder<FullAttention>& v);
void describe(TypeBuilder<RecurrentMixer>& v);
void describe(TypeBuilder<LoraSpec>& v);
void describe(TypeBuilder<EncoderSpec>& v);
void describe(TypeBuilder<TransformerShape>& v);
void describe(TypeBuilder<GenericProfile>& v);
void describe(TypeBuilder<ModelSpec>& v);

inline constexpr std::array element_kinds{ElementKind::site,    ElementKind::room,    ElementKind::row,
                                          ElementKind::pod,     ElementKind::rack,    ElementKind::server,
                                          ElementKind::switch_, ElementKind::storage, ElementKind::feed,
                                          ElementKind::cooling, ElementKind::note};
inline constexpr std::array link_patterns{LinkPattern::each, LinkPattern::rail, LinkPattern::mesh,
                                          LinkPattern::torus};
inline constexpr std::array network_uses{NetworkUse::automatic, NetworkUse::any, NetworkUse::compute,
                                         NetworkUse::storage, NetworkUse::management};
inline constexpr std::array redundancies{Redundancy::none, Redundancy::n_plus_1, Redundancy::two_n};
inline constexpr std::array recurrence_kinds{RecurrenceKind::state_space, RecurrenceKind::delta_rule};
inline constexpr std::array containments{AirContainment::inherited, AirContainment::none,
                                         AirContainment::cold_aisle, AirContainment::hot_aisle};
inline constexpr std::array procurements{Procurement::inherited, Procurement::buy, Procurement::owned,
                                         Procurement::sell};
inline constexpr std::array deployments{Deployment::colocation, Deployment::own_hall,
                                        Deployment::hyperscale_build, Deployment::reserved_cloud,
                                        Deployment::on_demand_cloud};
inline constexpr std::array training_kinds{TrainingKind::pretraining, TrainingKind::fine_tuning,
                                           TrainingKind::dpo, TrainingKind::grpo};
inline constexpr std::array precisions{Precision::fp32, Precision::tf32, Precision::fp16,
                                       Precision::bf16, Precision::fp8,  Precision::nvfp4};
inline constexpr std::array recomputes{Recompute::none, Recompute::selective, Recompute::full};
inline constexpr std::array schedules{Schedule::one_f_one_b, Schedule::interleaved, Schedule::zb_1p,
                                      Schedule::zb_2p};
inline constexpr std::array launch_graphs_kinds{LaunchGraphs::stack, LaunchGraphs::none,
                                                LaunchGraphs::attention, LaunchGraphs::layers};
inline constexpr std::array expert_dispatches{ExpertDispatch::stack, ExpertDispatch::all_to_all,
                                              ExpertDispatch::once};
inline constexpr std::array supply_growths{SupplyGrowth::plant, SupplyGrowth::none, SupplyGrowth::all};
inline constexpr std::array routings{Routing::ecmp, Routing::qp_hash, Routing::adaptive};

inline constexpr std::array collectives{
    Collective::all_reduce, Collective::all_gather, Collective::reduce_scatter, Collective::all_to_all,
    Collective::send_recv,  Collective::broadcast,  Collective::reduce};
inline constexpr std::array network_variants{NetworkVariant::tuned, NetworkVariant::sharp,
                                             NetworkVariant::software_matching, NetworkVariant::tcp};

inline constexpr std::array statuses{Status::confirmed,   Status::derived,   Status::announced,
                                     Status::from_memory, Status::judgement, Status::unknown};

} // namespace roofrack::fields
