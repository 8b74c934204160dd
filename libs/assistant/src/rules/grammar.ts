/**
 * The grammar of kitchens in the notation of notation.ts, from numbers up. Categories in `ROOTS` are the phrases of which
 * a message consists; which of them belong together across commas and other words is decided in meaning/attach.ts.
 */
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

const ROOM = `
item = len>len                             bare=true @0.55
item = between it wall? len>len            hand=centre
item = width len>len                       @0.3
item = along wall len>len
item = on|opening len>len                  @0.6
item = wref comma? len>len                 @0.3
item = wref wall|side_noun comma len>len   @0.2
item = wref|one wall|side_noun len>len
item = wall|side_noun wref len>len
item = wall|length_noun|size_noun on? len>len
item = len>len all wref? wall              @0.1
item = total len>len                       total=true
item = take len>len                        total=true @0.2
item = wall with it len>len
item = wall|kitchen length_noun len>len
item = kitchen on|in? len>len              kitchen=true @0.05
item = len>len in? length_noun
item = len>len wref? wall
item = side wref wall|side_noun? len>len   @0.2
item = side wall/n len>len                 @0.2
item = wref wall|side_noun? side comma? len>len @0.1
item = side len>len                        @0.9
item = wall side len>len                   @0.2
walls = item>>items
walls = size                               !product @0.1
walls = kitchen|size_noun|wall size        !product
walls = corner/na size                     !product shape=corner
walls = room_noun size                     !product room=true
walls = num|both wall|side_noun every len  !each
walls = flank wall|side_noun? every len both? !flanks
walls = len and len                        !two @0.5
shape = corner_kind                        shape=corner @0.1
shape = corner/n                           shape=corner @0.6
shape = corner/gG no                       shape=corner not=true
shape = without corner/gG                  shape=corner not=true
shape = shape kitchen                      @0
shape = kitchen shape                      @0
shape = shape wall                         @0.1
shape = not shape                          not=true
shape = not shape comma? but? shape        !last
ceil = ceiling colon|dash? len>len
ceil = height ceiling len>len
ceil = ceiling height len>len
ceil = height ceiling on? len>len
ceil = len>len ceiling
ends = side length_noun? free              !ends
ends = side and side free|wall             !ends
ends = free side and side                  !ends
ends = free side                           !ends
ends = side free and side free             !ends @0.1
ends = side wall                           !ends @0.3
ends = wall/nN side                        !ends @0.5
ends = both wall along edge                !ends
ends = wall with both side_noun            !ends
ends = with both side_noun wall            !ends
ends = from wall to wall                   !ends
ends = between num? wall/GI                !ends
row = row measure                          !higher @0.05
row = row with thing/I>units
row = tier/NGDAIP thing/NGDAIP             !row
row = thing/NG above                       !row tier=wall @0.1
row = above thing/N                        !row tier=wall @0.1
row = anything above? not? hang no|banned? tier=wall none=true
row = anything hang not want               tier=wall none=true
row = hang anything not want|put?          tier=wall none=true
row = hang anything no|cut                 tier=wall none=true
row = not hang                             tier=wall none=true @0.2
row = thing/NA tier/NA                     !row @0.1
row = tier/NGDIP                           !row @0.3
row = all|rest row
row = thing/NA up_to                       !row tier=wall
row = row all? thing/NG>units              @0.3
row = below|level all thing/NG>units       !units
part = it/gG part                          own=true
part = tier part                           !tier_part
part = height part/g                       measure=height
part = depth part/g                        measure=depth
colour = colour_word
colour = all colour_word                   whole=true
colour = colour_word all                   whole=true
colour = colour_noun of? kitchen colour_word whole=true
colour = shade colour                      @0.05
colour = colour shade                      @0.1
colour = under_look colour_word            @0.05
colour = colour_noun colour_word           whole=true @0.05
colour = in colour_word colour_noun?       @0.05
colour = colour_word colour_noun           @0.05
colour = not colour_word                   not=true @0.1
colour = not colour comma? but? colour     !last
colour = colour comma? but not colour      !first
handles = handle_noun|with handles
handles = handles handle_noun
handles = row>of handles                   @0.1
handles = handles on row>of                @0.1
handles = without handle_noun              handle=none
handles = handle_noun no|nothing           handle=none
handles = handle_noun not want             handle=none
`;

