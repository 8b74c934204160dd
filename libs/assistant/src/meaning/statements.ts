import { CONSTANTS, given, HANDLES, OBSTACLES, TIERS } from '#libs/furniture';
import { OBSTACLE_CONCEPTS } from '../concepts/obstacles.js';
import type { Edge } from '../rules/chart.js';
import { type Frame, flag, number, oneOf, part, parts, text } from '../rules/frame.js';
import { millimetres } from '../rules/quantities.js';
import type { Node } from './attach.js';
import type {
  EditSaid,
  Mention,
  ObstacleRef,
  ObstacleSaid,
  Part,
  Place,
  QuestionAbout,
  Statement,
  Topic,
  WallRef,
} from './meaning.js';
import { ANAPHOR, colourOf, isNext, kidsOf, measured, mentionOf, placesOf, type SourceOf } from './mentions.js';

/** What a question before this message was about, for answers that name nothing themselves. */
export interface Asked {
  readonly about: 'length' | 'ceiling' | 'width' | 'kind' | 'place' | 'other';
  readonly concept?: string;
}

type Said = Statement extends infer One ? (One extends Statement ? Omit<One, 'source'> : never) : never;

const PARTS = ['facade', 'carcass', 'worktop', ...TIERS] as const;
const SHAPES = ['straight', 'corner', 'u', 'island', 'peninsula', 'parallel', 'g'] as const;
const CONTEXTS = [
  'money',
  'address',
  'family',
  'style',
  'material',
  'old_kitchen',
  'time',
  'contact',
  'other',
] as const;
const TOPICS = [
  'greeting',
  'thanks',
  'praise',
  'complaint',
  'swearing',
  'price',
  'discount',
  'delivery',
  'installation',
  'deadline',
  'warranty',
  'payment',
  'measuring',
  'hardware',
  'who',
  'human',
  'other_furniture',
  'other_language',
  'off_topic',
  'injection',
  'drawing',
] as const satisfies readonly Topic[];
const ABOUTS = [
  'width',
  'height',
  'depth',
  'length',
  'gap',
  'count',
  'place',
  'neighbour',
  'exists',
  'fits',
  'colour',
  'handles',
  'fuel',
  'area',
  'pieces',
  'free_space',
  'palette',
  'hinges',
  'why',
  'contents',
  'advice',
  'other',
] as const satisfies readonly QuestionAbout[];
const OTHER_MEASURES: Readonly<Record<string, string>> = {
  height: `другая высота столешницы (она на ${CONSTANTS.worktopTop} мм от пола)`,
  depth: 'другая толщина столешницы',
};
/** Acts that change a row that stands; others say whether there is one. */
const ROW_ACTS = ['move', 'resize', 'raise', 'likewise'] as const;
const ENDS = ['wall', 'free'] as const;
const WALLS = ['left', 'middle', 'right', 'long', 'short', 'first', 'second', 'third', 'other'] as const;
const HANDS = ['left', 'right'] as const;
/** Acts that make one statement of all that they govern. */
const GROUPS = [
  'remove',
  'add',
  'move',
  'keep',
  'swap',
  'resize',
  'likewise',
  'split',
  'ask',
  'raise',
  'replace',
] as const;
/** Walls of kitchens, mm; another number is asked about. */
const WALL_RANGE = { min: 400, max: 100_000 };

/** Statements of a reading, and which of them each phrase went into. */
export class Statements {
  readonly all: Statement[] = [];
  /** Index of the statement by phrase. */
  readonly of = new Map<Edge, number>();
  /** Position from which on everything is an attempt to give the assistant orders. */
  readonly unlawful: number | undefined;
  readonly #sourceOf: SourceOf;
  readonly #asked: Asked | undefined;
  readonly #groups = new Map<Edge, { nodes: Node[]; kids: readonly Edge[] }>();
  readonly #walls: number[] = [];
  readonly #cornered: boolean;
  #lastObstacle: number | undefined;

