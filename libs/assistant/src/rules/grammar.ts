import { SECOND_THOUGHTS } from './second-thoughts.js';

/**
 * The grammar of kitchens in the notation of notation.ts, from numbers up. Which of its phrases belong
 * together across commas and other words is decided in meaning/tree/attach.ts.
 */
const NUMBERS = `
num = digits|spoken|length_word
num !compound = num num
num !thousands = num? thousand
num !grouped @0.2 = digits digits
num !half = num with|and half
num !decimal @0.2 = num point num tenths?
len = num unit? ; metre
len !half = metre with half ; num unit with half
len approximate=true @0.3 = unit on? num ; len approximate
len !metres_and = num unit and? num unit? ; metre and? num unit?
len !bare_metres @0.5 = num num
len !bare_metres @0.1 = spoken spoken ; unit spoken spoken
len !bare_metres @0.3 = num num num
len !less = len colon|dash? without|minus len ; len comma? but without|minus len
len !less @0.1 = without|minus len len ; len comma? minus obst/g len
shortage !less @0.1 = len few to len ; few len to len ; to len few len
len !last = shortage ; len comma|colon|dash shortage
len approximate=true = approximate len
len @0.4 = len enough
len !same @-0.2 = num dash? len ; len dash? num
num !first = num comma? but? other_num
other_num = not on? num
other_len = not on? len
len !amended = other_len comma? but? on? len
len !first = len comma? but? other_len ; len instead len
range !range = len dash len
range !range @0.1 = from len to len
range !range @0.8 = len or len
len @0.1 = range
size !sides = len by len ; len by len by len ; len dash? by len ; len dash len dash len ; len then len then len
context of=other = num wall|side_noun/gGNA colon|dash ; num area_unit ; area_noun kitchen|room_noun? num area_unit|unit? ; num every? num area_unit ; colour_noun? not decided ; no_more ; at all colour_word ; where no obst/gG ; where obst/gG no ; of obst/gG ; at obst/g want? hinders ; without gap ; appliances all? away ; all appliances away ; without appliances ; num percent|degree
`;

