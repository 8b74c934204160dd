/** Places along walls and beside things. */
export const PLACES = `
ref = thing|obst|it
corner @-0.3 = corner between wall/gGiI ; shared corner
spot at=side = side ; at wall/g side ; with|from|in|on|along hand side_noun
spot at=side @0.05 = side wall/g
spot at=side @-0.2 = corner/n hand/n
spot at=none @0.1 = on shape stretch ; in|on kitchen/ap ; on|along|in this? wall ; under|over|on part
until !nothing = comma? to ref/gG
spot at=corner = in|at shape corner/pad ; in hand? corner/pad
spot at=corner @-0.2 = side? from very corner/gG
spot at=corner near=true = at|to hand? corner/pad ; at|by_side|near hand? corner/g
spot !outermost = ordinal side ; last side
place !either_side @-0.4 = along|with|from|on different side_noun from? ref/gG
spot !not_side @-0.5 = only not side
spot !not_side @-0.1 = not side
place !flanking @-0.4 = and? side and side from ref/gG ; along|on both side_noun from? ref/gG ; flank from ref/gG
spot at=side end=true = utmost edge ; on|in other_wall edge|end comma? to_side ; in hand edge|end ; with|from|on|at hand edge|end ; with|from|on|at edge side|to_side ; in|on extreme? hand position ; in|on hand extreme position ; side|to_side with edge ; in end side|to_side ; side|to_side in end
spot at=side end=true agrees=true = extreme side
spot at=side toward=true = to_side
spot at=side end=true @0.1 = side extreme ; hand edge/n
spot at=end = in|on end ; as_outermost ; with|from|at|in|on far_side from corner/g edge|end ; in|on|at|with far_side edge|end
spot at=end = with|from|at|in|on edge|end off_corner ; off_corner
off_corner = far from corner/g
place !first = place comma? off_corner
place !first @0.1 = place comma after thing/aA
spot at=end @0.4 = last
spot at=end @0.2 = far_side edge|end
spot at=side end=true hand=any other=true @-0.1 = in|on other_wall edge|end
spot at=end its=true = in it end
spot at=start = in start
spot at=start its=true = in it start
spot at=beside = side|to_side from ref/gG>of ; side|to_side from ref/gG>of on|in len>gap ; near|by_side with|at|from|to ref>of ; by_side ref/gGdD>of ; near|close|by_side ; at ref/gdGD>of
spot at=offset @0.2 = to hand? corner|wall|edge/g from it/gG len>len
spot at=offset @-0.3 = after it/iI to hand? corner|wall|edge/g len>len
spot at=offset = between it/i and hand? corner/i room_noun? len>len ; to hand? corner|wall|edge/g len>len ; in|on? len>len from hand? corner|wall|edge/g ; from hand? corner|wall|edge/g to it|opening len>len ; from hand? edge wall/g len>len ; from hand? corner|wall|edge/g in|through? len>len ; starts from? len>len side?
spot at=beside @-0.1 = between ref/iI>of and hand corner|wall|edge/i
spot at=beside @0.7 = side ref/gG>of
spot at=beside @0.05 = side at|to ref/dD>of ; at|to ref/dD>of side
spot at=beside @0.1 = to_side ref/gG>of
then = then to_side
direction !from_hand @-0.2 = from hand edge|corner|wall/g colon
direction !from_hand = from hand edge|corner|wall|side_noun? at|to hand edge|corner|wall|side_noun? ; begins side ; begins from|with|at hand edge|side_noun|corner|wall ; side begins
direction !heading = from obst/gG to_side
spot at=beside close=true @-0.2 = close at|to|with? ref>of side ; close at|to ref>of with|from hand side_noun
spot at=beside close=true = side? close at|to|with? ref>of ; close side at|to|with ref>of
spot at=side closed=true end=true @0.1 = close at wall/gd side ; close at|to hand wall/d
spot at=side end=true hand=any both=true @0.1 = along edge|side_noun ; with|along both side_noun|edge|end ; along both? end
spot at=side end=true hand=any = close|near at|from flank wall/gd ; with|from|on|at edge hand?
spot at=instead @0.3 = on place_noun ; on freed place_noun
spot at=over @1.2 = above ref/gG>of
spot at=over = on|in len>gap over ref/iaIA>of ; over ref/iaIA>of
spot at=apart @0.1 = len>gap to ref/gG>of
spot at=corner close=true = close at|to corner ; close in corner/pad
spot at=corner @-0.4 = flush hand? corner|wall
spot at=next = after|before ref/giGI>of
spot at=next @-0.5 = at_once after it/iI>of
spot at=under = under ref/iaIA>of
spot at=between = between ref/iI>a and ref/iI>b ; between thing_at/iI>a and ref/iI>b ; between ref/iI>a and thing_at/iI>b ; between it
thing_at !modify = thing/iInaNA hand_of
thing_at !first = thing_at with doors
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
spot !shifted = on len to_side ; to_side on? len
wref = long|short|hand|ordinal|other_wall|middle_side
place = spot>>places wall_of>>places? ; place and wall_also>>places
place @0.1 = spot>>places comma? utter>>places
utter at=side end=true hand=any = edge/n
utter at=end @0.1 = as_outermost|last
place !overs = over thing/iI and thing/iI ; over thing/iI comma thing/iI and thing/iI
place !narrow @0.15 = place place
place !closing @0.05 = closes_row wref wall|side_noun? ; wref wall|side_noun? closes_row ; closes_row length_noun ; length_noun closes_row ; wref wall|side_noun? begins with
place !other_side @-0.3 = not place comma? but place
place !last = not place comma? but? place
place !first = place comma? but? not place
place !first @-0.1 = place comma? but? place not want
wall_also !on_wall @0.1 = wref/dpDP wall|side_noun?
place only=true @0.2 = only place
place @-0.3 = agreed colon|dash place
place decides=true @-0.1 = so|let place
place @0.05 = starts place
spot !on_wall @0.05 = in middle_side wall|side_noun?
spot !on_wall @0.2 = wref/n wall|side_noun? colon ; dash wref/n wall|side_noun?
spot !on_wall @0.5 = wref/n wall|side_noun
wall_of !on_wall = wref/g wall|side_noun?
spot !on_wall = with|from wref/g wall|side_noun ; on|along|at|to wref wall|side_noun? ; in long|short|hand|ordinal wall|side_noun? ; in other_wall wall|side_noun
spot !on_wall @-0.5 = on|along wall? wall_letter
spot at=wall @-0.2 = on|along|at|to wall|side_noun with obst/iI>by ; on|along|at|to wall|side_noun comma? where obst/nN>by
spot at=wall without=true @-0.2 = on|along|at|to wall|side_noun without obst/gG>by ; on|along|at|to wall|side_noun comma? where no obst/gG>by
spot at=wall blank=true @-0.1 = on|along|at|to blank wall|side_noun?
spot at=wall wall=other @0.1 = on flank/p wall|side_noun?
spot at=wall = on wall|side_noun len>length ; on this? wall|side_noun? comma? where|relative len>length
spot at=wall = on metre_kind>length wall|side_noun?
spot at=wall @0.3 = where len>length
spot !nth_wall @-0.05 = on|along num wall|side_noun/adp
spot at=walls = on|along both|num wall|side_noun/gdapGDAP ; on|along all wall
exception = except place_noun? place ; except thing/gG>thing
exception @0.1 = not place
exception @0.05 = on it|obst/aApP not put
spacing !spaced @-0.2 = starts|worktop between thing/iI and thing/iI at_least? len ; between thing/iI and thing/iI at_least? len part/gG? ; at_least? len part/gG between thing/iI and thing/iI ; part between thing/iI and thing/iI at_least? len
away = in|on|along elsewhere/pad ; elsewhere_phrase
gone @0.3 = stands away ; away stands
level level=base = below
level level=wall = above
level !tall_level @0.1 = on thing/P
level !levels = level and level
level !levels @-0.6 = comma? nothing level comma? nothing level
away aside=true @0.45 = on thing|sill/pP stands? ; stands on thing|sill/pP
away aside=true @-0.2 = on part/pP stands
`;