  constructor(tree: readonly Node[], sourceOf: SourceOf, asked?: Asked) {
    this.#sourceOf = sourceOf;
    this.#asked = asked;
    const { nodes: heads, from } = lawful(tree);
    const nodes = gathered(heads);
    this.unlawful = from;
    this.#cornered = nodes.some(({ edge }) => text(edge.frame, 'shape') === 'corner' || flag(edge.frame, 'corner'));
    const brief =
      nodes.filter(({ edge, act }) => !act && (edge.category === 'thing' || edge.category === 'walls')).length > 1;
    for (const node of nodes) {
      if (node.act && isGroup(node.act) && !(brief && isLikewise(node.act))) {
        const group = this.#groups.get(node.act) ?? { nodes: [], kids: [] };
        group.nodes.push(node);
        this.#groups.set(node.act, group);
      }
    }
    for (const node of nodes) {
      if (node.edge.category === 'act' || node.edge.category === 'ask') this.#act(node);
      else if (!node.act || !this.#groups.has(node.act) || !this.#grouped(node)) this.#head(node);
    }
    this.#contrasts(nodes);
    this.#sequences(nodes);
    this.#resolve();
    this.#wallsOfPlaces();
  }

  #add(said: Said, ...edges: readonly Edge[]): number {
    const index = this.all.length;
    this.all.push({ ...said, source: this.#sourceOf(...edges) });
    for (const edge of edges) this.of.set(edge, index);
    return index;
  }

  #mention(node: Node, resized = false): Mention {
    const kids = node.kids.filter(({ category }) => category !== 'place' && !(resized && category === 'len'));
    const { frame } = node.edge;
    const named = node.edge.category === 'row' ? { tier: frame['tier'], concept: 'cabinet', all: true } : frame;
    return mentionOf(named, this.#sourceOf(node.edge), kids, this.#sourceOf);
  }

  /** Places of a thing; of two sides the one said last. */
  #places(kids: readonly Edge[], shifting = false): Place[] {
    const all = kids
      .filter((kid) => kid.category === 'place')
      .flatMap((kid) => placesOf(kid, this.#sourceOf, shifting));
    return all.filter((one, i) => one.at !== 'side' || !all.slice(i + 1).some(({ at }) => at === 'side'));
  }

  #grouped(node: Node): boolean {
    const act = text(node.act?.frame, 'act');
    const { category } = node.edge;
    return category === 'thing' || (category === 'row' && (act === undefined || ROW_ACTS.some((one) => one === act)));
  }

  /** A statement of an act with all that it governs. */
  #act(node: Node): void {
    const { edge } = node;
    const group = this.#groups.get(edge)?.nodes.filter((one) => this.#grouped(one)) ?? [];
    const kids = [...node.kids, ...group.flatMap((one) => one.kids)];
    const edges = [edge, ...group.flatMap((one) => [one.edge, ...one.kids]), ...node.kids];
    const things = group.map((one) => this.#mention(one, text(edge.frame, 'act') === 'resize'));
    const places = this.#places(kids, flag(edge.frame, 'shift'));
    if (edge.category === 'ask') {
      const about = oneOf(ABOUTS, edge.frame, 'about') ?? 'other';
      this.#add({ say: 'question', about, things, places, ...given({ width: things[0]?.width }) }, ...edges);
      return;
    }
    const act = text(edge.frame, 'act') ?? '';
    if (!isGroup(edge) || (isLikewise(edge) && !this.#groups.has(edge))) {
      const governed = this.all.length;
      if (things.length === 0 && node.kids.length > 0) this.#loose(node);
      if (this.all.length > governed) this.of.set(edge, governed);
      return;
    }
    if (things.length === 0 && node.kids.length === 0 && (this.#groups.get(edge)?.nodes.length ?? 0) > 0) return;
    const said = this.#editOf(act, edge, things, places, kids);
    const idle = things.length === 0 && node.kids.length === 0 && (act === 'remove' || act === 'keep');
    if (said && !(idle && this.all.length > 0)) this.#add({ say: 'edit', edit: said }, ...edges);
    for (const kid of kids.filter(({ frame }) => part(frame, 'thing'))) {
      const spared = mentionOf(part(kid.frame, 'thing') ?? {}, this.#sourceOf(kid));
      this.#add({ say: 'edit', edit: { act: 'keep', things: [spared], places: [] } }, kid);
    }
  }

  #editOf(
    act: string,
    phrase: Edge,
    things: readonly Mention[],
    places: readonly Place[],
    kids: readonly Edge[],
  ): EditSaid | undefined {
    const [a, b] = things;
    const { frame } = phrase;
    const fills = flag(frame, 'fill') && { concept: 'base', source: this.#sourceOf(phrase), which: { all: true } };
    const delta = (name: string): Frame | undefined =>
      kids.map((kid) => part(kid.frame, name)).find((one) => one !== undefined);
    const len = kids.find((kid) => kid.category === 'len' || kid.category === 'measure');
    const to = len && (millimetres(len.frame, 'width') ?? number(measured(len.frame, 'width'), 'width'));
    switch (act) {
      case 'remove':
      case 'add':
      case 'move':
      case 'keep':
        return { act, things: fills && things.length === 0 ? [fills] : things, places };
      case 'raise':
        return places.length > 0 || things.some(({ tall }) => tall)
          ? { act: 'move', things, places }
          : { act: 'resize', things, by: 'higher', ...given({ mm: millimetres(delta('by_mm'), 'change') }) };
      case 'swap':
        return a && b ? { act: 'swap', a, b } : { act: 'move', things, places };
      case 'replace':
        return a && b ? { act: 'replace', old: a, by: b } : { act: 'resize', things, ...given({ to }) };
      case 'likewise':
        return { act: 'likewise', things };
      case 'split':
        return a ? { act: 'split', thing: a, into: things.slice(1) } : undefined;
      case 'resize': {
        const by = oneOf(['wider', 'narrower', 'higher', 'lower'], frame, 'by');
        const mm = millimetres(part(frame, 'by_mm') ?? delta('by_mm'), 'change');
        return { act: 'resize', things, ...given({ by, mm, to: millimetres(delta('to'), 'width') ?? to }) };
      }
      default:
        return undefined;
    }
  }

  /** What an act governs beside things: «перенеси направо», «сделай 80». */
  #loose(node: Node): void {
    for (const kid of node.kids) this.#head({ edge: kid, kids: [] });
  }

  #head(node: Node): void {
    const { edge } = node;
    const { frame } = edge;
    const edges = [edge, ...node.kids];
    const act = text(node.act?.frame, 'act');
    const refused = act === 'refuse' || act === 'remove';
    const before = this.all.length;
    switch (edge.category) {
      case 'thing':
        this.#thing(node, act === 'refuse' ? 'refuse' : 'want');
        break;
      case 'row':
        this.#row(node, refused || (flag(frame, 'none') ?? false));
        break;
      case 'obst':
        this.#obstacle(node, refused || act === 'no');
        break;
      case 'walls':
        this.#wallsOf(node);
        break;
      case 'len':
      case 'size':
        this.#number(node);
        break;
      case 'shape': {
        const shape = oneOf(SHAPES, frame, 'shape') ?? 'straight';
        const not = refused || flag(frame, 'not');
        const known = this.all.findIndex((one) => one.say === 'shape' && one.shape === shape && !one.not && !not);
        if (known >= 0) for (const one of edges) this.of.set(one, known);
        else this.#add({ say: 'shape', shape, ...(not ? { not: true } : {}) }, ...edges);
        break;
      }
      case 'part':
      case 'colour':
      case 'kitchen':
        this.#colour(node, refused);
        break;
      case 'handles':
      case 'handle_noun':
        this.#handles(node, refused);
        break;
      case 'light':
        this.#add({ say: 'lighting', on: !refused }, ...edges);
        break;
      case 'ceil': {
        const mm = millimetres(part(frame, 'len'), 'ceiling');
        if (mm !== undefined) this.#add({ say: 'ceiling', mm }, ...edges);
        break;
      }
      case 'ends':
        this.#ends(node);
        break;
      case 'up_to':
        this.#add({ say: 'row', act: refused ? 'refuse' : 'want', tier: 'wall', toCeiling: true }, ...edges);
        break;
      case 'mod':
        this.#property(node, refused);
        break;
      case 'place':
      case 'away':
        this.#placeAlone(node);
        break;
      case 'measure':
      case 'extent':
        this.#measureAlone(node);
        break;
      case 'talk':
        this.#talk(node);
        break;
      case 'context':
        this.#add({ say: 'context', of: oneOf(CONTEXTS, frame, 'of') ?? 'other' }, ...edges);
        break;
      case 'area':
        this.#add({ say: 'context', of: 'other' }, ...edges);
        break;
      case 'outside':
        this.#add({ say: 'outside', name: text(frame, 'name') ?? '' }, ...edges);
        break;
      case 'start_anew':
        this.#add({ say: 'anew' }, ...edges);
        break;
      case 'usual':
        this.#add({ say: 'usual' }, ...edges);
        break;
      case 'whole':
        this.#property({ edge: { ...edge, frame: { ...frame, all: true } }, kids: [] }, refused, edge);
        break;
      case 'bundle':
        this.#bundle(node);
        break;
      case 'answer':
        this.#answer(node);
        break;
      case 'edit':
        this.#edit(node);
        break;
      case 'undo':
        this.#undo(node);
        break;
      default:
        break;
    }
    if (node.act && this.all.length > before && !this.of.has(node.act)) this.of.set(node.act, before);
  }

  #thing(node: Node, act: 'want' | 'refuse'): void {
    const mention = this.#mention(node);
    const places = this.#places(
      node.kids,
      this.all.some(({ say }) => say === 'edit'),
    );
    const away = node.kids.some(
      ({ category, frame }) => category === 'away' && (!flag(frame, 'aside') || mention.concept === 'microwave'),
    );
    for (const place of kidsOf(node, 'place').flatMap(({ frame }) => parts(frame, 'places'))) {
      // «вплотную к стене слева»: there is one.
      const hand = flag(place, 'closed') ? oneOf(HANDS, place, 'hand') : undefined;
      if (hand) this.#ends({ edge: { ...node.edge, frame: { [hand]: 'wall' } }, kids: [] });
    }
    const row = mention.concept === 'mezzanine' && mention.width === undefined && mention.count === undefined;
    const edges = [node.edge, ...node.kids.filter(({ category }) => category !== 'exception')];
    if (places.some(({ at }) => at === 'shift'))
      this.#add({ say: 'edit', edit: { act: 'move', things: [mention], places } }, ...edges);
    else if (row && places.length === 0) this.#add({ say: 'row', act, tier: 'upper' }, ...edges);
    else this.#add({ say: 'thing', act: away && act === 'want' ? 'elsewhere' : act, thing: mention, places }, ...edges);
  }

  #row(node: Node, refused: boolean): void {
    const { edge, kids } = node;
    const tier = oneOf(TIERS, edge.frame, 'tier') ?? 'wall';
    const colours = kidsOf(node, 'colour');
    const others = kids.filter(({ category }) => category !== 'colour' && category !== 'exception');
    for (const kid of colours) {
      const colour = colourOf(kid.frame, this.#sourceOf(kid).text);
      if (colour) this.#add({ say: 'colour', parts: [tier], colour }, edge, kid);
    }
    if (colours.length > 0 && others.length === 0 && !refused) return;
    const placeKids = kidsOf(node, 'place');
    const places = this.#places(kids);
    const walls = places.flatMap((place) => (place.at === 'wall' ? [place.wall] : []));
    const over = places.flatMap((place) => (place.at === 'over' && 'concept' in place.of ? [place.of] : []));
    const side = places.find((place) => place.at === 'side');
    const height =
      kids
        .map((kid) =>
          kid.category === 'measure'
            ? number(measured(kid.frame, 'width'), 'height')
            : kid.category === 'len'
              ? millimetres(kid.frame, 'width')
              : undefined,
        )
        .find((mm) => mm !== undefined) ?? number(edge.frame, 'height');
    const only =
      flag(edge.frame, 'only') ||
      kids.some((kid) => kid.category === 'only') ||
      placeKids.some((kid) => flag(kid.frame, 'only'));
    const bundle = kidsOf(node, 'bundle')[0];
    const units = part(edge.frame, 'units') ?? (bundle && { concept: 'upper', ...bundle.frame });
    this.#add(
      {
        say: 'row',
        act: refused ? 'refuse' : 'want',
        tier,
        ...(walls.length > 0 ? { walls } : {}),
        ...(only ? { only } : {}),
        ...(flag(edge.frame, 'toCeiling') || kids.some((kid) => kid.category === 'up_to') ? { toCeiling: true } : {}),
        ...(over.length > 0 ? { over } : {}),
        ...given({
          height,
          hand: side?.at === 'side' ? HANDS.find((hand) => hand === side.hand) : undefined,
          units: units && mentionOf(units, this.#sourceOf(bundle ?? edge)),
        }),
      },
      edge,
      ...others,
    );
  }

  #obstacle(node: Node, gone: boolean): void {
    const { edge, kids } = node;
    const kind = oneOf(OBSTACLES, edge.frame, 'obstacle') ?? 'niche';
    // «там вода подведена» says nothing without a place.
    if (kids.length === 0 && !gone && (flag(edge.frame, 'implied') || kind === 'water')) return;
    const gap = millimetres(part(edge.frame, 'cornerGap'), 'place');
    const from = oneOf(HANDS, edge.frame, 'hand') ?? 'unsaid';
    let said: ObstacleSaid = { kind, places: gap === undefined ? [] : [{ at: 'offset', mm: gap, from }] };
    for (const kid of kids) said = described(said, kid, this.#sourceOf);
    said = sided(said);
    const index = this.#lastObstacle;
    const before = index === undefined ? undefined : this.all[index];
    if (index !== undefined && before?.say === 'obstacle' && before.act === 'is' && !gone) {
      const both = completed(before.obstacle, said);
      if (both) {
        this.all[index] = { ...before, obstacle: both };
        for (const one of [edge, ...kids]) this.of.set(one, index);
        return;
      }
    }
    this.#lastObstacle = this.#add({ say: 'obstacle', act: gone ? 'gone' : 'is', obstacle: said }, edge, ...kids);
  }

  #measureAlone(node: Node): void {
    const index = this.#lastObstacle;
    const last = index === undefined ? undefined : this.all[index];
    if (index !== undefined && last?.say === 'obstacle') {
      this.all[index] = { ...last, obstacle: described(last.obstacle, node.edge, this.#sourceOf) };
      this.of.set(node.edge, index);
      return;
    }
    const mm = millimetres(part(node.edge.frame, 'len'), 'place');
    if (mm !== undefined && text(node.edge.frame, 'measure') === 'bottom') {
      this.#add({ say: 'obstacle', act: 'is', obstacle: { kind: 'window', places: [], bottom: mm } }, node.edge);
    } else if (mm !== undefined) this.#add({ say: 'number', value: mm, unit: 'mm' }, node.edge);
  }

  #wallsOf(node: Node): void {
    const { edge } = node;
    const items = parts(edge.frame, 'items');
    const about = this.#asked?.about;
    if (about && about !== 'length' && items.every((item) => flag(item, 'bare'))) {
      for (const item of items) this.#number({ edge: { ...edge, frame: part(item, 'len') ?? {} }, kids: [] }, edge);
      return;
    }
    const more = kidsOf(node, 'len').map((len): Frame => ({ len: len.frame }));
    const lengths: { mm: number; wall?: WallRef }[] = [];
    let approximate = false;
    for (const item of more.length > 0 && items.length === 1 ? more : items) {
      const len = part(item, 'len');
      const mm = millimetres(len, 'wall') ?? 0;
      const value = number(len, 'value') ?? 0;
      // «300 на 200» of a kitchen whose shape is not said may be anything.
      const unclear = items.length > 1 && !this.#cornered && !text(len, 'unit') && value >= 100 && value < 1000;
      if (unclear || mm < WALL_RANGE.min || mm > WALL_RANGE.max) {
        this.#unit(len, node);
        return;
      }
      approximate ||= flag(len, 'approximate') ?? false;
      const ordinal = number(item, 'ordinal');
      const hand = text(item, 'hand');
      const wall =
        oneOf(WALLS, item, 'wall') ??
        (ordinal === undefined ? undefined : (['first', 'second', 'third'] as const)[ordinal - 1]) ??
        WALLS.find((one) => one === (hand === 'centre' ? 'middle' : hand));
      lengths.push({ mm, ...given({ wall }) });
    }
    if (text(edge.frame, 'shape') === 'corner') this.#add({ say: 'shape', shape: 'corner' }, edge);
    const marks = {
      ...(flag(edge.frame, 'product') ? { product: true as const } : {}),
      ...(approximate ? { approximate: true as const } : {}),
      ...(flag(edge.frame, 'room') ? { room: true as const } : {}),
    };
    const index = this.#walls.at(-1);
    const before = index === undefined ? undefined : this.all[index];
    if (index !== undefined && before?.say === 'walls' && items.some((item) => flag(item, 'total'))) {
      this.all[index] = { ...before, lengths };
      this.of.set(edge, index);
    } else if (index !== undefined && before?.say === 'walls' && !before.product && !marks.product) {
      const known = lengths.filter(
        ({ mm, wall }) => wall !== undefined || !before.lengths.some((one) => one.mm === mm),
      );
      this.all[index] = { ...before, ...marks, lengths: [...before.lengths, ...known] };
      for (const one of [edge, ...node.kids]) this.of.set(one, index);
    } else this.#walls.push(this.#add({ say: 'walls', lengths, ...marks }, edge, ...node.kids));
  }

  #unit(len: Frame | undefined, node: Node, phrase = node.edge): void {
    const value = number(len, 'value') ?? 0;
    const unit = oneOf(['mm', 'cm', 'm'], len, 'unit');
    this.#add({ say: 'number', value, ...given({ unit }) }, phrase, ...node.kids);
  }

  #number(node: Node, phrase = node.edge): void {
    const { frame } = node.edge;
    const about = this.#asked?.about;
    const mm =
      about === 'length' ? lengthAsked(frame) : about === 'ceiling' ? millimetres(frame, 'ceiling') : undefined;
    if (mm !== undefined && about === 'length') this.#add({ say: 'walls', lengths: [{ mm }] }, phrase);
    else if (mm !== undefined) this.#add({ say: 'ceiling', mm }, phrase);
    else this.#unit(part(frame, 'a') ?? frame, node, phrase);
  }

