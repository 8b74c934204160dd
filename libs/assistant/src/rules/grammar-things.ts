/** Rules of numbers, of things with their properties, and of places, in the notation of notation.ts. */
const NUMBERS = `
num = digits|spoken|length_word
num = num num                              !compound
num = num? thousand                        !thousands
num = digits digits                        !grouped @0.2
num = num with|and half                    !half
num = num point num tenths?                !decimal @0.2
len = num unit?
len = metre
len = metre with half                      !half
len = num unit with half                   !half
len = unit on? num                         approximate=true @0.3
len = num unit and? num unit?              !metres_and
len = metre and? num unit?                 !metres_and
len = num num                              !bare_metres @0.5
len = num num num                          !bare_metres @0.3
len = len without len                      !less
len = approximate len                      approximate=true
len = len approximate                      approximate=true @0.3
num = num comma? but not num               !first
len = not len comma? but? len              !last
len = len comma? but not len               !first
range = len dash len                       !range
range = from len to len                    !range @0.1
range = len or len                         !range @0.3
len = range                                @0.1
size = len>a by len>b
size = len>a by len>b by len>c
size = len>a dash? by len>b
area = num area_unit
area = area_noun kitchen|room_noun? num area_unit|unit?
area = num every? num area_unit
`;

const THINGS = `
thing = noun
thing = tier thing                         !modify @0.15
thing = thing tier                         !modify @0.2
mod = fuel|built|narrow|wide_kind|diagonal|tall_kind|old|all|rest|this|round|double
mod = usual_kind                           usual=true
mod = corner_kind                          corner=true @0.05
mod = not corner_kind                      corner=false
mod = not built|fuel                       !unlike
mod = hand|ordinal                         !which
mod = extreme                              extreme=true @0.2
mod = on? num burners                      !nothing
thing = thing brand                        !branded
thing = brand                              @0.2
thing = thing proper                       !first @0.9
mod = with num? bowls|doors                !nothing
mod = with diagonal doors
mod = with|on fuel                         !property
mod = not mod comma? but? mod              !contrast
mod = mod comma? but not mod               !contrast_back
thing = mod thing                          !modify @0.07
thing = thing mod                          !modify @0.06
thing = thing len|measure                  !sized @0.05
thing = thing every len                    !sized @0.1
thing = thing on len                       !sized @0.5
delta = on len>by_mm
delta = to len>to
thing = thing comma? size                  !sized @0.1
thing = num thing                          !counted @0.05
thing = thing num piece                    !counted @0.1
thing = num tier/gGnN                      !uppers @0.1
thing = thing/G num                        !counted @0.3
thing = thing on thing/aA                  !together @0.05
thing = thing with thing/iI                !together @0.02
thing = thing with thing/iI and thing/iI   !together @0.02
mod = under use/aA                         !nothing
thing = thing under thing/aA               !together @0.02
thing = thing comma? thing                 !filled
thing = thing under thing/aA and thing/aA  !together @0.02
thing = thing instead len|mod              !first @0.05
thing = many thing/gG                      !quantified
thing = all                                concept=it @0.4
thing = old stands                         concept=it @0.4
thing = thing thing                        !apposed @0.3
thing = place_noun keep? under thing/aA    !place_for
mod = in thing/paPA                        !housed @0.1
mod = not|instead usual_kind len           !nothing
mod = not up_to                            low=true
mod = with pane                            glazed=true
mod = in row/pa                            !nothing @0.1
mod = spare|hinders                        spare=true
mod = what hinders                         spare=true
mod = where|how_many|what fits|any         !nothing @0.1
mod = where|how_many decided|want          !nothing @0.1
mod = eye_level                            tall=true
thing = not thing comma? but? thing        !last
thing = thing comma? but not thing         !first
whole = all built
whole = all on? fuel
whole = built all|appliances
whole = all? appliances built
bundle = num piece every? len              !bundle
bundle = every len num piece               !bundle
bundle = num every len                     !bundle @0.3
bundle = every len                         !bundle @0.4
measure = width obst|it/g? len>len         measure=width
measure = len>len in? width                measure=width
measure = height obst|it/g? len>len        measure=height
measure = len>len in? height               measure=height
measure = bottom? on height len>len        measure=bottom
measure = depth obst|it/g? len>len         measure=depth
measure = len>len in? depth                measure=depth
measure = depth on len>len                 measure=depth
measure = bottom obst/g? on? len>len       measure=bottom
measure = sill on? height? len>len         measure=bottom
measure = sill raise comma? want? len>len  measure=bottom
measure = opening len>len                  measure=width
measure = height sill len>len              measure=bottom
measure = to floor                         measure=bottom mm=0
measure = from floor to sill len>len       measure=bottom
measure = measure from floor
measure = from floor len>len               measure=bottom
measure = on? len>len from floor           measure=bottom
measure = top obst/g? on? len>len          measure=top
obst = between obst/i and hand? corner/i len>cornerGap
obst = between hand? corner/i and obst/i len>cornerGap
obst = from hand? corner/g to obst/g len>cornerGap
obst = tier obst
obst = obst tier
extent = from len>from to len>to
`;