const THINGS = `
thing = noun
thing !modify @0.15 = tier thing
thing !modify @0.2 = thing tier
mod diagonal=true !nothing @-0.5 = under corner/i num degree
mod = fuel|built|narrow|wide_kind|diagonal|tall_kind|old|all|rest|this|round|double ; with diagonal doors
mod usual=true = usual_kind
mod corner=true @0.05 = corner_kind
mod corner=false = not corner_kind
mod builtIn=true @0.1 = build_in
mod builtIn=false unbuilt=true @-0.1 = not want? build_in ; build_in not want?
mod !unlike = not built|fuel|narrow
mod !which = hand|ordinal|utmost
mod extreme=true @0.2 = extreme
mod !nothing = any_kind ; on? length_word bowls ; on? num burners ; at filler? num burners ; with num? any_kind? bowls|doors ; under use/aA ; not|instead usual_kind len ; instead usual_kind
thing !branded = thing brand
thing @0.2 = brand
thing !first @0.9 = thing proper
mod !property = with|on|top|above|below fuel
mod supply=true = fuel in home ; in home fuel
mod !own_oven = thing/nN in it mod? ; thing/nN mod in it
mod !contrast = not mod comma? but? mod
mod !first = fuel comma? but? not fuel ; built comma? but? not built
thing !modify @0.07 = mod thing
thing !modify @0.06 = thing mod
thing !sized @0.05 = thing len|measure
thing !sized @0.1 = thing every len ; thing comma? size
thing !sized @0.5 = thing on len
thing !sized = thing_at/naNA comma? make len ; thing comma relative len
thing !sized @0.2 = thing cross len ; letter len ; thing shape len ; thing for_its len
delta = on len>by_mm ; to len>to
thing !counted @0.05 = num thing
thing !counted @0.1 = thing num piece
thing !uppers @0.1 = num tier/gGnN
thing !counted @0.3 = thing/G num
thing !together @0.05 = thing on thing/aA
thing !together @0.02 = thing with thing/iI ; thing with thing/iI and thing/iI ; thing under thing/aA ; thing under thing/aA and thing/aA
thing !drawered @-0.2 = thing only? in one? thing/p ; thing only? in one? thing/p comma on what? len
thing !cohoused = thing and thing built? in one? thing/p
thing settled=true !last @-0.9 = agreed on thing/p ; against comma? agreed on thing/p
mod @-1.4 = agreed on mod/p mod/p? ; agreed after_all mod/naNA mod/naNA?
shape @-1.4 = agreed on shape/p ; agreed after_all shape
thing builtIn=false @-0.4 = agreed want|keep ours thing/aA
old = ours
mod builtIn=false @-1.4 = agreed want|keep|put? ours
thing !quantified = many thing/gG ; without thing/gG context_word|unknown? nohow
thing !stacked @0.02 = thing over thing/iI ; thing comma? and? above thing
thing !filled = thing comma|dash? thing
thing !last @-0.2 = about thing/gGdD
thing !first @0.05 = thing instead len|mod
thing concept=it @0.4 = all ; old stands ; it/gG
thing concept=it @-0.2 = place_noun keep? under it/aA
thing concept=it all=true @0.3 = all? appliances stays|keep ; keep all? appliances
thing !apposed @0.3 = thing thing
thing concept=drawers refused=true @-0.2 = only with? doors ; all with|on|want doors ; doors only
thing concept=base @0.3 = usual_kind with? doors
thing !refused @0.2 = anything thing/g
thing !refused @0.8 = not thing/nNaA
thing !by_self @-0.6 = fixes thing/aA self? ; thing/aA context_word? fixes self? ; thing/aA context_word? self fixes ; fixed thing/aA self ; thing/aA context_word? fixed self ; thing/aA context_word? self fixed ; thing/N own ; own thing/N
thing !refused @-0.6 = with thing/iI changed_mind ; changed_mind with thing/iI ; thing/gG must_not
thing !place_for = place_noun keep? under thing/aA
thing !place_for @0.2 = recess thing/gG
mod !housed @0.1 = in thing/paPA
mod unfit=true = unfit ; for it/g place_noun no ; place_noun for it/g no
mod low=true = not up_to
mod glazed=true = with pane ; glass_kind
mod !nothing @0.1 = other_wall ; in row/pa ; where|how_many|what fits|any ; where|how_many decided|want
mod spare=true = spare|hinders ; what hinders
mod tall=true = eye_level
whole = all built ; all on? fuel ; built all|appliances ; all? appliances built
bundle !bundle = num piece every? len
bundle !bundle @0.3 = num every len
bundle !bundle @0.4 = every len
measure measure=width = width obst|it/g? len>len ; len>len in? width ; opening len>len
measure measure=height = height obst|it/g? len>len ; len>len in? height
measure measure=bottom = bottom? on height len>len ; bottom obst/g? on? len>len ; sill on? height? len>len ; sill raise comma? want? len>len ; sill tall_kind|low_kind comma|dash? len>len ; tall_kind|low_kind sill comma|dash? len>len ; from floor to sill len>len ; from floor len>len ; on? len>len from floor ; below? to floor len>len
measure measure=along = len>len along wall
measure measure=depth = depth obst|it/g? len>len ; len>len in? depth ; depth on len>len
measure measure=bottom mm=0 = to floor
measure = measure from floor
measure measure=top = top obst/g? on? len>len
obst !first @0.05 = obst with obst/iI
obst = between obst/i and hand? corner/i room_noun? len>cornerGap ; between hand? corner/i and obst/i len>cornerGap ; hand corner/naNA comma? from it/g to obst/g len>cornerGap ; from hand? corner/g to obst/g len>cornerGap ; obst tier ; side from obst/g left_over|stays? len>cornerGap wall/g ; side from obst/g wall|free? left_over|stays len>cornerGap
obst @-0.1 = obst in|on elsewhere/a
obst gone=true @-0.1 = obst elsewhere_phrase
extent = from len>from to len>to
`;