  #colour(node: Node, refused: boolean): void {
    const { edge } = node;
    const kid = edge.category === 'colour' ? edge : kidsOf(node, 'colour').at(-1);
    const colour = kid && colourOf(kid.frame, this.#sourceOf(kid).text);
    if (!colour) {
      const measure = text(edge.frame, 'measure') ?? text(kidsOf(node, 'measure')[0]?.frame, 'measure');
      const name = measure && text(edge.frame, 'part') === 'worktop' ? OTHER_MEASURES[measure] : undefined;
      if (name) this.#add({ say: 'outside', name }, edge, ...node.kids);
      return;
    }
    const named = oneOf(PARTS, edge.frame, 'part');
    const also = parts(edge.frame, 'also').flatMap(
      (one) => oneOf(PARTS, one, 'part') ?? oneOf(TIERS, one, 'tier') ?? [],
    );
    const level = oneOf(TIERS, node.kids.find((one) => one.category === 'level')?.frame, 'level');
    const unnamed = edge.category === 'colour' && !flag(edge.frame, 'whole');
    const denied = flag(kid.frame, 'not');
    const said: readonly Part[] = level ? [level] : unnamed ? [] : [named ?? 'facade', ...also];
    this.#add({ say: 'colour', parts: said, colour, ...(refused || denied ? { not: true } : {}) }, edge, ...node.kids);
  }