/** Walls, shapes, rows of units, and how they look. */
export const ROOM = `
item bare=true @0.55 = len>len
item hand=centre = between it wall? len>len
item @0.3 = wref also len>len ; straight_on len>len ; width len>len ; wref comma? len>len ; direction colon|dash? len>len
item @0.1 = wref wall|side_noun? without obst/gG comma? len>len ; wall|side_noun without obst/gG comma? len>len
item = along wall len>len ; wref|one wall|side_noun len>len ; wall|side_noun wref len>len ; wall direction colon|dash? len>len ; wall|length_noun|size_noun on? len>len ; wall with it len>len ; wall with obst/iI>obst unknown? len>len ; wref wall|side_noun? with obst/iI>obst comma? len>len ; wall|kitchen length_noun len>len ; len>len in? length_noun ; len>len wref? wall ; on? wall in len>len ; wall wref>named comma len>len ; wref wall|side_noun? comma? len>len side ; wref wall|side_noun? side comma|dash? len>len
item @0.1 = from corner/g to_side len>len ; to_side from corner/g len>len
item on=true @0.6 = on len>len
item @0.1 = side? wall/nN wall_letter colon|dash? len>len ; len>len dash wref wall? ; len>len along wall ; len>len all wref? wall ; wref wall|side_noun? side comma? len>len ; len>len altogether ; altogether len>len ; all wall len>len ; len>len all|one wall
item @0.2 = wref wall|side_noun comma len>len ; side wref wall|side_noun? len>len ; side wall/n len>len ; wall side len>len ; side len>len this? wref wall|side_noun?
item @0.3 = all? wall/nN comma comma? len>len
item total=true = total len>len
item total=true @-0.2 = measured measured? colon|dash|comma? len>len
item total=true @-0.3 = after_all len>len
item total=true @-0.3 = now len>len
item total=true @0.2 = take len>len ; take wider comma? len>len
item @-0.5 = num? wall comma? this what len>len
item !from_corner @-0.3 = wref wall|side_noun? len from corner/g
item !from_corner @-0.5 = wref? wall|length_noun len from corner|wall/gG to opening_side ; wref? wall|length_noun from corner|wall/gG to opening_side len ; wref? wall|length_noun len to opening_side
item !from_corner @-0.6 = from corner/g to opening_side len comma? on this stretch ; on this stretch from corner/g to opening_side len ; from corner/g to opening_side len comma? there and? put? ; from corner/g to jamb_of len
opening_side = obst/gG ; jamb_of
jamb_of = jamb/gG obst/gG?
item = wref wall|side_noun long|short dash|comma? len>len
item @-0.3 = below on len>len
item kitchen=true @0.05 = kitchen on|in? len>len ; kitchen at it/gG len>len
item @0.05 = wall at it/gG len>len
item kitchen=true @0.05 = metre_kind>len kitchen|wall ; kitchen|wall metre_kind>len
item @0.9 = side also? len>len
change more=true = long_thing on len>len wider ; long_thing wider on len>len ; wider long_thing on len>len ; make long_thing on len>len wider
long_thing = wref wall|side_noun ; wall|length_noun|kitchen
wall_order @-0.2 = long|short/n side ; long|short/n wall|side_noun side
walls @-0.6 = item>>items comma? then? turn to_side? comma? and? there? item>>items
walls differs=true = change>>items
walls = item>>items
walls !product @0.1 = size
walls !straight @0.05 = shape on|in? num
walls !product = kitchen|size_noun|wall size ; wall direction colon|dash? size
walls !lined = kitchen? shape kitchen? size
walls shape=corner !product = corner/na size
walls room=true !product = room_noun size
walls !each = num|both wall|side_noun every len
walls !flanks = flank wall|side_noun? every|colon? len both?
walls !two @0.5 = len and len
flank_wall = side wall/n? also? len>len
side_wall = len>len side
walls latest=true @-0.4 = want|take|make by_measure ; by_measure want|take|make
walls @0.3 = side_wall>>items comma|and side_wall>>items
walls @0.3 = flank_wall>>items comma|and? flank_wall>>items ; flank_wall>>items comma? flank_wall>>items comma|and? flank_wall>>items
shape shape=corner @0.1 = corner_kind ; between it corner/n ; corner/n between it
shape shape=corner @0.6 = corner/n
shape not=true shape=corner = anything|nothing corner_kind/g ; corner/gG no|none|nothing ; without|nothing corner/gG ; what_for corner/n
shape @0.05 = usual_kind comma? shape ; shape comma? usual_kind ; shape kitchen|wall ; kitchen shape
shape !of_sides @0.1 = kitchen? on|in|along num wall/gGDPNA
shape !of_sides @0.3 = num wall/gG
shape !island @-0.3 = shape side? size|len
shape not=true = not shape
shape !last = not shape comma? but? shape
ceil toCeiling=true = to|under ceiling comma|colon|dash? len>len
ceil = ceiling ceiling_kind comma|colon|dash? len>len ; ceiling_kind ceiling comma|colon|dash? len>len
ceil = ceiling colon|dash? len>len ; ceiling low_kind|tall_kind comma|dash? len>len ; low_kind|tall_kind ceiling comma|dash? len>len ; height ceiling len>len ; ceiling height len>len ; height ceiling on? len>len ; len>len ceiling
ends !ends = side length_noun? free ; side and side also? free|wall ; free side and side ; free side ; both wall along edge ; wall with both side_noun ; with both side_noun wall ; between num? wall/GI
ends !ends @-0.3 = kitchen stands? in recess/pP ; in recess/pP kitchen ; kitchen? from wall to wall
ends !ends @0.4 = side wall ; wall/nN side
row !higher @-0.3 = row tall_kind every len
row !higher @0.05 = row measure ; wider? height row/gG colon|dash|to|on? len
row @-0.2 = wider row/gG
row only=true = only|one|just row
row every=true = all row
row = row with thing/I>units ; rest row ; without row context_word|unknown? nohow
row !row = tier/NGDAIP thing/NGDAIP
row !all_doors @-0.3 = all? rest level? tier? thing/N? with? doors doors? ; all? rest row with? doors doors?
row !all_drawers @-0.2 = rest level? dash|colon? thing/N ; level|row all with thing/iI ; level|row all with thing/iI comma nothing|without doors ; only thing/N ; nothing|without doors comma? thing/N ; all comma? except thing/gG comma? thing/N ; below|level comma? except thing/gG comma? nothing|without doors comma? thing/N
row tier=wall !row @-0.1 = hang thing/NA ; thing/NA hang
row tier=wall !row @0.1 = thing/NG above ; above thing/N ; above put|want|make thing/NA
row none=true tier=wall @-0.5 = over_thing>>places may want? free ; may over_thing>>places want? free ; over_thing>>places nothing|anything not want|put|hang ; nothing|anything not want|put|hang over_thing>>places ; above may want free
over_thing at=over = over thing/iI>of
row none=true tier=wall flanks=true @-0.3 = flank not hang|put|want ; flank row|thing/GA not hang|put|want ; flank nothing|anything not? hang|put|want ; flank free
row !first @-0.4 = row over thing/iI and then
row none=true tier=wall @-0.35 = anything above? not hang
row none=true tier=wall = above anything not hang|put|want ; anything above? not? hang no|banned? ; hang anything not want|put? ; hang anything no|cut
row none=true tier=wall @-0.2 = whole_wall>>places let? above free ; whole_wall>>places let? without row|thing/G above?
whole_wall !on_wall = wref/n wall|side_noun?
row none=true tier=wall @0.3 = above anything|nothing ; anything|nothing above
row none=true tier=wall @0.2 = not hang ; above free ; tier/g nothing|anything ; row free without row|thing/G
row !row @0.1 = thing/NA tier/NA
row !row @0.3 = tier/NGDIP
row tier=wall !row = thing/NA up_to
row !of_cabinets @0.3 = row all? thing/NG
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
handles @0.05 = handle_noun colon|dash? level handles ; row>of on? handles ; handles on row>of
handles handle=none = without|nothing handle_noun ; handle_noun no|nothing
handles handle=none @-0.2 = handle_noun so_that? unseen ; so_that handle_noun unseen ; so_that no|not handle_noun unseen
handles handle=none @0.6 = on row>of nothing
handles !last @-0.4 = without handle_noun handles
handle_noun = handle_noun on row>of
handle_noun !first = handle_noun on part/pP
`;
