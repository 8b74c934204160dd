/** What is wished, refused, changed and taken back. */
export const ACTS = `
act act=want = want
act act=refuse = not want wider? ; wider not want ; not make|add|take
act act=refuse placing=true leading=gGaA = not put
act act=refuse leading=gGaA @-0.4 = not put as_is
act act=refuse verb=true @0.5 = not verb
act act=refuse governs=gGnN leading=gG @0.1 = no
act act=refuse follows=true governs=gG = none
act act=refuse follows=true governs=gGnNaA @-0.2 = also no
act act=want @0.3 = stays ; take ; and? enough
act act=want governs=gG leading=gG @-0.4 = enough
act act=want revives=true @0.3 = correction comma? verb|take ; but will
act act=want revives=true @-0.3 = correction comma? let
act act=want revives=true @-0.9 = move in|on kitchen/aA
act act=want revives=true = after_all put|want|make|add|verb ; put|want after_all
act act=keep = remove|move|replace|swap|cover it/aA? banned ; remove|move|replace|swap it/aA? not want|verb ; banned remove|move|replace|swap ; not cover ; not move|remove|wider|replace|swap and? ; keep
act act=keep asIs=true @0.1 = keep comma? as_is ; may stays|stands? comma? as_is
act act=keep leads=true = except
act act=refuse leads=true = without|nothing|against
act act=refuse leads=true also=true = nor
act act=refuse leads=true also=true governs=gG leading=gG @0.2 = even
act act=refuse follows=true @-0.3 = it/gG not take
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
edit edit=move @-0.3 = remove thing/aA>thing place comma? and? put it/aA? comma? place>to ; thing/aAnN>thing remove place comma? and? put it/aA? comma? place>to
edit edit=move @-0.3 = thing/aAnN>thing from|of|with corner/g remove comma? and? may|let|put|stays|want? it/aA? place>to ; remove thing/aA>thing from|of|with corner/g comma? and? may|let|put|stays|want? it/aA? place>to
edit edit=swap = swap thing>a and|with thing>b places_word? ; swap thing>a on thing>b places_word ; thing>a and|with thing>b places_word swap ; swap places_word thing>a and|with thing>b ; thing>a and|with thing>b swap places_word? ; thing>a swap places_word with thing/i>b ; swap thing>a places_word with thing/i>b
edit edit=swap @0.1 = thing>a and|with thing>b places_word|reverse ; move thing>a and|with thing>b places_word ; thing>a and|with thing>b move places_word
edit edit=replace = replace comma? comma? thing>old on thing>by ; replace comma? comma? thing>old thing/iI>by ; replace comma? comma? thing>old on mod|len>property ; thing>old replace|swap on thing>by ; swap thing>old on thing>by ; thing>old replace on mod|len>property ; thing>old comma? place>among comma? replace on thing>by ; replace thing>old place>among on thing>by ; instead olds>old dash|put|make|want? thing>by ; instead olds>old dash|put|make|want? mod>property ; instead olds>old mod>property put|make|want
edit edit=replace @0.05 = instead olds>old place>among put|make|want? thing>by ; instead place>among thing/gG>old put|make|want? thing>by
edit edit=replace @-0.2 = place>among instead thing/gG>old put|make|want thing>by
context of=other @-0.6 = put|take|make it/aA instead len
edit edit=replace !become @-0.3 = thing/aAnN place? make|replace|may with? thing/iI ; replace|make thing/aA place? thing/iI ; replace thing/aA place? in thing/aA ; thing/aA place? replace in thing/aA
edit edit=replace !doored @-0.3 = thing/aAnN place? make|replace|may with doors ; make|replace thing/aA place? on doors ; thing/aA place? make|replace on doors
edit edit=replace !of_fuel = replace mod on thing|mod
olds = both? thing/gG
olds !paired = thing/gG and thing/gG
edit edit=replace @0.1 = thing>by instead olds>old
edit edit=split = split comma? comma? thing>old on bundle|num|thing>into ; split thing>old on thing|len>by and thing|len>also
edit edit=yield = for_account thing/gG>thing ; for_its
edit edit=yield @-0.3 = place_noun takes_from|take from|of|at thing/gG>thing ; takes_from|take place_noun from|of|at thing/gG>thing ; takes_from from|of|at thing/gG>thing
edit edit=add @-0.2 = spare? len>property place? give under? thing/aAdD>thing
edit edit=add @-0.4 = relative? frees give under? thing/aAdD>thing ; relative? frees on|in thing/aA>thing ; relative? frees put|make thing/aA>thing
edit edit=mirror = make? mirror mirror|reverse?
edit edit=reverse = make? reverse
as_before @0.1 = as_before at_first
undo what=last @0.1 = restore|as_before
undo what=last = restore as_before ; restore? as_before variant_noun ; restore last change_noun ; restore comma? all comma? as_before to this change_noun
undo what=all = restore all change_noun?
undo what=first @-0.1 = restore? comma? all? as_before at_first ; restore? all? as_before in start ; restore comma? all? at_first as_before? ; restore original variant_noun?
undo !turn = restore ordinal variant_noun
undo !steps = restore comma? comma? both|num last? change_noun
undo = restore? as_before to thing/gG>before ; restore? as_before with thing/iI>aspect ; restore? as_before colour_noun part|row/g>aspect_of ; restore as_before? part|row>aspect_of
undo @0.1 = part|row>aspect_of restore as_before? ; part|row>aspect_of as_before ; thing/aA>aspect restore as_before? ; restore as_before? thing/aA>aspect back?
undo = restore colour_noun part|row/g>aspect_of ; restore colour_noun part|row/g>aspect_of comma? as_before ; restore thing/aA>aspect on it/gG? place_noun ; restore thing/aA>aspect comma? as_before
undo aspect_part=facade = restore? as_before colour_noun ; restore colour_noun ; restore colour_noun comma? as_before ; let|may|keep colour_noun let|may|keep|want? as_before ; colour_noun let|may|keep|restore|want as_before
undo aspect_part=facade @-0.2 = restore and colour_noun comma?
undo aspect_part=handles = restore as_before? handle_noun ; restore and? handle_noun comma? as_before
undo aspect_part=handles @-0.2 = and handle_noun comma? as_before ; restore and handle_noun comma?
undo aspect_part=facade @-0.2 = and colour_noun comma? as_before
undo aspect_part=lighting = restore as_before? light
`;