  #handles(node: Node, refused: boolean): void {
    const { edge } = node;
    const level =
      oneOf(TIERS, node.kids.find((one) => one.category === 'level')?.frame, 'level') ??
      oneOf(TIERS, part(edge.frame, 'of'), 'tier');
    const tiers = level ? [level] : ('all' as const);
    const handle = oneOf(HANDLES, edge.frame, 'handle');
    const edges = [edge, ...node.kids];
    if (handle) {
      this.#add(
        {
          say: 'handles',
          tiers: handle === 'gola' && !level ? ['base'] : tiers,
          handle,
          ...(refused ? { not: true } : {}),
        },
        ...edges,
      );
    } else if (refused || text(edge.frame, 'handle') === 'none') {
      if (level !== 'base') this.#add({ say: 'handles', tiers, handle: 'push' }, ...edges);
      if (level !== 'wall') this.#add({ say: 'handles', tiers: ['base'], handle: 'gola' }, ...edges);
    }
  }

  /** «газ», «встроенный», «узкую», «правую» without their thing. */
  #property(node: Node, refused: boolean, phrase = node.edge): void {
    const { edge } = node;
    const fuel = edge.frame['fuel'] !== undefined;
    if (refused && edge.frame['fuel'] === 'gas') {
      // «газа нет»
      const thing: Mention = { concept: 'cooker', source: this.#sourceOf(edge), fuel: 'electric' };
      this.#add({ say: 'thing', act: 'want', thing, places: [] }, phrase, ...node.kids);
      return;
    }
    const concept = this.#asked?.concept ?? (fuel ? 'cooker' : ANAPHOR);
    const kids = node.kids.filter((kid) => kid.category !== 'place');
    const thing = mentionOf({ ...edge.frame, concept }, this.#sourceOf(edge), kids, this.#sourceOf);
    const said = Object.keys(thing).some((key) => key !== 'concept' && key !== 'source');
    if (said) {
      const act = refused ? 'refuse' : 'want';
      this.#add({ say: 'thing', act, thing, places: this.#places(node.kids) }, phrase, ...node.kids);
    }
  }

  #ends({ edge, kids }: Node): void {
    const said = given({ left: oneOf(ENDS, edge.frame, 'left'), right: oneOf(ENDS, edge.frame, 'right') });
    const index = this.all.findIndex(({ say }) => say === 'ends');
    const before = this.all[index];
    if (before?.say === 'ends') {
      this.all[index] = { ...before, ...said };
      this.of.set(edge, index);
    } else this.#add({ say: 'ends', ...said }, edge, ...kids);
  }

  #talk({ edge, kids }: Node): void {
    const topic = oneOf(TOPICS, edge.frame, 'topic') ?? 'off_topic';
    const index = this.all.findIndex((one) => one.say === 'talk' && one.topic === topic);
    if (index >= 0) this.of.set(edge, index);
    else this.#add({ say: 'talk', topic }, edge, ...kids);
  }

  /** «4 штуки по 50»: of the row that was named before. */
  #bundle({ edge }: Node): void {
    const index = this.all.findLastIndex(({ say }) => say === 'row');
    const row = this.all[index];
    if (row?.say !== 'row') return;
    this.all[index] = { ...row, units: mentionOf({ ...edge.frame, concept: 'upper' }, this.#sourceOf(edge)) };
    this.of.set(edge, index);
  }

  #placeAlone(node: Node): void {
    const gap = millimetres(kidsOf(node, 'len')[0]?.frame, 'place');
    const places = [node.edge, ...kidsOf(node, 'place')]
      .flatMap((edge) => placesOf(edge, this.#sourceOf))
      .map((place) => (gap !== undefined && place.at === 'beside' ? { ...place, gap } : place));
    const concept = this.#asked?.concept;
    const obstacle = OBSTACLES.find((one) => one === concept);
    if (obstacle)
      this.#add({ say: 'obstacle', act: 'is', obstacle: { kind: obstacle, places } }, node.edge, ...node.kids);
    else if (places.length > 0) this.#add({ say: 'place', places }, node.edge, ...node.kids);
  }

  #answer({ edge }: Node): void {
    const choice = number(edge.frame, 'choice');
    const answer = choice === undefined ? oneOf(['yes', 'no', 'unsure', 'any'], edge.frame, 'answer') : { choice };
    if (answer) this.#add({ say: 'answer', answer }, edge);
  }

  #edit({ edge, kids }: Node): void {
    const { frame } = edge;
    const source = this.#sourceOf(edge);
    const mention = (feature: string): Mention => mentionOf(part(frame, feature) ?? {}, source);
    const act = text(frame, 'edit');
    const property = part(frame, 'property');
    if (act === 'swap') this.#add({ say: 'edit', edit: { act, a: mention('a'), b: mention('b') } }, edge);
    else if (act === 'replace' && property) {
      const old = part(frame, 'old') ?? {};
      const mm = millimetres(property, 'width');
      const changed: Frame = mm === undefined ? { ...old, ...property } : { ...old, width: mm };
      this.#add({ say: 'edit', edit: { act, old: mention('old'), by: mentionOf(changed, source) } }, edge);
    } else if (act === 'replace') {
      const by = mentionOf(part(frame, 'by') ?? {}, source, kids, this.#sourceOf);
      this.#add({ say: 'edit', edit: { act, old: mention('old'), by } }, edge, ...kids);
    } else this.#add({ say: 'edit', edit: { act: act === 'mirror' ? 'mirror' : 'reverse' } }, edge);
  }

  #undo({ edge }: Node): void {
    const { frame } = edge;
    const source = this.#sourceOf(edge);
    const [before, aspect] = [part(frame, 'before'), part(frame, 'aspect')];
    const part_ =
      oneOf([...PARTS, 'handles', 'lighting'], frame, 'aspect_part') ?? oneOf(PARTS, part(frame, 'aspect_of'), 'part');
    const turn = number(frame, 'turn');
    const what = before
      ? { before: [mentionOf(before, source)] }
      : aspect
        ? { aspect: mentionOf(aspect, source) }
        : part_
          ? { aspect: part_ }
          : turn !== undefined
            ? { turn }
            : (oneOf(['last', 'all', 'first'], frame, 'what') ?? 'last');
    this.#add({ say: 'undo', what }, edge);
  }

  /** «слева от мойки посудомойка, справа ящики»: to the right of the sink too. */
  #contrasts(nodes: readonly Node[]): void {
    let before: Place | undefined;
    for (const node of nodes) {
      const index = this.of.get(node.edge);
      const said = index === undefined ? undefined : this.all[index];
      if (index === undefined || said?.say !== 'thing') continue;
      const [place] = said.places;
      const other = before?.at === 'beside' && before.hand === 'left' ? 'right' : 'left';
      if (
        !node.starts &&
        before?.at === 'beside' &&
        place?.at === 'side' &&
        !place.end &&
        before.hand &&
        place.hand === other
      ) {
        this.all[index] = { ...said, places: [{ ...before, hand: other }, ...said.places.slice(1)] };
      }
      before = place;
    }
  }

  /** «рядом», «между ними», «справа от неё»: of what was named before, in this message. */
  #resolve(): void {
    const named: (Mention | ObstacleRef)[] = [];
    const isOpen = (of: Mention | ObstacleRef): boolean => 'concept' in of && of.concept === ANAPHOR;
    const resolved = (place: Place): Place => {
      const last = named.at(-1);
      if ('of' in place && isOpen(place.of) && last) return { ...place, of: last };
      const before = named.at(-2);
      if (place.at === 'between' && isOpen(place.a) && last && 'concept' in last && last.count === 2) {
        return { ...place, a: last, b: last };
      }
      if (place.at === 'between' && isOpen(place.a) && before && last) return { ...place, a: before, b: last };
      return place;
    };
    for (const [i, said] of this.all.entries()) {
      if (said.say === 'thing') {
        const places = said.places.map(resolved);
        this.all[i] = { ...said, places };
        const last = named.at(-1);
        if (said.thing.concept !== ANAPHOR)
          named.push({ concept: said.thing.concept, source: said.thing.source, ...given({ count: said.thing.count }) });
        else if (said.act !== 'want' && last) this.#unwant(said.act, last, i);
      } else if (said.say === 'obstacle') {
        this.all[i] = { ...said, obstacle: { ...said.obstacle, places: said.obstacle.places.map(resolved) } };
        named.push({ obstacle: said.obstacle.kind, source: said.source });
      } else if (said.say === 'edit' && 'places' in said.edit) {
        this.all[i] = { ...said, edit: { ...said.edit, places: said.edit.places.map(resolved) } };
        named.push(...said.edit.things.filter(({ concept }) => concept !== ANAPHOR));
      }
    }
  }

  /** «плита …, её не считайте»: what was named before is not wanted here. */
  #unwant(act: 'refuse' | 'elsewhere', named: Mention | ObstacleRef, before: number): void {
    const index = this.all.findLastIndex(
      (one, i) =>
        i < before &&
        (('concept' in named && one.say === 'thing' && one.thing.concept === named.concept) ||
          ('obstacle' in named && one.say === 'obstacle' && one.obstacle.kind === named.obstacle)),
    );
    const said = this.all[index];
    if (said?.say === 'thing' && said.act === 'want') this.all[index] = { ...said, act };
    if (said?.say === 'obstacle') this.all[index] = { ...said, act: 'gone' };
  }

  /** «на стене 3 м окно»: the only word about the length of the wall. */
  #wallsOfPlaces(): void {
    if (this.all.some(({ say }) => say === 'walls')) return;
    const found = new Map<number, Statement>();
    for (const said of this.all) {
      const places = said.say === 'thing' ? said.places : said.say === 'obstacle' ? said.obstacle.places : [];
      for (const place of places)
        if (place.at === 'wall' && typeof place.wall === 'object') found.set(place.wall.length, said);
    }
    const [first] = found.values();
    if (first) this.all.push({ say: 'walls', lengths: [...found.keys()].map((mm) => ({ mm })), source: first.source });
  }

  /** Things that were said to follow each other: «слева направо: …», «потом», «после мойки». */
  #sequences(nodes: readonly Node[]): void {
    let chain: number[] = [];
    let marks: Edge[] = [];
    let direction: 'left_to_right' | 'right_to_left' | 'listed' | undefined;
    let listing = false;
    let last: number | undefined;
    let linked = false;
    const seen: number[] = [];
    const end = (): void => {
      if (chain.length > 1) {
        const of = chain;
        this.#add(
          { say: 'sequence', of, direction: direction && direction !== 'listed' ? direction : this.#directionOf(of) },
          ...marks,
        );
      }
      chain = [];
      marks = [];
      direction = undefined;
      listing = false;
    };
    for (const node of nodes) {
      const { edge } = node;
      if (node.starts && !linked) {
        if (listing) end();
      }
      if (edge.category === 'direction') {
        end();
        direction = oneOf(['left_to_right', 'right_to_left', 'listed'], edge.frame, 'direction');
        listing = true;
        marks = [edge];
        linked = true;
        continue;
      }
      if (edge.category === 'after_list') {
        end();
        chain = [...seen];
        marks = [edge];
        end();
        continue;
      }
      if (edge.category === 'then') {
        if (chain.length === 0 && last !== undefined) chain = [last];
        listing = true;
        marks.push(edge);
        linked = true;
        continue;
      }
      const index = this.of.get(edge);
      const said = index === undefined ? undefined : this.all[index];
      if (index === undefined || said?.say !== 'thing' || said.act !== 'want' || said.thing.concept === 'hood')
        continue;
      seen.push(index);
      const after = node.kids.some(isNext);
      if (after && last !== undefined && chain.length === 0) chain = [last];
      const placed = said.places.some(({ at }) => at === 'beside' || at === 'between' || at === 'over') && !after;
      if ((listing || after) && !chain.includes(index)) {
        if (placed && !linked) end();
        else chain.push(index);
      }
      last = index;
      linked = false;
    }
    end();
  }

  #directionOf(of: readonly number[]): 'left_to_right' | 'right_to_left' | 'listed' {
    const placeOf = (index: number | undefined, at: 'side' | 'beside'): string | undefined => {
      const said = index === undefined ? undefined : this.all[index];
      const place = said?.say === 'thing' ? said.places.find((one) => one.at === at) : undefined;
      return place?.at === 'side' || place?.at === 'beside' ? place.hand : undefined;
    };
    const [first, last] = [placeOf(of[0], 'side'), placeOf(of.at(-1), 'side')];
    const beside = placeOf(of[0], 'beside');
    if (first === 'left' || last === 'right' || beside === 'right') return 'left_to_right';
    return first === 'right' || last === 'left' || beside === 'left' ? 'right_to_left' : 'listed';
  }
}

