import { given, TIERS } from '#libs/furniture';
import { conceptOf, mayMeasure } from '../concepts/index.js';
import type { Edge } from '../rules/chart.js';
import { type Frame, flag, number, oneOf, part, parts, text } from '../rules/frame.js';
import { millimetres } from '../rules/quantities.js';
import type { EditSaid, Mention, Place, Said, Source, Statement } from './meaning.js';
import { ANAPHOR, isPlace, measured, mentionOf, placeOf, type SourceOf, widthOf } from './mentions.js';
import type { Of, Told } from './told.js';
import type { Node } from './tree/hypothesis.js';

/** Acts that make one statement of all that they govern. */
const GROUPS = new Set('remove add move keep swap resize likewise split ask raise replace yield'.split(' '));

export const isGroup = (act: Edge): boolean =>
  GROUPS.has(act.category === 'ask' ? 'ask' : (text(act.frame, 'act') ?? ''));

/** «верх тоже»: in an order it repeats the last change, among other wishes it is one of them. */
export const isLikewise = (act: Edge): boolean => text(act.frame, 'act') === 'likewise';

export const PARTS = ['facade', 'carcass', 'worktop', ...TIERS] as const;

/** What an act says of the things and places that it governs. */
export function editOf(
  { frame }: Edge,
  things: readonly Mention[],
  places: readonly Place[],
  kids: readonly Edge[],
): EditSaid | undefined {
  const act = oneOf('remove add move keep raise swap replace likewise split resize yield', frame, 'act');
  const [a, b] = things;
  const delta = (name: string): Frame | undefined =>
    part(frame, name) ?? kids.map((kid) => part(kid.frame, name)).find((one) => one !== undefined);
  const [mm, from] = [millimetres(delta('by_mm'), 'change'), millimetres(part(frame, 'from'), 'width')];
  const len = kids.find((kid) => kid.category === 'len' || kid.category === 'measure');
  const to =
    millimetres(delta('to'), 'width') ??
    (len && (millimetres(len.frame, 'width') ?? number(measured(len.frame, 'width'), 'width')));
  switch (act) {
    case 'raise':
      return places.length > 0 || things.some(({ tall }) => tall)
        ? { act: 'move', things, places }
        : { act: 'resize', things, by: 'higher', ...given({ mm }) };
    case 'swap':
      return a && b ? { act, a, b } : { act: 'move', things, places };
    case 'replace': {
      const by = part(frame, 'by');
      // «последний шкаф заменить пеналом»
      const among = places.length > 0 ? { among: places } : {};
      if (a && by) return { act, old: a, by: mentionOf(by, a.source), ...among };
      if (a && b) return { act, old: a, by: b };
      // «вместо мойки угловую? Замените»: by what was said.
      return to === undefined ? undefined : { act: 'resize', things, to };
    }
    case 'likewise':
    case 'yield':
      return { act, things };
    case 'split':
      return a && { act, thing: a, into: partsOf(frame, a, a.source), ...(places.length > 0 ? { among: places } : {}) };
    case 'resize':
      return {
        act,
        things: things.map((thing) => ({ ...given({ width: from }), ...thing })),
        ...(places.length > 0 ? { among: places } : {}),
        ...given({ by: oneOf('wider narrower higher lower', frame, 'by'), mm, to, from }),
      };
    default:
      return act && { act, things, places };
  }
}