const PLACES = `
ref = thing|obst|it
spot at=side = side ; at wall/g side ; with|from|in|on|along hand side_noun
spot at=side @0.05 = side wall/g
spot at=none @0.1 = on shape stretch ; in|on kitchen/ap ; on|along|in this? wall ; under|over|on part
spot at=corner = in|at shape corner/pad ; in|at|to hand? corner/pad ; at hand? corner/g
spot !outermost = ordinal side ; last side
spot at=side end=true = utmost edge ; on|in other_wall edge|end comma? to_side ; in hand edge|end ; with|from|on|at hand edge|end ; with|from|on|at edge side|to_side ; in|on extreme? hand position ; in|on hand extreme position ; side|to_side with edge ; in end side|to_side ; side|to_side in end
spot at=side end=true agrees=true = extreme side
spot at=side toward=true = to_side
spot at=side end=true @0.1 = side extreme ; hand edge/n
spot at=end = in|on end ; as_outermost ; with|from|at|in|on far_side from corner/g edge|end ; in|on|at|with far_side edge|end
spot at=end @0.4 = last
spot at=end @0.2 = far_side edge|end
spot at=side end=true hand=any other=true @-0.1 = in|on other_wall edge|end
spot at=end its=true = in it end
spot at=start = in start
spot at=beside = side|to_side from ref/gG>of ; side|to_side from ref/gG>of on|in len>gap ; near|by_side with|at|from|to ref>of ; by_side ref/gG>of ; near|close|by_side ; at ref/gdGD>of
spot at=offset = between it/i and hand? corner/i room_noun? len>len ; to hand? corner|wall|edge/g len>len ; in|on? len>len from hand? corner|wall|edge/g ; from hand? corner|wall|edge/g to it|opening len>len ; from hand? edge wall/g len>len ; from hand? corner|wall|edge/g in|through? len>len ; starts from? len>len side?
spot at=beside @0.7 = side ref/gG>of
spot at=beside @0.1 = to_side ref/gG>of
then = then to_side
direction !from_hand = from hand edge|corner|wall|side_noun? at|to hand edge|corner|wall|side_noun? ; begins side ; begins from|with|at hand edge|side_noun|corner|wall ; side begins
direction !heading = from obst/gG to_side
spot at=beside close=true = side? close at|to|with? ref>of ; close side at|to|with ref>of
spot at=side closed=true end=true @0.1 = close at wall/gd side
spot at=side end=true hand=any both=true @0.1 = along edge|side_noun ; with|along both side_noun|edge|end ; along both? end
spot at=side end=true hand=any = close|near at|from flank wall/gd ; with|from|on|at edge hand?
spot at=instead @0.3 = on place_noun ; on freed place_noun
spot at=over @1.2 = above ref/gG>of
spot at=over = on|in len>gap over ref/iaIA>of ; over ref/iaIA>of
spot at=apart @0.1 = len>gap to ref/gG>of
spot at=corner close=true = close at|to corner
spot at=corner @-0.4 = flush hand? corner|wall
spot at=next = after|before ref/giGI>of
spot at=under = under ref/iaIA>of
spot at=between = between ref/iI>a and ref/iI>b ; between thing_at/iI>a and ref/iI>b ; between ref/iI>a and thing_at/iI>b ; between it
thing_at !modify = thing/iInaNA hand_of
hand_of !which = side
spot at=opposite @0.2 = opposite
spot at=instead = on it|thing/g>of place_noun ; on place_noun thing/gG>of ; instead ref/gG>of
spot at=opposite = opposite ref/gdGD>of ; against obst/gG>of ; on|along|with other_wall side_noun from? ref/gG>of
spot at=apart @-0.2 = not close at|to|with? ref>of colon|dash|comma between it correction? len>gap part/g?
spot at=apart = not at|near|by_side|close at|to|with|from? ref>of ; far|separately from ref/gG>of ; on|in? len>gap from ref/gG>of
spot at=corner @0.6 = hand? corner/p
spot at=corner @0.4 = hand|straight_on corner/n ; under corner/i
spot !in_corner = in thing/paPAdD
spot !from_side @0.5 = from? len>len side
spot at=shift = on len>len to_side ; to_side on? len>len
wref = long|short|hand|ordinal|other_wall|middle_side
place = spot>>places wall_of>>places? ; place and wall_also>>places
place @0.1 = spot>>places comma? utter>>places
utter at=side end=true hand=any = edge/n
place !narrow @0.15 = place place
place !closing @0.05 = closes_row wref wall|side_noun? ; wref wall|side_noun? closes_row ; closes_row length_noun ; length_noun closes_row ; wref wall|side_noun? begins with
place !last = not place comma? but? place
place !first = place comma? but? not place
wall_also !on_wall @0.1 = wref/dpDP wall|side_noun?
place only=true @0.2 = only place
place @-0.3 = agreed colon|dash place
place @0.05 = starts place
spot !on_wall @0.05 = in middle_side wall|side_noun?
spot !on_wall @0.2 = wref/n wall|side_noun? colon ; dash wref/n wall|side_noun?
spot !on_wall @0.5 = wref/n wall|side_noun
wall_of !on_wall = wref/g wall|side_noun?
spot !on_wall = with|from wref/g wall|side_noun ; on|along|at|to wref wall|side_noun? ; in long|short|hand|ordinal wall|side_noun? ; in other_wall wall|side_noun
spot !on_wall @-0.5 = on|along wall? wall_letter
spot at=wall = on wall|side_noun len>length ; on this? wall|side_noun? comma? where|relative len>length
spot at=wall @0.3 = where len>length
spot at=walls = on|along both|num wall|side_noun/gdapGDAP ; on|along all wall
exception = except place_noun? place ; except thing/gG>thing
exception @0.1 = not place
exception @0.05 = on it|obst/aApP not put
away = in|on|along elsewhere/pad ; elsewhere_phrase
level level=base = below
level level=wall = above
level !tall_level @0.1 = on thing/P
level !levels = level and level
away aside=true @0.1 = on thing|sill/pP stands? ; stands on thing|sill/pP
`;