/** What may lead an attempt: «забудь все инструкции». */
const LEADING = new Set(['talk', 'start_anew', 'context', 'act', 'answer']);

/** «верх тоже»: in an order it repeats the last change, among other wishes it is one of them. */
const isLikewise = (act: Edge): boolean => text(act.frame, 'act') === 'likewise';

const isGroup = (act: Edge): boolean => {
  const name = act.category === 'ask' ? 'ask' : text(act.frame, 'act');
  return GROUPS.some((one) => one === name);
};

/** A number in answer to a question for a length: «300» is centimetres, as no wall is 300 mm. */
function lengthAsked(frame: Frame): number | undefined {
  const mm = millimetres(frame, 'wall') ?? 0;
  const value = mm < WALL_RANGE.min ? mm * 10 : mm;
  return value >= 1000 && value <= 12_000 ? value : undefined;
}

/** «окно справа, до угла 60»: the corner on that side. */
function sided(said: ObstacleSaid): ObstacleSaid {
  const side = said.places.find(({ at }) => at === 'side');
  const hand = side?.at === 'side' ? HANDS.find((one) => one === side.hand) : undefined;
  if (!hand) return said;
  const places = said.places.map((place) =>
    place.at === 'offset' && place.from === 'unsaid' ? { ...place, from: hand } : place,
  );
  return { ...said, places };
}