const ACTS = `
correction = no comma? rather              @0.1
correction = no correction                 @0.1
correction = not comma                     @0.3
correction = no comma correction           @0.4
correction = correction comma? no|rather
act = want                                 act=want
act = not want wider?                      act=refuse
act = not verb                             act=refuse @0.5
act = stays old                            act=refuse @0.1
act = stays                                act=want @0.2
act = want not                             act=refuse @0.4
act = not wider want                       act=refuse
act = wider not want                       act=refuse
act = not put|make|add|take                act=refuse
act = not cover                            act=keep
act = not move|remove|wider|replace|swap and? act=keep
act = no put                               act=refuse
act = except                               act=keep leads=true
act = without|nothing|against              act=refuse leads=true
act = no                                   act=refuse @0.1
act = fits comma? put|add                  act=add @0.1
act = cut                                  act=refuse trails=true
act = remove or wider|replace              act=yield
act = wider|replace or remove              act=yield
act = put                                  act=put
act = make                                 act=make
act = add                                  act=add
act = add free? place_noun                 act=add
act = remove                               act=remove
act = keep                                 act=keep
act = move                                 act=move
act = swap                                 act=swap
act = replace                              act=replace
act = split on                             act=split
act = make? wider                          act=resize
act = make? wider on len>by_mm             act=resize
act = on len>by_mm wider                   act=resize
act = raise                                act=raise
act = also                                 act=likewise trails=true @0.05
edit = swap thing>a and|with|on thing>b places_word? edit=swap
edit = thing>a and|with thing>b places_word swap edit=swap
edit = swap places_word thing>a and|with thing>b edit=swap
edit = thing>a and|with thing>b swap places_word? edit=swap
edit = replace thing>old on thing>by       edit=replace
edit = replace mod on thing|mod            !of_fuel edit=replace
edit = replace thing>old on mod|len>property edit=replace
edit = thing>old replace on thing>by       edit=replace
edit = thing>old replace on mod|len>property edit=replace
edit = instead olds>old put|make|want? thing>by edit=replace
olds = thing/gG
olds = thing/gG and thing/gG               !paired
edit = thing>by instead olds>old           edit=replace @0.1
edit = for_account thing/gG>thing          edit=yield
edit = for_its                             edit=yield
edit = spare? len>property give under? thing/aAdD>thing edit=add
edit = give under? len>property thing/aAdD>thing edit=add
edit = make? mirror mirror|reverse?        edit=mirror
edit = make? reverse                       edit=reverse
undo = restore|as_before                   what=last @0.1
undo = restore as_before                   what=last
undo = restore all change_noun?            what=all
undo = restore ordinal variant_noun        !turn
undo = restore? as_before variant_noun     what=last
undo = restore last change_noun            what=last
undo = restore comma? comma? both|num last? change_noun !steps
undo = restore? as_before to thing/gG>before
undo = restore? as_before with thing/iI>aspect
undo = thing/aA>aspect restore as_before?  @0.1
undo = restore as_before? thing/aA>aspect back? @0.1
undo = restore? as_before colour_noun      aspect_part=facade
undo = restore? as_before colour_noun part/g>aspect_of
undo = restore as_before? part>aspect_of
undo = restore as_before? handle_noun      aspect_part=handles
undo = restore as_before? light            aspect_part=lighting
undo = restore colour_noun                 aspect_part=facade
`;

const TALK = `
what = what_many
ask = what_many colour_noun                about=palette
ask = what width                           about=width
ask = what height                          about=height
ask = what depth                           about=depth
ask = what length_noun                     about=length
ask = what gap                             about=gap
ask = how_many piece?                      about=count
ask = how_many between                     about=gap
ask = how_many free|left_over              about=free_space
ask = how_many metre|unit                  about=length
ask = where                                about=place
ask = what stands                          about=neighbour
ask = what                                 about=neighbour @0.3
ask = how_many place_noun left_over?       about=free_space
ask = what? fits                           about=fits
ask = exists                               about=exists
ask = what colour_noun                     about=colour
ask = what palette                         about=palette
ask = what handle_noun                     about=handles
ask = what fuel                            about=fuel
ask = contents                             about=contents
ask = how_many unit? sheets                about=area
ask = how_many hinges                      about=hinges
ask = how_many hinges and hinges           about=hinges
ask = why                                  about=why
ask = why not? fits                        about=why
ask = what? advice                         about=advice
answer = yes                               answer=yes
answer = no                                answer=no @0.15
answer = not want                          answer=no @0.8
answer = not comma                         answer=no @0.5
answer = unsure                            answer=unsure
answer = any                               answer=any
answer = ordinal variant_noun?             !choice @0.2
answer = variant_noun num                  !choice
start_anew = anew
start_anew = all outset
start_anew = outset                        @1
usual = usual_set
usual = appliances usual_kind
context = without? context_word
context = num context_word                 @0.05
context = num num context_word             @0.1
context = colour_noun? not decided         of=other
context = from|of|in|on|to|at|with|along|under context_word @0.02
context = context_word context_word
context = context_word num                 @0.1
context = money_word to|approximate|from? num of=money
context = to? num money_unit               of=money
context = to? num                          !money
context = len                              !large @0.9
context = from|of|in proper                of=address @0.6
context = from|of unknown                  of=address @1.5
context = in unknown                       of=address @2.2
context = it/d num                         of=other @0.2
context = on thing/pP not                  of=other @0.1
context = no_more                          of=other
context = at all colour_word               of=other
context = proper                           of=other @1
context = where no obst/gG                 of=other
context = of obst/gG                       of=other
context = without gap                      of=other
context = address_word stop? unknown|proper? num? of=address
context = digits                           !phone
talk = topic
talk = topic in|to|on unknown|proper
talk = topic in|to|on|of context_word
outside = outside_noun
outside = outside_noun size|len            @0.1
outside = outside_noun len on len          @0.1
`;

export const GRAMMAR = NUMBERS + THINGS + PLACES + ROOM + ACTS + TALK;