const ROOM = `
item bare=true @0.55 = len>len
item hand=centre = between it wall? len>len
item @0.3 = straight_on len>len ; width len>len ; wref comma? len>len ; direction colon|dash? len>len
item = along wall len>len ; wref|one wall|side_noun len>len ; wall|side_noun wref len>len ; wall direction colon|dash? len>len ; wall|length_noun|size_noun on? len>len ; wall with it len>len ; wall with obst/iI unknown? len>len ; wall|kitchen length_noun len>len ; len>len in? length_noun ; len>len wref? wall ; on? wall in len>len ; wall wref>named comma len>len ; wref wall|side_noun? comma? len>len side ; wref wall|side_noun? side comma|dash? len>len
item on=true @0.6 = on len>len
item @0.1 = side? wall/nN wall_letter colon|dash? len>len ; len>len dash wref wall? ; len>len along wall ; len>len all wref? wall ; wref wall|side_noun? side comma? len>len ; len>len altogether ; altogether len>len ; all wall len>len ; len>len all|one wall
item @0.2 = wref wall|side_noun comma len>len ; side wref wall|side_noun? len>len ; side wall/n len>len ; wall side len>len ; side len>len this? wref wall|side_noun?
item total=true = total len>len
item total=true @-0.2 = measured measured? colon|dash|comma? len>len
item total=true @0.2 = take len>len ; take wider comma? len>len
item kitchen=true @0.05 = kitchen on|in? len>len
item @0.9 = side len>len
change more=true = long_thing on len>len wider ; long_thing wider on len>len ; wider long_thing on len>len ; make long_thing on len>len wider
long_thing = wref wall|side_noun ; wall|length_noun|kitchen
walls differs=true = change>>items
walls = item>>items
walls !product @0.1 = size
walls !straight @0.05 = shape on|in? num
walls !product = kitchen|size_noun|wall size
walls shape=corner !product = corner/na size
walls room=true !product = room_noun size
walls !each = num|both wall|side_noun every len
walls !flanks = flank wall|side_noun? every|colon? len both?
walls !two @0.5 = len and len
flank_wall = side wall/n? len>len
walls latest=true @-0.4 = want|take|make by_measure ; by_measure want|take|make
walls @0.3 = flank_wall>>items comma|and? flank_wall>>items
shape shape=corner @0.1 = corner_kind ; between it corner/n ; corner/n between it
shape shape=corner @0.6 = corner/n
shape not=true shape=corner = corner/gG no ; without|nothing corner/gG ; what_for corner/n
shape @0.05 = usual_kind comma? shape ; shape comma? usual_kind ; shape kitchen|wall ; kitchen shape
shape not=true = not shape
shape !last = not shape comma? but? shape
ceil toCeiling=true = to|under ceiling comma|colon|dash? len>len
ceil = ceiling colon|dash? len>len ; height ceiling len>len ; ceiling height len>len ; height ceiling on? len>len ; len>len ceiling
ends !ends = side length_noun? free ; side and side free|wall ; free side and side ; free side ; both wall along edge ; wall with both side_noun ; with both side_noun wall ; between num? wall/GI
ends !ends @-0.3 = kitchen stands? in recess/pP ; in recess/pP kitchen ; kitchen? from wall to wall
ends !ends @0.4 = side wall ; wall/nN side
row !higher @0.05 = row measure ; wider? height row/gG colon|dash|to|on? len
row only=true = only|one|just row
row = row with thing/I>units ; all|rest row ; without row context_word|unknown? nohow
row !row = tier/NGDAIP thing/NGDAIP
row !all_doors @-0.3 = all? rest level? tier? thing/N? with? doors doors? ; all? rest row with? doors doors?
row !all_drawers @-0.2 = only thing/N
row tier=wall !row @0.1 = thing/NG above ; above thing/N
row none=true tier=wall = above anything not hang|put|want ; anything above? not? hang no|banned? ; hang anything not want|put? ; hang anything no|cut
row none=true tier=wall @0.3 = above anything|nothing ; anything|nothing above
row none=true tier=wall @0.2 = not hang ; above free ; tier/g nothing|anything ; row free without row|thing/G
row !row @0.1 = thing/NA tier/NA
row !row @0.3 = tier/NGDIP
row tier=wall !row = thing/NA up_to
row @0.3 = row all? thing/NG>units
row !units = below|level all|only thing/NG>units ; only thing/NG>units below ; below|level nothing|without doors comma? only thing/NG>units ; below|level only thing/NG>units comma? nothing|without doors
part own=true = it/gG part
part !tier_part = tier part
part !cabinets @0.1 = thing/N
part measure=height = height part/g
colour = colour_word
colour whole=true = all colour_word ; colour_word all ; colour_noun of? kitchen colour_word
colour @0.05 = shade colour ; under_look colour_word ; in colour_word colour_noun? ; colour_word colour_noun ; colour shade
colour whole=true @0.05 = colour_noun colour_word
colour = tone on? colour_noun? ; on colour_noun tone
colour whole=true = colour_noun tone
colour not=true @0.1 = not colour_word
colour !last = not colour comma? but? colour
handles = handle_noun|with handles ; handles handle_noun
handles @0.05 = handle_noun colon|dash? level handles ; row>of handles ; handles on row>of
handles handle=none = without|nothing handle_noun ; handle_noun no|nothing
handles handle=none @0.6 = on row>of nothing
handle_noun = handle_noun on row>of
handle_noun !first = handle_noun on part/pP
`;