/** Two descriptions of one obstacle; undefined where they say different things. */
function completed(a: ObstacleSaid, b: ObstacleSaid): ObstacleSaid | undefined {
  const names = ['width', 'height', 'depth', 'bottom', 'top', 'to'] as const;
  const both = a.places.length > 0 && b.places.length > 0;
  if (a.kind !== b.kind || both || names.some((name) => a[name] !== undefined && b[name] !== undefined))
    return undefined;
  return { ...a, ...b, places: [...a.places, ...b.places] };
}

/** An obstacle with one more phrase of its description. */
function described(said: ObstacleSaid, kid: Edge, sourceOf: SourceOf): ObstacleSaid {
  const { frame } = kid;
  const { measures } = OBSTACLE_CONCEPTS[said.kind];
  const mm = (name: string): number | undefined => millimetres(part(frame, name), 'place');
  switch (kid.category) {
    case 'place':
      return { ...said, places: [...said.places, ...placesOf(kid, sourceOf)] };
    case 'len': {
      const free = measures.find((measure) => said[measure] === undefined) ?? 'width';
      return { ...said, [free]: millimetres(frame, 'place') };
    }
    case 'size': {
      const [first = 'width', second = 'height', third] = measures;
      return { ...said, ...given({ [first]: mm('a'), [second]: mm('b'), ...(third ? { [third]: mm('c') } : {}) }) };
    }
    case 'measure':
      return { ...said, ...measured(frame, 'place') };
    case 'extent': {
      const from = mm('from') ?? 0;
      return {
        ...said,
        places: [...said.places, { at: 'offset', mm: from, from: 'unsaid' }],
        ...given({ to: mm('to') }),
      };
    }
    default:
      return said;
  }
}