/** Questions, answers, and what is no order of a kitchen. */
export const TALK = `
what = what_many
ask about=palette = what_many colour_noun ; what palette
ask about=width evident=true = what width ; in width what
ask about=width = how_many every|in width ; every|in width how_many
ask about=height evident=true = what height
ask about=depth = what depth
ask about=length = what length_noun ; how_many metre|unit
ask about=depth = depth_of
ask about=height = on what height ; high_up stands? ; high_up
ask about=gap = what gap ; how_many between
ask about=count = how_many piece?
ask about=free_space = how_many free|left_over ; how_many place_noun left_over?
ask about=place = where
ask about=neighbour = what stands
ask about=neighbour @0.3 = what
ask about=fits = what? fits
ask about=which @0.2 = or
ask about=exists = exists
ask about=exists marked=true @0.2 = there_is
ask about=colour = what colour_noun
ask about=handles = what handle_noun
ask about=fuel = what fuel
ask about=contents = contents
ask about=area = how_many unit? sheets
ask about=hinges @-0.3 = doors? swings comma? in? anything|nothing? not swings ; doors swings ; doors thing/gG swings comma? in? anything|nothing? not swings ; doors thing/gG swings ; doors not swings ; doors? want? not swings doors? thing?
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
start_anew = anew|joking ; all|begins outset|erase ; erase all ; anew|erase as_before variant_noun? ; as_before variant_noun anew|erase ; as_before variant_noun not want ; all|as_before void
usual = usual_set ; appliances usual_kind
context = without? context_word ; context_word context_word ; num times
context of=other @-0.4 = num steps ; steps num ; steps approximate? num
context !whole_number @0.05 = num context_word
context of=other @0.1 = wider|many place_noun for thing/gG ; spot any ; with|from|of kitchen/g ; len few ; on thing/pP not ; so_that doors|thing? not cover in|of|at? thing?
reason = so_that ; reason unknown|not|free|verb|place_noun|refused|hinders|gap|use|far|through|all|kitchen|anything|want|other_wall
context of=other @-0.4 = correction comma? reverse colon
context of=other @-0.2 = comma reverse comma
context of=other @-0.4 = and? move all? so_that unknown|gap refused ; so_that unknown|gap refused
context of=other @-0.3 = anything not put
context of=other @-0.3 = under|on obst/iIpPaA may? stays|want? free ; under|on obst/iIpPaA nothing|anything not? put not? want? ; nothing|anything not? put under|on obst/iIpP not? want?
context !kept_free @-0.3 = before obst|it/iI may? stays|want? free ; before obst|it/iI nothing|anything not? put not? want? ; nothing|anything not? put before obst|it/iI not? want?
context !uncovered @-0.3 = obst|it/aAgG thing|row/iI? not cover thing|row/iI? ; thing|row/iI? not cover obst|it/aAgG thing|row/iI? ; obst|it/aAgG keep|let free ; obst|it may? stays|want free
context of=other @-0.2 = obst/i in|on|at? unknown|context_word|corner|thing? cover ; obst/i cover in|on|at? unknown|context_word|corner|thing? ; from corner/g to corner/g ; old/aA fixes|fixed ; obst/aA opens ; opens obst/aA
context of=other @0.2 = in elsewhere/pad it? unfit ; obst/nN nearer ; free place_noun stays? ; place_noun stays? free ; reason unknown|free|verb|refused|hinders ; it/d num ; it? blocks|hinders obst/aAdD ; reason use|unknown remove|put ; in len use|anything|all? unfit|fits ; in len use|anything|all? not fits ; use|anything|all not? fits|unfit in len ; so_that anything other_wall? not put
context @0.02 = from|of|in|on|to|at|with|along|under context_word context_word? ; context_word after len
context of=other @0.5 = but? not num
context !whole_number @0.3 = context_word on? num
context of=time @0.4 = to|at|with|after|before ordinal context_word? ; not? call after|before|to|from num ; call from num to num
context of=money = money_word to|approximate|from? num ; to? num money_unit
context !money = to? num
context !large @0.9 = len
context of=other @-0.6 = rest stays? as_is ; rest keep ; rest move to_side? ; rest move place ; undecided
context of=other @-0.5 = under|in colour_noun topic|unknown ; reports comma? what
context of=address @0.6 = from|of|in proper
context of=address @1.2 = proper num
context of=address @1.5 = from|of unknown
context of=address @2.2 = in unknown
context of=other @-0.8 = many|wider thing/G not want|put ; many|wider thing/G no|refused
context of=other @-0.6 = same_kind width keep? ; width keep? same_kind ; keep same_kind width
context of=other @-0.6 = about thing/gGdD undecided
context of=other @-0.6 = so_that obst/NA not unknown|use|move
context of=other @-0.8 = not want norms
context !of_tall_units @-0.5 = thing/nN of thing/G
context !row_depth @-0.2 = depth colon|dash? len
context of=other @-0.6 = want usual_kind? wall/nN
context of=other @-0.5 = but? colour_noun keep|stays ; but? keep colour_noun
context of=other @-0.4 = only at it/gG len ; only at it/gG len also? and shape
context of=other @-0.6 = many level? nothing|anything not put|want ; many nothing|anything level not put|want
context of=other @-0.6 = wider nothing appliances not? want? ; other_wall appliances not want|make|put|verb ; other_wall appliances no|refused ; no|without|nothing other_wall appliances
context of=other @-0.4 = but? wref wall|side_noun? as_before|as_is ; all? kitchen on other_wall wall|side_noun
context !of_fillers @-0.4 = left_over len? split? on thing place? ; left_over len? close_up thing/iI place? ; left_over len? in thing place?
context of=other @1 = proper
context of=address = address_word stop? unknown|proper?
context of=address @0.4 = address_word stop? unknown|proper? num
context of=family = stature ; stature under? len ; under? len stature
talk topic=price @0.1 = how_many approximate? from|after? this? kitchen? costs ; in|on how_many approximate? it? this? kitchen? costs|fits this? kitchen? ; in|on how_many this it costs ; in|on? what sum costs? ; in what this? costs
talk topic=price @0.1 = in money_unit this? how_many ; how_many this? in money_unit
talk topic=price @-0.6 = how_many approximate? from|after? this? kitchen costs ; how_many approximate? costs from|after? this? kitchen ; in|on how_many it? costs kitchen
talk topic=price @0.4 = sum
talk topic=other_furniture !furniture @-0.3 = thing for|on|in furnished ; thing in|on elsewhere/a ; thing under thing/aA in|on elsewhere/a ; work_place for furnished
talk !furnishing @-0.2 = corner_kind topic
talk = topic ; topic after|before|to|from num unit? ; topic in|to|on unknown|proper ; topic after this? all
outside = outside_noun
outside @0.1 = outside_noun size|len ; side? under ceiling outside_noun size|len? ; outside_noun side? under ceiling
outside @1 = unknown side? level? size ; unknown side level size|len? ; level side? unknown size|len? ; under ceiling unknown size|len?
`;
