import { given, OBSTACLES, TIERS } from '#libs/furniture';
import { conceptOf } from '../concepts/index.js';
import type { Edge } from '../rules/chart.js';
import { type Frame, flag, number, oneOf, part, parts, text } from '../rules/frame.js';
import { millimetres } from '../rules/quantities.js';
import * as edits from './edits.js';
import { gathered, lawful } from './gather.js';
import { Lengths } from './lengths.js';
import { colourSaid, sayColour, sayHandles } from './looks.js';
import { ABOUTS, CONTEXT_KINDS, handIn, type Mention, type Place, type Statement, TOPIC_NAMES } from './meaning.js';
import {
  ANAPHOR,
  elsewhereThan,
  isMovable,
  isOneOf,
  isPlace,
  kidsOf,
  mentionOf,
  outsideName,
  placesSaid,
  type SourceOf,
  sparedBy,
} from './mentions.js';
import { keepFree, sayObstacle } from './obstacles.js';
import { sayProperty } from './properties.js';
import { refer } from './references.js';
import { type Asked, rowOf, sayEnds, sayShape } from './room.js';
import { sequencesOf } from './sequences.js';
import { decided } from './settled.js';
import { cornered, eachPlaced, handed, isPlacing, sayOnly, saySpacing, thereSaid, thingSaid } from './things.js';
import { isObstacle, isRefused, isRow, type Of, Told } from './told.js';
import type { Node } from './tree/hypothesis.js';

/** What a thing is to be after all, said behind it. */
const isUsual = ({ frame, from }: Edge, thing: Edge): boolean => flag(frame, 'usual') === true && from >= thing.to;

/** Statements of a reading. */
export class Statements extends Told {
  /** Position from which on everything is an attempt to give the assistant orders. */
  readonly unlawful: number | undefined;
  readonly #asked: Asked | undefined;
  readonly #groups: ReadonlyMap<Edge, readonly Node[]>;
  readonly #nodes: readonly Node[];
  readonly #lengths: Lengths;

  constructor(tree: readonly Node[], sourceOf: SourceOf, asked?: Asked) {
    super(sourceOf);
    this.#asked = asked;
    const { nodes: heads, from } = lawful(tree);
    const merged = new Map<Edge, readonly Edge[]>();
    const nodes = gathered(decided(heads, sourceOf, merged), merged);
    this.unlawful = from;
    this.#nodes = nodes;
    const shapes = nodes.map(({ edge: { frame } }) => text(frame, 'shape') ?? (flag(frame, 'corner') ? 'corner' : ''));
    this.#lengths = new Lengths(this, new Set(shapes), asked);
    this.#groups = edits.groupsOf(nodes);
    for (const node of nodes) {
      if (node.edge.category === 'act' || node.edge.category === 'ask') this.#act(node);
      else if (!node.act || !this.#groups.has(node.act) || !edits.isGrouped(node)) this.#head(node);
    }
    for (const [edge, edges] of [...merged].reverse()) this.explain(this.of.get(edge), edges);
    this.#marked();
    refer(this, nodes);
    for (const { marks, ...said } of sequencesOf(this, nodes)) this.add({ say: 'sequence', ...said }, ...marks);
  }

  /** «стена с окном 2,4 м»: what it is marked by is there, whether or not more is said of it. */
  #marked(): void {
    for (const { kind, place, edge } of this.#lengths.marked) {
      const at = this.all.findIndex((one) => isObstacle(one) && one.obstacle.kind === kind);
      const said = this.all[at];
      if (said?.say === 'obstacle' && !said.obstacle.places.some((one) => one.at === 'wall'))
        this.all[at] = { ...said, obstacle: { ...said.obstacle, places: [...said.obstacle.places, place] } };
      else if (!said)
        this.all.push({ say: 'obstacle', act: 'is', obstacle: { kind, places: [place] }, source: this.sourceOf(edge) });
    }
  }