/** An edit as statements; some that sound like one describe the kitchen. */
export function saidBy(edit: EditSaid, group: readonly Node[], kids: readonly Edge[]): Said[] {
  // «стиралку и пенал оставим в коридоре»
  if (edit.act === 'keep' && edit.things.length > 0 && kids.some(({ category }) => category === 'away'))
    return edit.things.map((thing) => ({ say: 'thing', act: 'elsewhere', thing, places: [] }));
  // «убрать? нет, оставьте, но 45»
  const isSized = ({ act, kids: own }: Node): boolean =>
    own.some(({ category, from }) => category === 'len' && act !== undefined && from > act.from);
  if (edit.act === 'keep' && group.some(isSized))
    return edit.things.map((thing) => ({ say: 'thing', act: 'want', thing, places: edit.places }));
  // «уберите посудомойку, на её место тумбу»
  const [thing] = edit.act === 'remove' ? edit.things.slice(-1) : [];
  if (thing && edit.act === 'remove' && edit.places.some(({ at }) => at === 'instead')) {
    const gone = { ...edit, things: edit.things.slice(0, -1), places: [] };
    const wanted: Said = { say: 'thing', act: 'want', thing, places: edit.places };
    return gone.things.length > 0 ? [{ say: 'edit', edit: gone }, wanted] : [wanted];
  }
  // «верхние белыми и пенал тоже белым»: its row is painted.
  const painted = edit.act === 'likewise' ? edit.things.map(rowPainted) : [];
  if (painted.length > 0 && painted.every((said) => said !== undefined)) return painted;
  // «антресоли уберите»: all of them.
  const [row] = edit.act === 'remove' && edit.places.length === 0 ? edit.things : [];
  if (row?.concept === 'mezzanine' && Object.keys(row).length === 2)
    return [{ say: 'row', act: 'refuse', tier: 'upper' }];
  // «мойка тоже другая, 80»: no likeness of what was changed before. «духовку повыше, в пенал»
  const isOther =
    edit.act === 'likewise' && edit.things.some(({ concept, width }) => width && conceptOf(concept)?.kind);
  const isRaised = edit.act === 'resize' && edit.by === 'higher' && edit.things.some(({ tall }) => tall);
  if (isOther || isRaised) return edit.things.map((thing) => ({ say: 'thing', act: 'want', thing, places: [] }));
  // «верхние шкафы сделайте выше, по 90»
  if (edit.act === 'resize' && edit.by === 'higher' && edit.to !== undefined) {
    const tier = group.every(({ edge }) => edge.category === 'row') ? edit.things[0]?.tier : undefined;
    if (tier) return [{ say: 'row', act: 'want', tier, height: edit.to }];
  }
  return [{ say: 'edit', edit }];
}

/** The colour of a tall unit's row. */
function rowPainted({ concept, colour }: Mention): Said | undefined {
  const { kind, tier } = conceptOf(concept) ?? {};
  return colour && !kind && tier === 'tall' ? { say: 'colour', parts: [tier], colour } : undefined;
}

/** What may stand between a thing and its size: «ПММ? зачем она нам … ладно, ставим, но на 45». */
export const ASIDES: ReadonlySet<Statement['say']> = new Set(['context', 'question', 'answer']);

/** A size that an act says: «поставьте 60», «ставим на 45». */
export function sizeOf({ category, frame }: Edge): number | undefined {
  const isWidth = category === 'measure' && text(frame, 'measure') === 'width';
  const said =
    category === 'delta' ? part(frame, 'by_mm') : isWidth ? part(frame, 'len') : category === 'len' ? frame : undefined;
  return said && widthOf({ a: said });
}

/** Whether it is the thing that was spoken of last, and may be so wide. */
export const sizable =
  (all: readonly Statement[], width: number | undefined) =>
  (one: Statement): one is Of<'thing'> =>
    one.say === 'thing' &&
    one.act === 'want' &&
    one === all.findLast(({ say }) => !ASIDES.has(say)) &&
    mayMeasure(one.thing.concept, width ?? 0);

/** «на две по 40», «на 60 и 40», «на ящики 40 и тумбу 40»: of what is divided, where no other unit is named. */
function partsOf(frame: Frame, { which: _, ...whole }: Mention, source: Source): Mention[] {
  const each = part(frame, 'into');
  const parted = (said: Frame = {}, width = number(said, 'width')): Mention =>
    text(said, 'concept') ? mentionOf(said, source) : { ...whole, ...given({ width }) };
  if (each) return [{ ...parted(each), count: number(each, 'count') ?? number(each, 'value') ?? 2 }];
  return ['by', 'also'].map((one) => parted(part(frame, one), millimetres(part(frame, one), 'width')));
}

