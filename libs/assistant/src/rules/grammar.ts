import { THINGS_AND_PLACES } from './grammar-things.js';

/**
 * The grammar of kitchens in the notation of notation.ts, from numbers up. Categories in `ROOTS` are the phrases of which
 * a message consists; which of them belong together across commas and other words is decided in meaning/attach.ts.
 */
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

export const GRAMMAR = THINGS_AND_PLACES + ROOM + ACTS + TALK;