  #mention(node: Node, resized = false): Mention {
    const kids = node.kids.filter(({ category }) => category !== 'place' && !(resized && category === 'len'));
    const { frame } = node.edge;
    const named = node.edge.category === 'row' ? { tier: frame['tier'], concept: 'cabinet', all: true } : frame;
    return mentionOf(named, this.sourceOf(node.edge), kids, this.sourceOf);
  }

  /** «кроме мойки» */
  #exceptions(kids: readonly Edge[]): void {
    for (const kid of kids) {
      const spared = sparedBy(kid, this.sourceOf);
      if (spared) this.add({ say: 'edit', edit: { act: 'keep', things: [spared], places: [] } }, kid);
    }
  }

  /** A statement of an act with all that it governs. */
  #act(node: Node): void {
    const { edge } = node;
    const all = this.#groups.get(edge) ?? [];
    const group = all.filter(edits.isGrouped);
    const kids = [...node.kids, ...group.flatMap((one) => one.kids)];
    const edges = [edge, ...group.flatMap((one) => [one.edge, ...one.kids]), ...node.kids];
    const act = text(edge.frame, 'act');
    const asIs = flag(edge.frame, 'asIs') ?? false;
    const things = group.map((one) => edits.objectOf(this.#mention(one, act === 'resize'), asIs));
    const placing = asIs ? [] : act === 'move' ? edits.destinationIn(kids, edge) : kids;
    const places = placesSaid(placing, this.sourceOf, flag(edge.frame, 'shift'));
    if (act === 'resize' && things.length === 0) things.push(...edits.resizable(this));
    if (this.#retells(node, act) || (act === 'keep' && this.#keepsIt(things, places, edges))) return;
    // «плита справа, её не трогаем, она 50 шириной»
    if (act === 'keep' && all.length === 0 && node.kids.length > 0 && node.kids.every((kid) => this.#resized(kid))) {
      this.of.set(edge, this.all.length - 1);
      return;
    }
    // «уберите угловую мойку, обычную поставьте на длинную»
    const [usual] = act === 'remove' ? group.filter((one) => one.kids.some((kid) => isUsual(kid, one.edge))) : [];
    if (usual) {
      const { act: _, ...thing } = usual;
      this.#thing({ ...thing, kids: [...usual.kids, ...node.kids] }, 'want');
      this.of.set(edge, this.all.length - 1);
      return;
    }
    // «или лучше голубые»
    const colours = things.length === 0 && node === this.#nodes[0] ? kidsOf(node, 'colour') : [];
    if (text(edge.frame, 'about') === 'which' && colours.length > 0) {
      for (const colour of colours) this.#head({ edge: colour, kids: [] });
      this.explain(this.all.length - 1, [edge]);
    } else if (edge.category === 'ask') {
      const about = oneOf(ABOUTS, edge.frame, 'about') ?? 'other';
      this.add({ say: 'question', about, things, places }, ...edges);
      if (about === 'fits') this.#lengths.wallAsked(kids);
    } else if (!edits.isGroup(edge) || (edits.isLikewise(edge) && !this.#groups.has(edge))) {
      const governed = this.all.length;
      // «перенеси направо», «сделай 80»
      if (things.length === 0)
        for (const kid of node.kids) if (!this.#resized(kid)) this.#head({ edge: kid, kids: [] });
      if (this.all.length > governed) this.of.set(edge, governed);
    } else if (things.length > 0 || node.kids.length > 0 || all.length === 0) {
      const spare = (act === 'remove' || act === 'resize') && group.some(edits.isSpare);
      const named = things.length === 0 ? edits.unnamedIn(edge, this.sourceOf) : things;
      const edit = spare ? { act: 'yield' as const, things } : edits.editOf(edge, named, places, kids);
      const idle = things.length === 0 && node.kids.length === 0 && (act === 'remove' || act === 'keep');
      if (idle && act === 'keep' && this.all.length > 0) this.of.set(edge, this.all.length - 1);
      if (edit && !(idle && this.all.length > 0))
        for (const said of edits.saidBy(edit, group, kids)) this.add(said, ...edges);
      // «холодильник оказывается 75, переделайте»
      if (
        !edit &&
        act === 'replace' &&
        things.every((thing) => conceptOf(thing.concept)?.kind && Object.keys(thing).length > 2)
      )
        for (const one of group) this.#thing(one, 'want');
      this.#exceptions(kids);
    }
  }

  /** «плита 50 узкая, поставьте 60», «ПММ? зачем она нам … ладно, ставим, но на 45» */
  #resized(len: Edge): boolean {
    const width = edits.sizeOf(len);
    const sized = (one: Of<'thing'>): Statement => ({ ...one, thing: { ...one.thing, ...given({ width }) } });
    return this.amend(edits.sizable(this.all, width), { edge: len, kids: [] }, sized);
  }

  /** «не нужна? да нет, нужна», «пенал ставим. Ай нет, не ставим»: an act alone is of what was spoken of last. */
  #retells(node: Node, act = ''): boolean {
    const retelling = edits.retellingOf(this.all, this.#nodes, node, act);
    if (!retelling) return false;
    this.all[retelling.at] = retelling.said;
    this.explain(retelling.at, [node.edge]);
    // «не надо. хотя ладно, ставим на 45»
    for (const kid of node.kids) this.#resized(kid);
    return true;
  }

  /** «посудомойку замените на 45, вернее нет, её оставьте как есть» */
  #keepsIt([thing, other]: readonly Mention[], places: readonly Place[], edges: readonly Edge[]): boolean {
    const at = this.all.findLastIndex(({ say }) => !edits.ASIDES.has(say));
    const said = this.all[at];
    const isIt = thing?.concept === ANAPHOR && thing.width === undefined && !other && places.length === 0;
    const after = isIt && said?.say === 'edit' && !('things' in said.edit) ? edits.retold(said, 'refuse') : undefined;
    if (!after) return false;
    this.all[at] = after;
    this.explain(at, edges);
    return true;
  }

  #head(node: Node): void {
    const act = text(node.act?.frame, 'act');
    const before = this.all.length;
    this.#heads[node.edge.category]?.(node, act === 'refuse' || act === 'remove', act);
    if (node.act && this.all.length > before && !this.of.has(node.act)) this.of.set(node.act, before);
    if (!edits.isGroup(node.edge)) this.#exceptions(node.kids);
  }

  /** What a phrase says, by its category. */
  readonly #heads: Readonly<Record<string, (node: Node, refused: boolean, act?: string) => void>> = {
    thing: (node, _, act) => {
      // «плиту не берём: вместо неё духовка и варочная, тоже газ»
      const isInstead = kidsOf(node, 'place').some(({ frame }) =>
        parts(frame, 'places').some((place) => text(place, 'at') === 'instead'),
      );
      const said = act === 'likewise' && isInstead ? undefined : act;
      this.#thing(node, isRefused(node.edge, said, this.all.at(-1)) ? 'refuse' : 'want');
    },
    each: (node, refused) => this.#each(node, refused),
    spacing: (node) => saySpacing(this, node),
    row: (node, refused, act) => {
      // «плиты не будет, верха тоже»
      const too = act === 'likewise' && isRefused(node.edge, act, this.all.at(-1));
      this.#row(node, refused || too || (flag(node.edge.frame, 'none') ?? false));
    },
    up_to: (node, refused) => this.#row(node, refused),
    obst: (node, refused, act) => sayObstacle(this, node, refused || act === 'no', this.#nodes),
    walls: (node) => this.#lengths.walls(node),
    wall_order: (node) => this.#lengths.ordered(node),
    len: (node) => this.#lengths.number(node),
    size: (node) => this.#lengths.number(node),
    shape: (node, refused) => sayShape(this, node, refused, this.#nodes),
    part: (node, refused) => sayColour(this, node, refused, this.#nodes),
    colour: (node, refused) => sayColour(this, node, refused, this.#nodes),
    kitchen: (node, refused) => sayColour(this, node, refused, this.#nodes),
    handles: (node, refused) => sayHandles(this, node, refused),
    handle_noun: (node, refused) => sayHandles(this, node, refused),
    light: (node, refused) => this.say({ say: 'lighting', on: !refused }, node),
    ceil: (node, refused) => {
      const mm = millimetres(part(node.edge.frame, 'len'), 'ceiling');
      // «шкафы до потолка 2,75»
      if (flag(node.edge.frame, 'toCeiling')) this.#row(node, refused);
      if (mm !== undefined) this.say({ say: 'ceiling', mm }, node);
    },
    ends: (node) => sayEnds(this, node),
    mod: (node, refused) => sayProperty(this, node, refused, this.#asked),
    whole: ({ edge }, refused) =>
      sayProperty(
        this,
        { edge: { ...edge, frame: { ...edge.frame, all: true } }, kids: [] },
        refused,
        this.#asked,
        edge,
      ),
    place: (node) => this.#placeAlone(node),
    away: (node) => this.#placeAlone(node),
    // «холодильник? а он в комнате стоит»
    gone: (node) => {
      const said = this.all.at(-1);
      const is = (one: Statement): one is Of<'thing'> => one === said && one.say === 'thing' && isMovable(one.thing);
      this.amend(is, node, (one) => ({ ...one, act: 'elsewhere' }));
    },
    measure: (node) => this.#lengths.measure(node),
    extent: (node) => this.#lengths.measure(node),
    talk: (node) => {
      const topic = oneOf(TOPIC_NAMES, node.edge.frame, 'topic') ?? 'off_topic';
      const isTopic = (one: Statement): one is Of<'talk'> => one.say === 'talk' && one.topic === topic;
      if (!this.amend(isTopic, node, (one) => one)) this.say({ say: 'talk', topic }, node);
    },
    context: (node) => {
      const free = text(node.edge.frame, 'free');
      if (!free || !keepFree(this, node, free))
        this.say({ say: 'context', of: oneOf(CONTEXT_KINDS, node.edge.frame, 'of') ?? 'other' }, node);
    },
    outside: (node) => this.say({ say: 'outside', name: outsideName(node.edge, this.sourceOf) }, node),
    start_anew: (node) => {
      // «угловая 3 метра, забудьте, будет прямая 2,65»
      const later = this.#nodes.slice(this.#nodes.indexOf(node) + 1);
      if (later.some(({ edge: { category } }) => category === 'walls' || category === 'shape'))
        for (const [i, { say, source }] of this.all.entries())
          if (say !== 'anew') this.all[i] = { say: 'context', of: 'other', source };
      this.say({ say: 'anew' }, node);
    },
    usual: (node) => this.say({ say: 'usual' }, node),
    // «4 штуки по 50»: of the row that was named before.
    bundle: (node) => {
      this.amend(isRow, node, (row) => {
        const concept = row.tier === 'base' ? 'base' : 'upper';
        return { ...row, units: mentionOf({ ...node.edge.frame, concept }, this.sourceOf(node.edge)) };
      });
    },
    answer: (node) => {
      const choice = number(node.edge.frame, 'choice');
      const answer = choice === undefined ? oneOf('yes no unsure any', node.edge.frame, 'answer') : { choice };
      const unit = oneOf('mm cm m', node.edge.frame, 'unit');
      if (answer) this.say({ say: 'answer', answer }, node);
      else if (unit) for (const value of this.#asked?.values ?? []) this.say({ say: 'number', value, unit }, node);
    },
    edit: (node) => {
      const edit = edits.editSaid(node.edge, node.kids, this.sourceOf);
      const row = edits.rowReplaced(node.edge, edit);
      if (edit) this.say(row ?? { say: 'edit', edit }, node);
    },
    undo: (node) => this.say({ say: 'undo', what: edits.undoneOf(node.edge, this.sourceOf) }, node),
  };

  /** «две тумбы: одна 40, другая 60» */
  #each(node: Node, refused: boolean): void {
    const { count: _, ...of } = part(node.edge.frame, 'of') ?? {};
    for (const one of parts(node.edge.frame, 'each')) {
      const width = millimetres(part(one, 'len'), 'width');
      const more: Frame = { ...part(one, 'mod'), ...given({ width }), ...(one['with'] ? { with: one['with'] } : {}) };
      const edge: Edge = { ...node.edge, category: 'thing', frame: { ...of, ...more } };
      this.#thing({ ...node, edge }, refused ? 'refuse' : 'want');
    }
    this.of.set(node.edge, this.all.length - 1);
  }

  #thing(node: Node, act: 'want' | 'refuse'): void {
    const named = this.#mention(node);
    const thing = act === 'refuse' && isOneOf(node.edge.frame, named) ? { count: 1, ...named } : named;
    // «мойка в трапециевидном шкафу»: corner sinks have straight doors.
    if (thing.concept === 'sink' && thing.diagonal) {
      this.say({ say: 'outside', name: 'мойка-трапеция' }, node);
      const edge: Edge = { ...node.edge, frame: { ...node.edge.frame, diagonal: undefined } };
      this.#thing({ ...node, edge, kids: node.kids.filter((kid) => !flag(kid.frame, 'diagonal')) }, act);
      return;
    }
    if (act === 'want') sayOnly(this, node, thing);
    const edited = this.all.some(({ say }) => say === 'edit');
    const there = thereSaid(this, node, act);
    const own = [...placesSaid(node.kids, this.sourceOf, edited), ...there];
    const places = handed(own.map((place) => cornered(thing, place)));
    for (const place of kidsOf(node, 'place').flatMap(({ frame }) => parts(frame, 'places'))) {
      // «вплотную к стене слева»: there is one.
      const hand = flag(place, 'closed') ? oneOf('left right', place, 'hand') : undefined;
      if (hand) sayEnds(this, { edge: { ...node.edge, frame: { [hand]: 'wall' } }, kids: [] });
    }
    const several = eachPlaced(thing, act, places);
    if (several.length > 0) {
      for (const one of several) this.say(thingSaid(node, one.thing, act, one.places), node);
      return;
    }
    // «плиту не ставьте рядом с холодильником»: the place is refused; where it has no opposite, nothing explains it.
    const said = thingSaid(node, thing, act, places);
    if (
      (isPlacing(node, act) || there.length > 0) &&
      said.say === 'thing' &&
      said.act === 'refuse' &&
      conceptOf(thing.concept)?.kind &&
      places.length > 0
    ) {
      const { isTold, ...other } = elsewhereThan(thing, places);
      this.add(
        { say: 'thing', act: 'want', ...other },
        node.edge,
        ...node.kids.filter((kid) => isTold || !isPlace(kid)),
      );
      return;
    }
    this.say(said, node);
  }

  #row(node: Node, refused: boolean): void {
    const { edge, kids } = node;
    const { frame } = edge;
    const tier = oneOf(TIERS, frame, 'tier') ?? 'wall';
    const colours = kidsOf(node, 'colour');
    for (const kid of colours) {
      const said = colourSaid({ edge: { ...edge, frame: { part: tier } }, kids: [kid] }, false, this.sourceOf);
      if (said) this.add(said, edge, kid);
    }
    const others = { edge, kids: kids.filter((kid) => kid.category !== 'colour') };
    if (colours.length > 0 && others.kids.length === 0 && !refused) return;
    const upTo = flag(frame, 'toCeiling') || kids.some(({ category }) => category === 'up_to');
    // «верх не до потолка», «шкафы до потолка не надо»: the row itself is wanted.
    const lowered = (refused && upTo) || kids.some((kid) => flag(kid.frame, 'low'));
    if (lowered) this.say({ say: 'row', act: 'refuse', tier: 'upper' }, others);
    if (lowered && edge.category === 'up_to') return;
    const act = refused && !lowered ? 'refuse' : 'want';
    const own: Edge[] = frame['places'] ? [{ ...edge, category: 'place' }] : [];
    const row = rowOf(node, placesSaid([...own, ...kids], this.sourceOf), this.sourceOf);
    this.say({ say: 'row', act, tier, ...(upTo && !lowered ? { toCeiling: true } : {}), ...row }, others);
  }

  #placeAlone(node: Node): void {
    const gap = millimetres(kidsOf(node, 'len')[0]?.frame, 'place');
    const places = placesSaid([node.edge, ...kidsOf(node, 'place')], this.sourceOf).map((place) =>
      gap !== undefined && place.at === 'beside' ? { ...place, gap } : place,
    );
    const kind = OBSTACLES.find((one) => one === this.#asked?.concept);
    // «дверь у левого угла, прямо от угла»
    const isSaid = this.all.some((one) => isObstacle(one) && one.obstacle.kind === kind);
    if (isSaid && places.every((place) => place.at === 'corner' && !place.hand))
      this.say({ say: 'context', of: 'other' }, node);
    else if (kind) this.say({ say: 'obstacle', act: 'is', obstacle: { kind, places } }, node);
    else if (places.length > 0 && !this.#turned(node, places)) this.say({ say: 'place', places }, node);
  }

  /** «холодильник слева неудобно. Пусть стоит последним справа» */
  #turned(node: Node, places: readonly Place[]): boolean {
    const last = this.all.findLast(({ say }) => !edits.ASIDES.has(say));
    const hand = handIn(places);
    const turns = (one: Statement): one is Of<'thing'> =>
      one === last &&
      one.say === 'thing' &&
      one.act === 'want' &&
      hand !== undefined &&
      ![hand, undefined].includes(handIn(one.places));
    const again = node.starts || node.act !== undefined || node.corrects;
    return again === true && this.amend(turns, node, (thing) => ({ ...thing, places }));
  }
}