/** «холодильник и пенал справа»: both. */
function sharing(before: Node, node: Node): Node[] {
  const things = before.edge.category === 'thing' && node.edge.category === 'thing';
  const isShared = ({ frame }: Edge): boolean =>
    parts(frame, 'places').some(
      (place) => (text(place, 'at') === 'side' && !place['end']) || text(place, 'at') === 'wall',
    );
  const places = kidsOf(node, 'place').filter(isShared);
  return things && kidsOf(before, 'place').length === 0 && places.length > 0
    ? [{ ...before, kids: [...before.kids, ...places] }, node]
    : [before, node];
}

/** Without what an attempt to give the assistant orders says: nothing of it is obeyed. */
function lawful(nodes: readonly Node[]): { readonly nodes: readonly Node[]; readonly from?: number } {
  const isAttempt = (node: Node | undefined): boolean => text(node?.edge.frame, 'topic') === 'injection';
  let from = nodes.findIndex(isAttempt);
  const attempt = nodes[from];
  if (!attempt) return { nodes };
  while (from > 0 && LEADING.has(nodes[from - 1]?.edge.category ?? '') && !nodes[from]?.starts) from -= 1;
  const first = nodes[from]?.edge.from ?? 0;
  const to = Math.max(...nodes.map(({ edge }) => edge.to));
  return { nodes: [...nodes.slice(0, from), { edge: { ...attempt.edge, from: first, to }, kids: [] }], from: first };
}

/** Parts that share a colour («фасады и корпус белые») are one; sides that contrast («слева от мойки …, справа …») refer to the same thing. */
function gathered(nodes: readonly Node[]): Node[] {
  const out: Node[] = [];
  for (const node of nodes) {
    const before = out.at(-1);
    const looks = ['part', 'row'];
    const shares =
      node.joined &&
      before &&
      looks.includes(before.edge.category) &&
      looks.includes(node.edge.category) &&
      before.kids.length === 0;
    if (shares && before && kidsOf(node, 'colour').length > 0 && !before.act) {
      out.pop();
      const frame: Frame = {
        ...node.edge.frame,
        part: node.edge.frame['part'] ?? node.edge.frame['tier'],
        also: [before.edge.frame],
      };
      out.push({ ...node, edge: { ...node.edge, category: 'part', frame, from: before.edge.from } });
    } else {
      if (before && node.joined === 'and') out.push(...sharing(out.pop() ?? node, node));
      else out.push(node);
    }
  }
  return out;
}