const placesIn = (frame: Frame | undefined, source: Source): Place[] =>
  parts(frame, 'places').flatMap((one) => placeOf(one, source, false));

/** A change that a phrase says in whole: «поменяй местами …», «вместо X поставь Y», «за счёт ящиков». */
export function editSaid(edge: Edge, kids: readonly Edge[], sourceOf: SourceOf): EditSaid | undefined {
  const { frame } = edge;
  const source = sourceOf(edge);
  const mention = (feature: string, more: Frame = {}): Mention =>
    mentionOf({ ...part(frame, feature), ...more }, source, feature === 'by' ? kids : [], sourceOf);
  const property = part(frame, 'property');
  const width = millimetres(property, 'width');
  switch (oneOf('swap split replace add move yield mirror reverse', frame, 'edit')) {
    case 'swap':
      return { act: 'swap', a: mention('a'), b: mention('b') };
    case 'split':
      return { act: 'split', thing: mention('old'), into: partsOf(frame, mention('old'), source) };
    case 'replace':
      if (!property) {
        const among = placesIn(part(frame, 'among'), source);
        return { act: 'replace', old: mention('old'), by: mention('by'), ...(among.length > 0 ? { among } : {}) };
      }
      return { act: 'replace', old: mention('old'), by: mention('old', width === undefined ? property : { width }) };
    case 'add':
      return { act: 'add', things: [mention('thing', { width })], places: [] };
    case 'move':
      return { act: 'move', things: [mention('thing')], places: placesIn(part(frame, 'to'), source) };
    case 'yield':
      return { act: 'yield', things: part(frame, 'thing') ? [mention('thing')] : [] };
    case 'mirror':
      return { act: 'mirror' };
    default:
      return { act: 'reverse' };
  }
}

/** «замените все навесные шкафы на полки»: what the upper row is to consist of. */
export function rowReplaced({ frame }: Edge, edit: EditSaid | undefined): Said | undefined {
  if (edit?.act !== 'replace' || edit.among) return undefined;
  const { old, by } = edit;
  const { kind, tier } = conceptOf(by.concept) ?? {};
  const isAll = old.which?.all || /^[A-Z]+$/.test(text(part(frame, 'old'), 'cases') ?? '');
  const isRow =
    old.concept === 'cabinet' && old.tier === 'wall' && isAll && old.count === undefined && by.count === undefined;
  return isRow && !kind && tier === 'wall' ? { say: 'row', act: 'want', tier, units: by } : undefined;
}

type Undone = Extract<Statement, { say: 'undo' }>['what'];

/** What is to be as it was before. */
export function undoneOf(edge: Edge, sourceOf: SourceOf): Undone {
  const { frame } = edge;
  const [before, aspect] = [part(frame, 'before'), part(frame, 'aspect')];
  const [turn, steps] = [number(frame, 'turn'), number(frame, 'steps')];
  const named =
    oneOf([...PARTS, 'handles', 'lighting'], frame, 'aspect_part') ??
    oneOf(PARTS, part(frame, 'aspect_of'), 'part') ??
    oneOf(PARTS, part(frame, 'aspect_of'), 'tier');
  if (before) return { before: [mentionOf(before, sourceOf(edge))] };
  if (aspect)
    return { aspect: mentionOf(aspect, sourceOf(edge)), ...(flag(frame, 'cancels') ? { cancels: true } : {}) };
  if (named) return { aspect: named };
  if (turn !== undefined) return { turn };
  return steps === undefined ? (oneOf('last all first', frame, 'what') ?? 'last') : { steps };
}

/** «заполни пустое место»: with plain units, where nothing is named; «убери её» */
export function unnamedIn(edge: Edge, sourceOf: SourceOf): Mention[] {
  if (flag(edge.frame, 'last')) return [{ concept: ANAPHOR, source: sourceOf(edge), which: { anaphor: true } }];
  return flag(edge.frame, 'fill') ? [{ concept: 'base', source: sourceOf(edge), which: { all: true } }] : [];
}