const ACTS = `
act act=want = want
act act=refuse = not want wider? ; wider not want ; not make|add|take
act act=refuse placing=true leading=gGaA = not put
act act=refuse leading=gGaA @-0.4 = not put as_is
act act=refuse @0.5 = not verb
act act=refuse governs=gGnN leading=gG @0.1 = no
act act=refuse follows=true governs=gG = none
act act=want @0.3 = stays ; take ; and? enough
act act=want governs=gG leading=gG @-0.4 = enough
act act=want revives=true @0.3 = correction comma? verb|take ; but will
act act=want revives=true @-0.3 = correction comma? let
act act=want revives=true = after_all put|want|make|add|verb ; put|want after_all
act act=keep = remove|move|replace|swap|cover it/aA? banned ; remove|move|replace|swap it/aA? not want|verb ; banned remove|move|replace|swap ; not cover ; not move|remove|wider|replace|swap and? ; keep
act act=keep asIs=true @0.1 = keep comma? as_is ; may stays|stands? comma? as_is
act act=keep leads=true = except
act act=refuse leads=true = without|nothing|against
act act=refuse leads=true also=true = nor
act act=refuse follows=true = refused
act act=refuse follows=true @0.3 = not want? build_in ; build_in not want?
act act=refuse leads=true governs=naNAgG = what_for
act act=refuse governs=naNAgG = not asked_for
act act=refuse trails=true = cut
act act=yield = remove or wider|replace ; wider|replace or remove
act act=put = put
act act=make = make
act act=add governs=iI = close_up it/aA? ; close_up free? place_noun
act act=add = add ; add free? place_noun
act act=remove = remove
act act=remove last=true = remove it/aA ; it/aA remove
act act=move = move
act act=swap = swap
act act=replace = replace ; replace thing/iI>by ; replace on thing/aA>by
act act=split trails=true = split comma? comma? on bundle|num|thing>into ; split on thing|len>by and thing|len>also
act act=resize = replace|swap comma? comma? len>from on len>to ; make? wider ; make comma? comma? wider ; make? wider on len>by_mm ; on len>by_mm wider
act act=raise = raise
act act=likewise trails=true @0.05 = also
edit edit=swap = swap thing>a and|with thing>b places_word? ; swap thing>a on thing>b places_word ; thing>a and|with thing>b places_word swap ; swap places_word thing>a and|with thing>b ; thing>a and|with thing>b swap places_word?
edit edit=swap @0.1 = thing>a and|with thing>b places_word|reverse ; move thing>a and|with thing>b places_word ; thing>a and|with thing>b move places_word
edit edit=replace = replace comma? comma? thing>old on thing>by ; replace comma? comma? thing>old thing/iI>by ; replace comma? comma? thing>old on mod|len>property ; thing>old replace|swap on thing>by ; swap thing>old on thing>by ; thing>old replace on mod|len>property ; thing>old comma? place>among comma? replace on thing>by ; replace thing>old place>among on thing>by ; instead olds>old dash|put|make|want? thing>by ; instead olds>old dash|put|make|want? mod>property ; instead olds>old mod>property put|make|want
edit edit=replace @0.05 = instead olds>old place>among put|make|want? thing>by
edit edit=replace !of_fuel = replace mod on thing|mod
olds = both? thing/gG
olds !paired = thing/gG and thing/gG
edit edit=replace @0.1 = thing>by instead olds>old
edit edit=split = split comma? comma? thing>old on bundle|num|thing>into ; split thing>old on thing|len>by and thing|len>also
edit edit=yield = for_account thing/gG>thing ; for_its
edit edit=add = spare? len>property give under? thing/aAdD>thing
edit edit=mirror = make? mirror mirror|reverse?
edit edit=reverse = make? reverse
undo what=last @0.1 = restore|as_before
undo what=last = restore as_before ; restore? as_before variant_noun ; restore last change_noun ; restore comma? all comma? as_before to this change_noun
undo what=all = restore all change_noun?
undo !turn = restore ordinal variant_noun
undo !steps = restore comma? comma? both|num last? change_noun
undo = restore? as_before to thing/gG>before ; restore? as_before with thing/iI>aspect ; restore? as_before colour_noun part|row/g>aspect_of ; restore as_before? part|row>aspect_of
undo @0.1 = part|row>aspect_of restore as_before? ; part|row>aspect_of as_before ; thing/aA>aspect restore as_before? ; restore as_before? thing/aA>aspect back?
undo aspect_part=facade = restore? as_before colour_noun ; restore colour_noun
undo aspect_part=handles = restore as_before? handle_noun
undo aspect_part=lighting = restore as_before? light
`;

