import { given, OBSTACLES } from '#libs/furniture';
import type { Edge } from '../rules/chart.js';
import { type Frame, flag, number, oneOf, part, parts, text } from '../rules/frame.js';
import { millimetres } from '../rules/quantities.js';
import { MIN_CENTIMETRES } from '../rules/walls.js';
import { type ObstacleSaid, OTHER_HAND, type Place, type Statement } from './meaning.js';
import { kidsOf, placesSaid, wallOf } from './mentions.js';
import { described } from './obstacles.js';
import { type Asked, choiceAsked, joinedWalls, lengthAsked, lengthOf, wallMeant, wallsOf } from './room.js';
import { isObstacle, isWalls, type Of, type Told } from './told.js';
import type { Node } from './tree/hypothesis.js';

/** No unit is so wide, mm. */
const MIN_WALL_MM = 1300;

/** «в стену» */
const isWallAlone = ({ category, frame }: Edge): boolean =>
  category === 'place' && parts(frame, 'places').every((place) => text(place, 'at') === 'none');

/** Statements of lengths: of walls, and of numbers and measures that name nothing themselves. */
export class Lengths {
  readonly #told: Told;
  /** Shapes of the kitchen that the message speaks of: they tell what two lengths are. */
  readonly #shapes: ReadonlySet<string>;
  readonly #asked: Asked | undefined;
  #area = false;
  /** «стена с окном 3 метра»: the walls of obstacles, which are described elsewhere. */
  readonly marked: { readonly kind: ObstacleSaid['kind']; readonly place: Place; readonly edge: Edge }[] = [];

  constructor(told: Told, shapes: ReadonlySet<string>, asked?: Asked) {
    this.#told = told;
    this.#shapes = shapes;
    this.#asked = asked;
  }