/** Acts that change a row that stands; others say whether there is one. */
const ROW_ACTS = new Set(['move', 'resize', 'raise', 'likewise']);

/** Whether a node is said in the statement of its act. */
export function isGrouped({ edge, act, kids }: Node): boolean {
  const name = text(act?.frame, 'act');
  const painted = name === 'likewise' && kids.some(({ category }) => category === 'colour');
  return (
    edge.category === 'thing' || (edge.category === 'row' && !painted && (name === undefined || ROW_ACTS.has(name)))
  );
}

/** «лишние», «какие мешают» */
export const isSpare = ({ edge, kids }: Node): boolean => [edge, ...kids].some(({ frame }) => flag(frame, 'spare'));

/** Acts that a refusal behind them takes back. */
const CHANGING = new Set('add move remove replace resize swap split'.split(' '));
/** Acts that take a refusal back. */
const REVIVING = new Set(['want', 'put', 'keep', 'add', 'make']);

/** Whether an act changes what stands. */
export const isChange = ({ frame }: Edge): boolean => CHANGING.has(text(frame, 'act') ?? '');

/** Whether more is said of a thing than its name: what is refused may be that alone. */
export const isDetailed = ({ thing: { count = 1, ...thing }, places }: Of<'thing'>): boolean =>
  places.length > 0 || count > 1 || Object.keys(thing).length > 2;

const bare = ({ concept, source }: Mention): Mention => ({ concept, source });
/** What an act is done to; what stays as it is, whatever was thought of before. */
export const objectOf = (thing: Mention, asIs: boolean): Mention => (asIs ? bare(thing) : thing);

/** A change that was only thought of: what it was to change stays. */
const asWas = ({ edit, source }: Of<'edit'>): Statement =>
  'things' in edit && edit.act !== 'add' && edit.things.length > 0
    ? { say: 'edit', edit: { act: 'keep', things: edit.things.map(bare), places: [] }, source }
    : { say: 'context', of: 'other', source };

/** What a statement becomes by an act that names nothing. */
export function retold(said: Statement, act: string, willing = false): Statement | undefined {
  const revives = REVIVING.has(act) && !willing;
  // «какая ПММ? убрать!»
  if (said.say === 'question' && said.things.length > 0 && act === 'remove')
    return { say: 'edit', edit: { act: 'remove', things: said.things, places: [] }, source: said.source };
  // «а влезут ящики между ними? если да, добавьте»
  if (said.say === 'question' && said.about === 'fits' && said.things.length > 0 && revives)
    return { say: 'edit', edit: { act: 'add', things: said.things, places: said.places }, source: said.source };
  // «ящики пошире сделать? не, не надо»
  if (said.say === 'edit' && CHANGING.has(said.edit.act) && act === 'refuse') return asWas(said);
  if (said.say === 'edit' && said.edit.act === 'remove' && revives)
    return { ...said, edit: { ...said.edit, act: 'keep' } };
  // «короб, снести... нет, не будем»
  if (said.say === 'obstacle' && said.act === 'gone' && (act === 'refuse' || act === 'keep'))
    return { ...said, act: 'is' };
  // «какая посудомойка, я ж передумал! убирайте»
  if (said.say === 'thing' && said.act === 'want' && act === 'remove' && !isDetailed(said))
    return { say: 'edit', edit: { act: 'remove', things: [said.thing], places: [] }, source: said.source };
  if (said.say !== 'thing' && said.say !== 'row') return undefined;
  // «холодильник к мойке? не надо, пусть стоит, где стоит», «ящики не нужны… или нужны? оставьте»
  if (said.say === 'thing' && act === 'keep' && isDetailed(said) === (said.act === 'refuse'))
    return { ...said, say: 'edit', edit: { act: 'keep', things: [bare(said.thing)], places: [] } };
  if (said.act !== 'want' && revives) return { ...said, act: 'want' };
  if (said.act === 'refuse') return act === 'remove' ? said : undefined;
  return said.say === 'thing' && said.act === 'want' && act === 'refuse' ? { ...said, act } : undefined;
}

