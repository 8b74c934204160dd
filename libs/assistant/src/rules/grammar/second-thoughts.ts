/** Words by which somebody wants something, or is of another mind. */
export const WILL =
  /(^|[^а-яё])(хоч|хот[еия]|прос[ия]|наста|говор|за |топит|совету|предлаг|предпоч|нрав|мечта|против|спор|думал|уперс|уговарив)/i;
/** Words behind which a decision comes; of a firm one nobody need have spoken before. */
export const DECISION =
  /(?<![а-яё])(в ?общем|короче|ладно|ну хорошо|словом|в итоге|итог|в конце концов|так что вс[её]|реши(л|ли|ла|м)(?![а-яё])|сошлись|остановил|порешил|договорил|сговорил|победил|сдался|сдалась|послушал|уговорил|убедил|согласил|уступил|слушаем|пусть будет|пускай|спорили|и вс[её](?= )|(?<=(^|[\s,])а (мы )?)(ставим|бер[её]м|делаем))/gi;
/** «решили встроенный, хотя муж хотел отдельный» */
export const REGRET = /^[^.!?]*хотя [^.!?]*(хотел|просил|предлагал|был[аи]? за|советовал) *$/i;
export const FIRM = /реши|сошлись|остановил|договорил|сговорил/i;

/** Grammar of people who think aloud, in the notation of notation.ts: of what they thought of, what they decided counts. */
export const SECOND_THOUGHTS = `
thought = thought_word ; at_first thought_word? ; at_first
decider = correction|rather|let|may|agreed|put|make|want
decided_on = decider ; decider rather|put|make|want ; no|unsure|then comma? decided_on
chosen = decided_on ; stop|comma but? decided_on ; but decided_on
rival = comma? or place
given_up = thought_word chosen
place !last @-0.3 = place rival chosen place ; place given_up place ; thought place chosen place ; thought place given_up place
mod = reverse mod
place !last @-0.2 = reverse place
len !last = reverse len
rival_len = or len
len !last @-0.1 = len rival_len chosen len
len !last = instead len decided_on? on? len
correction @0.1 = no comma? rather ; no correction ; but no ; no put|make|want
correction @-0.3 = no comma? at_first ; correction comma? no? comma? at_first
correction @0.3 = not comma ; correction where|why comma
correction = not comma? enough ; correction comma? enough and? ; correction comma? no|rather ; agreed on|at?
correction @0.1 = correction comma correction
correction @0.4 = no comma correction
correction @0.2 = no comma? this? many comma ; this many comma
act act=refuse withdraws=true = or not want|put
how = on|with digits|spoken
which_kind = correction|no|or|rather ; correction|no rather
bowls_or_so = burners|bowls|doors
other_how = comma? which_kind comma? how bowls_or_so?
mod !nothing @-0.2 = how other_how ; how bowls_or_so other_how
context of=other @0.2 = wider len not want
edit edit=swap @0.1 = thing>a and thing>b comma comma? reverse
edit edit=swap = swap comma? it/aA places_word ; it/aA places_word swap
edit edit=swap @0.6 = swap places_word
`;
