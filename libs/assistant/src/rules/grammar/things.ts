/** Numbers, lengths, and what is said of a thing: its kind, size, count and properties. */
export const NUMBERS = `
num = digits|spoken|length_word
num !compound = num num
num !thousands = num? thousand
num !grouped @0.2 = digits digits
num !half = num with|and half
num !decimal @0.2 = num point num tenths?
len = num unit? ; metre
len !half = metre with half ; num unit with half
len approximate=true @0.3 = unit on? num ; len approximate
len !all_units @-0.1 = num unit num unit num unit
len !metres_and = num unit and? num unit? ; metre and? num unit? ; num unit comma? and|yes? add num unit ; num unit and? add? unit num
len !bare_metres @0.5 = num num
len !bare_metres @0.1 = spoken spoken ; unit spoken spoken ; num unit spoken spoken
len !bare_metres @0.3 = num num num
len !less = len colon|dash? without|minus len ; len comma? but without|minus len
len !less @0.1 = without|minus len len ; len comma? minus obst/g len
shortage !less @0.1 = len few to len ; few len to len ; to len few len
len !last @-0.5 = len|num comma correction comma? len
len !last @-0.1 = either len comma? either len comma? want? want? take? len
len !exactly @-0.6 = len comma? approximate comma? no comma? len
len !less_both @-0.3 = len comma? minus every len with|from side_noun
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
context of=other = num unit? this depth ; num wall|side_noun/gGNA colon|dash ; num area_unit ; area_noun kitchen|room_noun? num area_unit|unit? ; num every? num area_unit ; colour_noun? not decided ; no_more ; at all colour_word ; where no obst/gG ; where obst/gG no ; of obst/gG ; at obst/g want? hinders ; without gap ; appliances all? away ; all appliances away ; without appliances ; num percent|degree
`;