  /** «подоконник 85», «шириной 130»: of the obstacle that was spoken of or asked about. */
  measure(node: Node): void {
    const { edge } = node;
    const more = (before: Of<'obstacle'>): Statement => ({
      ...before,
      obstacle: described(before.obstacle, edge, this.#told.sourceOf),
    });
    if (this.#told.amend(isObstacle, node, more)) return;
    // «шириной 130, подоконник 85» of what was asked about
    const kind = OBSTACLES.find((one) => one === this.#asked?.concept);
    if (kind) {
      this.#told.say(
        { say: 'obstacle', act: 'is', obstacle: described({ kind, places: [] }, edge, this.#told.sourceOf) },
        node,
      );
      return;
    }
    const mm = millimetres(part(edge.frame, 'len'), 'place');
    if (mm !== undefined && text(edge.frame, 'measure') === 'bottom')
      this.#told.say({ say: 'obstacle', act: 'is', obstacle: { kind: 'window', places: [], bottom: mm } }, node);
    else if (mm !== undefined) this.#told.say({ say: 'number', value: mm, unit: 'mm' }, node);
  }

  /** Lengths of walls, joined to those that were told before; a unit that is unclear is asked about. */
  walls(node: Node): void {
    const { edge } = node;
    const about = this.#asked?.about;
    const more = kidsOf(node, 'len').map((len): Frame => ({ len: len.frame }));
    const said = parts(edge.frame, 'items');
    const items = more.length > 0 && said.length === 1 ? more : said;
    const isChoice = items.length === 1 && choiceAsked(part(items[0], 'len'), this.#asked);
    if (((about && about !== 'length') || isChoice) && items.every((item) => flag(item, 'bare'))) {
      for (const item of items) this.number({ edge: { ...edge, frame: part(item, 'len') ?? {} }, kids: [] }, edge);
      return;
    }
    if (this.#onWall(node, items)) return;
    const isPlain = !this.#shapes.has('corner') && !this.#shapes.has('u');
    const isAlone = isPlain && items.length < 2 && !this.#told.all.some(isWalls);
    const lengths = items.map((item) => lengthOf(item, items.length < 2 || !isPlain, isAlone));
    if (lengths.some(({ unclear }) => unclear)) {
      for (const { len } of lengths) this.#unit(len, node);
      return;
    }
    for (const [i, item] of items.entries()) {
      const kind = oneOf(OBSTACLES, part(item, 'obst'), 'obstacle');
      const length = lengths[i]?.mm;
      if (kind && length !== undefined)
        this.marked.push({ kind, place: { at: 'wall', wall: wallOf(item) ?? { length } }, edge });
    }
    const shape = oneOf('straight corner', edge.frame, 'shape');
    if (shape) this.#told.add({ say: 'shape', shape }, edge);
    // «2, 3 и 2 метра»: of a list none is said twice.
    const isListed = items.length > 1 && node.joined !== undefined && this.#told.all.at(-1)?.say === 'walls';
    const walls = wallsOf(edge.frame, lengths);
    // «кухонька 6 метров, стена 2,10»: the first was its area.
    const isAnew = (this.#area && isPlain) || items.some((item) => flag(item, 'total'));
    const how = {
      isAnew,
      isU: this.#shapes.has('u') || items.length > 2 || isListed,
      was: lengths.map((one) => one.was),
    };
    const joined = this.#told.amend(isWalls, node, (before) => joinedWalls(before, walls, how));
    if (!joined && lengths.length > 0) this.#told.say({ say: 'walls', ...walls }, node);
    this.#area = items.length === 1 && items.some((item) => flag(item, 'kitchen'));
  }

  /** «3.20 и 2.40, короткая слева»: which of the two is which. */
  ordered(node: Node): void {
    const { frame } = node.edge;
    const [wall, hand] = [text(frame, 'wall'), oneOf('left right', frame, 'hand')];
    this.#told.amend(isWalls, node, (before) => {
      const sizes = before.lengths.map(({ mm }) => mm);
      if (sizes.length !== 2 || !hand) return undefined;
      const named = wall === 'long' ? Math.max(...sizes) : Math.min(...sizes);
      return {
        ...before,
        lengths: before.lengths.map((one) => ({ ...one, wall: one.mm === named ? hand : OTHER_HAND[hand] })),
      };
    });
  }

  /** «реально уместить в стену 2,7: стиралка, мойка …?», «влезет на 2400 холодильник, мойка …?»: how long the wall is. */
  wallAsked(kids: readonly Edge[]): void {
    const len = kids.find(({ category }) => category === 'len');
    const isWall = !this.#asked?.last && (millimetres(len?.frame, 'wall') ?? 0) >= MIN_WALL_MM;
    if (len && (isWall || kids.some(isWallAlone)))
      this.walls({ edge: { ...len, category: 'walls', frame: { items: [{ len: len.frame }] } }, kids: [] });
  }

  /** A bare number: a choice or a length that was asked for, or one whose meaning has to be asked. */
  number(node: Node, phrase = node.edge): void {
    const { frame } = node.edge;
    const choice = choiceAsked(frame, this.#asked);
    const { about } = this.#asked ?? {};
    const length = about === 'length' ? lengthAsked(frame) : undefined;
    if (choice) this.#told.add({ say: 'answer', answer: choice }, phrase);
    else if (length !== undefined) this.#told.add({ say: 'walls', lengths: [{ mm: length }] }, phrase);
    else if (about === undefined && this.#isSide(frame)) {
      this.walls({ edge: { ...node.edge, category: 'walls', frame: { items: [{ len: frame }] } }, kids: [] });
      this.#told.explain(this.#told.all.findLastIndex(isWalls), [phrase]);
    } else this.#unit(part(frame, 'a') ?? frame, node, phrase);
  }

  /** «п-образная 220, 300 и 260» */
  #isSide(len: Frame): boolean {
    const last = this.#told.all.at(-1);
    const missing = this.#shapes.has('u') ? 3 : this.#shapes.has('corner') ? 2 : 0;
    const told = last?.say === 'walls' ? last.lengths.length : last?.say === 'shape' ? 0 : missing;
    return told < missing && !len['unit'] && (number(len, 'value') ?? 0) >= MIN_CENTIMETRES;
  }

  #onWall(node: Node, [item]: readonly Frame[]): boolean {
    const wall = wallMeant(item, this.#told.all);
    const places = placesSaid(node.kids, this.#told.sourceOf);
    return this.#told.amendLast(node, (one) => wall && { ...one, places: [...one.places, ...wall, ...places] });
  }

  #unit(len: Frame | undefined, node: Node, phrase = node.edge): void {
    const value = number(len, 'value') ?? 0;
    this.#told.add({ say: 'number', value, ...given({ unit: oneOf('mm cm m', len, 'unit') }) }, phrase, ...node.kids);
  }
}