const PLACES = `
ref = thing|obst|it
spot = side                                at=side
spot = side wall/g                         at=side @0.05
spot = on|along|in this? wall              at=none @0.1
spot = on it/p                             at=none @0.4
spot = at wall/g side                      at=side
spot = at wall/g                           at=none @0.2
spot = under|over|on part                  at=none @0.1
spot = in|at shape corner/pad              at=corner
spot = in hand edge|end                    at=side end=true
spot = to_side                             at=side toward=true
spot = with|from|in|on|along hand side_noun at=side
spot = hand/gp side_noun/gp                at=side @0.3
spot = with|from|on|at hand edge           at=side end=true
spot = with|from|on|at edge hand?          at=side hand=any end=true
spot = with|from|on|at edge side|to_side   at=side end=true
spot = side|to_side with edge              at=side end=true
spot = extreme                             at=side hand=any end=true @0.2
spot = extreme side                        at=side end=true
spot = side extreme                        at=side end=true @0.1
spot = in end                              at=end
spot = last                                at=end @0.4
spot = in it end                           at=end its=true
spot = in end side|to_side                 at=side end=true
spot = side|to_side in end                 at=side end=true
spot = in start                            at=start
spot = side|to_side from ref/gG>of         at=beside
spot = side|to_side from ref/gG>of on|in len>gap at=beside
spot = to hand? corner|wall|edge/g len>len at=offset
spot = from ref/gG>of side|to_side         at=beside
spot = side ref/gG>of                      at=beside @0.7
spot = to_side ref/gG>of                   at=beside @0.1
then = then to_side
spot = near with|at|from|to ref>of         at=beside
spot = near ref/gG>of                      at=beside
spot = near|close                          at=beside
spot = near with? wall|corner              at=corner @0.3
spot = close                               close=true at=beside @0.1
spot = close at|to|with? ref>of            close=true at=beside
spot = close at wall/gd                    at=side hand=any end=true @0.1
spot = close at wall/gd side               at=side end=true closed=true @0.1
spot = on place_noun                       at=instead @0.3
spot = on|in len>gap over ref/iaIA>of      at=over
spot = len>gap over ref/iaIA>of            at=over @0.3
spot = len>gap to ref/gG>of                at=apart @0.1
spot = close at|to corner                  at=corner close=true
spot = at ref/gdGD>of                      at=beside
spot = after|before ref/giGI>of            at=next
spot = under ref/iaIA>of                   at=under
spot = over ref/iaIA>of                    at=over
spot = between ref/iI>a and ref/iI>b       at=between
spot = between ref/I>a                     at=between @0.3
spot = between it                          at=between
spot = opposite                            at=opposite @0.2
spot = on it|thing/g>of place_noun         at=instead
spot = opposite ref/gdGD>of                at=opposite
spot = on|along|with other_wall side_noun from? ref/gG>of at=opposite
spot = instead ref/gG>of                   at=instead
spot = far from ref/gG>of                  at=apart
spot = on|in? len>gap from ref/gG>of       at=apart
spot = under corner/i                      at=corner @0.3
spot = in|at|to hand? corner/pad           at=corner
spot = hand? corner/p                      at=corner @0.6
spot = hand corner/n                       at=corner @0.4
spot = in thing/paPAdD                     !in_corner
spot = in|on? len>len from hand? corner|wall|edge/g at=offset
spot = from hand? corner|wall|edge/g to it|opening len>len at=offset
spot = from hand? edge wall/g len>len      at=offset
spot = from hand? corner|wall|edge/g through? len>len at=offset
spot = from hand? corner|edge/g on? len>len side? at=offset @0.1
spot = starts from? len>len side?          at=offset
spot = starts len>len from? side           at=offset
spot = from? len>len side                  !from_side @0.5
spot = on len>len to_side                  at=shift
spot = to_side on? len>len                 at=shift
wref = long|short|hand|ordinal|other_wall|middle_side
place = spot>>places wall_of>>places?
place = place place                        !narrow @0.15
place = not place comma? but? place        !last
place = place comma? but not place         !first
wall_also = wref/dpDP wall|side_noun?      !on_wall @0.1
place = place and wall_also>>places
place = only place                         only=true @0.2
place = starts place                       @0.05
wall_of = wref/g wall|side_noun?           !on_wall
spot = with|from wref/g wall|side_noun     !on_wall
spot = on|along|at|in|to wref wall|side_noun? !on_wall
spot = on wall|side_noun len>length        at=wall
spot = on|along wref len>length            at=wall @0.3
spot = on|along both|num wall|side_noun    at=walls
spot = on|along all wall                   at=walls
exception = except place_noun? place
exception = not place                      @0.1
exception = except thing/gG>thing
away = in|on|along elsewhere/pad
level = below                              level=base
level = above                              level=wall
level = on|in tier/p thing/P?              !level
away = elsewhere_phrase
away = on thing/pP stands?                 aside=true @0.1
`;

export const THINGS_AND_PLACES = NUMBERS + THINGS + PLACES;