export const THINGS = `
thing = noun
thing !modify @0.15 = tier thing
thing concept=cabinet corner=true @0.3 = tier corner_kind
thing !modify @0.2 = thing tier
mod diagonal=true !nothing @-0.5 = under corner/i num degree
mod = fuel|built|narrow|wide_kind|diagonal|tall_kind|old|all|rest|this|round|double ; with diagonal doors|part
mod usual=true = usual_kind
mod corner=true @0.05 = corner_kind
mod corner=false = not corner_kind
mod builtIn=true @0.1 = build_in
mod builtIn=false @-0.8 = old old? keep|stays ; keep|stays old old?
mod builtIn=false unbuilt=true @-0.1 = not want? build_in ; build_in not want?
mod !unlike = not built|fuel|narrow
mod !which = hand|ordinal|utmost
mod extreme=true @0.2 = extreme
mod !nothing = any_kind ; on? length_word bowls ; at filler? num burners ; with num? any_kind? bowls|doors ; under use/aA ; for use/gG ; not|instead usual_kind len ; instead usual_kind
thing !branded = thing brand
thing @0.2 = brand
thing !first @0.9 = thing proper
mod !property = with|on|top|above|below fuel
mod supply=true = fuel in home ; in home fuel
mod !own_oven = thing/nN in it mod? ; thing/nN mod in it
mod !contrast = not mod comma? but? mod
mod !first @-0.3 = fuel comma correction? comma? what fuel
mod !first = fuel comma? but? not fuel ; built comma? but? not built
thing !modify @0.07 = mod thing
thing !modify @0.06 = thing mod
thing !sized @0.05 = thing len|measure
thing !each_sized @0.1 = thing every len
thing !sized @0.1 = thing comma? size
thing !sized @0.5 = thing on len
thing !sized @0.1 = thing dash|comma? yes comma? but len
thing !sized = thing_at/naNA comma? make len ; thing comma relative len
thing !sized @0.2 = thing reverse len ; thing cross len ; letter len ; thing shape len ; thing for_its len
each_of = len>len ; mod>mod
each_of @0.05 = with thing/iI>>with ; with thing/iI>>with and thing/iI>>with ; under thing/aA>>with ; under thing/aA>>with and thing/aA>>with
each !one_by_one @-0.3 = thing colon|comma|dash? one each_of comma|and? other_wall|ordinal each_of
delta = on len>by_mm ; to len>to
thing !counted @0.05 = num thing
thing !in_rows @-0.3 = thing in num rows_noun
thing !counted @0.1 = thing num piece
thing !uppers @0.1 = num tier/gGnN
thing !counted @0.3 = thing/G num
thing !together @0.5 = thing on thing/aA
thing !both_built @0.2 = mod thing/nN and thing/nN
thing !inside @-0.1 = thing comma? in it/pP thing ; thing comma? in it/pP thing comma? and thing ; thing comma? in it/pP thing and? above|over it/iI thing
thing !together @0.02 = thing with thing/iI ; thing with thing/iI and thing/iI ; thing under thing/aA ; thing under thing/aA and thing/aA
thing !drawered @-0.2 = thing only? in one? thing/p ; thing only? in one? thing/p comma on what? len
thing !inside = thing/nNaA thing and thing
thing !of_fridge @-0.2 = thing built? thing/gG
thing !sized @-0.3 = worktable len
thing !cohoused = thing and thing built? in one? thing/p
thing !glazed_some @-0.2 = num of? it/gG? with pane|thing/iI ; of it/gG num with pane|thing/iI
thing settled=true !named @-0.6 = may thing/nN want
thing settled=true !last @-0.9 = agreed on thing/p ; against comma? agreed on thing/p
mod @-1.4 = agreed on mod/p mod/p? ; agreed after_all mod/naNA mod/naNA?
shape @-1.4 = agreed on shape/p ; agreed after_all shape
thing builtIn=false @-0.4 = agreed want|keep ours thing/aA
old = ours
thing concept=it builtIn=false @0.1 = put old old?
mod builtIn=false @-1.4 = agreed want|keep|put? ours
thing !quantified = many thing/gG ; without thing/gG context_word|unknown? nohow
thing !stacked @0.02 = thing over thing/iI ; thing comma? and? above thing
thing !filled = thing comma|dash? thing
thing !last @-0.2 = about thing/gGdD ; let with thing/iI
thing !first @0.05 = thing instead len|mod
thing concept=it @0.4 = all ; old stands ; it/gG
thing concept=it @-0.2 = place_noun keep? under it/aA
thing concept=it all=true @0.2 = all? rest appliances?
thing concept=it all=true @0.3 = all? appliances stays|keep ; keep all? appliances
thing !apposed @0.3 = thing thing
thing !of_drawers @0.1 = thing thing/G
thing concept=drawers refused=true @-0.2 = only with? doors ; all with|on|want doors ; doors only
thing concept=base @0.3 = usual_kind with? doors
thing !refused @0.2 = anything thing/g
thing !refused @0.8 = not thing/nNaA
thing !by_self @-0.6 = fixes thing/aA self? ; thing/aA context_word? fixes self? ; thing/aA then? context_word? self fixes|fixes_we ; thing/aA then? fixes_we self ; fixed thing/aA self ; thing/aA context_word? fixed self ; thing/aA context_word? self fixed ; thing/N own ; own thing/N
thing !refused @-0.6 = thing/nN changed_mind ; with thing/iI changed_mind ; changed_mind with thing/iI ; thing/gG must_not
thing !place_for = place_noun keep? under thing/aA
thing !place_for @0.2 = recess thing/gG
mod !housed @0.1 = in thing/paPA
mod !housed_under @-0.6 = under it/gGaA place_noun in thing/pP ; place_noun under it/gGaA in thing/pP
mod !housed_it @-1.1 = put it/gG? in thing/aA ; comma? but in thing/aA
mod !out_of @0.1 = of thing/gG
mod !housed_it @-0.6 = wider comma? in thing/pPaA
mod !nothing @-0.3 = on? num burners
mod !own_hood @-0.3 = with built thing/iI
mod unfit=true = unfit ; for it/g place_noun no ; place_noun for it/g no
mod low=true = not up_to
mod glazed=true = with pane ; glass_kind
mod !nothing @0.1 = other_wall ; in row/pa ; where|how_many|what fits|any ; where|how_many decided|want
mod spare=true = spare|hinders ; what hinders
mod tall=true = eye_level ; not below
whole = all built ; all on? fuel ; built all|appliances ; all? appliances built
bundle !bundle = num piece every? len
bundle !bundle @0.3 = num every len
bundle !bundle @0.4 = every len
measure measure=width = width obst|it/g? len>len ; len>len in? width ; opening len>len
measure measure=width @-0.3 = occupies len>len from? corner/g?
measure measure=height = height obst|it/g? len>len ; len>len in? height
measure !lower_edge = bottom obst/g? on? len
measure measure=bottom = bottom? on height len>len ; sill on? height? len>len ; sill raise comma? want? len>len ; sill tall_kind|low_kind comma|dash? len>len ; tall_kind|low_kind sill comma|dash? len>len ; from floor to sill len>len ; from floor len>len ; on? len>len from floor ; below? to floor len>len
measure measure=along = len>len along wall
measure measure=depth = depth obst|it/g? len>len ; len>len in? depth ; depth on len>len
measure measure=bottom mm=0 = to floor
measure = measure from floor
measure measure=top = top obst/g? on? len>len
obst !riser @0.1 = obst/n obst/nN
obst !first @0.05 = obst with obst/iI
obst @-0.5 = past obst/gGiI to hand? corner|edge|wall/g wall/g? also? len>cornerGap
obst = between obst/i and hand? corner/i room_noun? len>cornerGap ; between hand? corner/i and obst/i len>cornerGap ; hand corner/naNA comma? from it/g to obst/g len>cornerGap ; from hand? corner|edge/g to obst/g len>cornerGap ; from obst/g to hand? corner|edge|wall/g wall/g? len>cornerGap ; obst tier ; side from obst/g left_over|stays? len>cornerGap wall/g ; side from obst/g wall|free? left_over|stays len>cornerGap
obst @-0.1 = side len>cornerGap to obst/gG ; side to obst/gG len>cornerGap ; to obst/gG side len>cornerGap
obst @-0.1 = obst in|on elsewhere/a
obst gone=true @-0.1 = obst elsewhere_phrase ; obst comma? kitchen/aA put? not put|want
extent = from len>from to len>to
`;