const TALK = `
what = what_many
ask about=palette = what_many colour_noun ; what palette
ask about=width = what width
ask about=height = what height
ask about=depth = what depth
ask about=length = what length_noun ; how_many metre|unit
ask about=gap = what gap ; how_many between
ask about=count = how_many piece?
ask about=free_space = how_many free|left_over ; how_many place_noun left_over?
ask about=place = where
ask about=neighbour = what stands
ask about=neighbour @0.3 = what
ask about=fits = what? fits
ask about=which @0.2 = or
ask about=exists = exists
ask about=colour = what colour_noun
ask about=handles = what handle_noun
ask about=fuel = what fuel
ask about=contents = contents
ask about=area = how_many unit? sheets
ask about=hinges = how_many hinges ; how_many hinges and hinges
ask about=why = why ; why not? fits
ask about=advice = what? advice
answer answer=yes = yes
answer answer=no @0.15 = no
answer @1.8 = in? unit
answer answer=unsure = unsure ; unsure comma? how_many|what unit|metre|length_noun
answer answer=any = any
answer !choice @0.2 = ordinal variant_noun?
answer answer=no @0.1 = not ordinal variant_noun?
answer !choice = variant_noun|choice_noun num ; under? choice_noun num variant_noun? ; num variant_noun
start_anew = anew ; all|begins outset|erase ; erase all ; anew|erase as_before variant_noun? ; as_before variant_noun anew|erase ; as_before variant_noun not want ; all|as_before void
usual = usual_set ; appliances usual_kind
context = without? context_word ; context_word context_word ; num times
context !whole_number @0.05 = num context_word
context of=other @0.1 = wider|many place_noun for thing/gG ; spot any ; with|from|of kitchen/g ; len few ; on thing/pP not ; so_that doors|thing? not cover in|of|at? thing?
reason = so_that ; reason unknown|not|free|verb|place_noun|refused|hinders|gap|use|far|through|all|kitchen|anything|want|other_wall
context of=other @0.2 = in elsewhere/pad unfit ; obst/nN nearer ; free place_noun stays? ; place_noun stays? free ; reason unknown|free|verb|refused|hinders ; it/d num ; it? blocks|hinders obst/aAdD ; reason use|unknown remove|put ; in len use|anything|all? unfit|fits ; in len use|anything|all? not fits ; use|anything|all not? fits|unfit in len ; so_that anything other_wall? not put
context @0.02 = from|of|in|on|to|at|with|along|under context_word context_word? ; context_word after len
context of=other @0.5 = but? not num
context !whole_number @0.3 = context_word num
context of=time @0.4 = to|at|with|after|before ordinal context_word? ; not? call after|before|to|from num ; call from num to num
context of=money = money_word to|approximate|from? num ; to? num money_unit
context !money = to? num
context !large @0.9 = len
context of=other @-0.5 = under|in colour_noun topic|unknown ; reports comma? what
context of=address @0.6 = from|of|in proper
context of=address @1.2 = proper num
context of=address @1.5 = from|of unknown
context of=address @2.2 = in unknown
context of=other @1 = proper
context of=address = address_word stop? unknown|proper?
context of=address @0.4 = address_word stop? unknown|proper? num
context of=family = stature ; stature under? len ; under? len stature
talk topic=price @0.1 = how_many from|after? this? kitchen? costs ; in|on how_many approximate? it? this? kitchen? costs|fits this? kitchen? ; in|on? what sum costs? ; in what this? costs
talk topic=price @0.4 = sum
talk topic=other_furniture !furniture @-0.3 = thing for|on|in furnished ; thing in|on elsewhere/a ; work_place for furnished
talk = topic ; topic in|to|on unknown|proper ; topic after this? all
outside = outside_noun
outside @0.1 = outside_noun size|len ; side? under ceiling outside_noun size|len? ; outside_noun side? under ceiling
outside @1 = unknown side? level? size ; unknown side level size|len? ; level side? unknown size|len? ; under ceiling unknown size|len?
`;

export const GRAMMAR = NUMBERS + THINGS + PLACES + ROOM + ACTS + TALK + SECOND_THOUGHTS;