/** «холодильник взяли пошире, теперь 70»: of the thing that was named just before, and of which nothing else was said. */
export function resizable({ all }: Told): Mention[] {
  const last = all.at(-1);
  if (last?.say !== 'thing' || last.act !== 'want' || isDetailed(last)) return [];
  all[all.length - 1] = { say: 'context', of: 'other', source: last.source };
  return [last.thing];
}

/** «с краю», «в угол»: of whichever wall. */
const isAnyEdge = ({ frame }: Edge): boolean =>
  parts(frame, 'places').every(({ at, hand }) => hand === 'any' || (at === 'corner' && hand === undefined));

/**
 * «холодильник справа, переставьте влево»: where it is, and where it goes; «холодильник на длинную стену перенесите, с краю»
 * says both of where it goes.
 */
export function destinationIn(kids: readonly Edge[], act: Edge): readonly Edge[] {
  const goes = kids.filter((kid) => isPlace(kid) && kid.from >= act.to);
  return goes.every(isAnyEdge) ? kids : goes;
}

/** «не нужна? да нет, нужна»: the statement that an act without a thing is of; none where it says something of its own. */
export function retellingOf(
  all: readonly Statement[],
  nodes: readonly Node[],
  node: Node,
  act: string,
): { readonly at: number; readonly said: Statement } | undefined {
  // «уберите шкафы, просторнее хочется»: what is removed is not what is wanted.
  const willing = flag(node.edge.frame, 'willing') && !node.corrects;
  const at = all.findLastIndex((one) => retold(one, act, willing) !== undefined);
  const last = all.findLastIndex(({ say }) => say !== 'answer' && say !== 'context');
  const i = nodes.indexOf(node);
  const [before, next] = [nodes[i - 1], nodes[i + 1]];
  // «верх убираем, будут полки, потом повесим»
  const isOther = next?.edge.category === 'thing' && next.act !== undefined && next.act !== node.edge;
  const leads = next && !next.starts && !next.joined && (isOther || /^(walls|kitchen)$/.test(next.edge.category));
  const said = all[at];
  const isMoved = said?.say === 'edit' && said.edit.act !== 'remove';
  // «холодильник в коридоре, делаем»: only a correction brings it here.
  const isAway = said?.say === 'thing' && said.act === 'elsewhere';
  const again =
    node.corrects ||
    flag(node.edge.frame, 'withdraws') ||
    (at === last && !leads && !isAway && (act !== 'refuse' || isMoved || before?.edge.category === 'answer'));
  const idle = node.kids.every((kid) => sizeOf(kid) !== undefined) && !nodes.some((one) => one.act === node.edge);
  const after = idle && again && said ? retold(said, act, willing) : undefined;
  // «мойку под окно не надо, поставьте её слева от окна»: it was the place that was refused.
  const isPlaced = next?.edge.category === 'place' && !next.starts;
  const isThere = said?.say === 'thing' && said.act === 'refuse' && after?.say === 'thing' && isPlaced;
  return after && { at, said: isThere ? { ...after, places: [] } : after };
}

/** Acts that make one statement of what they govern, with that. */
export function groupsOf(nodes: readonly Node[]): ReadonlyMap<Edge, readonly Node[]> {
  const plain = nodes.filter(({ edge, act }) => !act && (edge.category === 'thing' || edge.category === 'walls'));
  const groups = new Map<Edge, Node[]>();
  for (const node of nodes) {
    if (!node.act || !isGroup(node.act)) continue;
    // «электроплита на длинной, холодильник тоже на длинной»: each is told by itself.
    const isAlone = (): boolean => plain.length <= 1 && nodes.filter(({ act }) => act === node.act).length <= 1;
    const isPlaced = node.kids.some(({ category }) => category === 'place');
    if (isLikewise(node.act) && (isPlaced || !isAlone())) continue;
    groups.set(node.act, [...(groups.get(node.act) ?? []), node]);
  }
  return groups;
}
