import {
  capital,
  type Edit,
  edit,
  type Fixture,
  given,
  hasTrait,
  madeWidths,
  nodesOf,
  type Order,
  type Spot,
  STANDARD,
} from '#libs/furniture';
import type { Place } from '../brief/facts.js';
import { find, has, is, type Token } from '../text/token.js';
import { askWidth, type Clarification, done, type EditInterpretation, unitLabel } from './interpretation.js';
import { NAMES, type NodeInRun, nodeOfReference, nodesNamed } from './refer.js';
import { unitFor } from './replace.js';
import { endsOf, fixturesIn, spotOf } from './spots.js';

const KIND_NAMES: Readonly<Record<string, string>> = {
  sink: 'мойка',
  dishwasher: 'посудомойка',
  hob: 'варочная панель',
  oven: 'духовка',
  stove: 'плита',
  washer: 'стиральная машина',
  fridge: 'холодильник',
  microwave: 'СВЧ',
};

const nameOf = (order: Order, fixture: Fixture): string =>
  fixture.kind === 'unit'
    ? unitLabel(order, fixture.code, fixture.width)
    : [KIND_NAMES[fixture.kind] ?? fixture.kind, 'width' in fixture ? fixture.width : undefined]
        .filter(Boolean)
        .join(' ');

/** Wall units with names of their own. */
const HUNG: readonly (readonly [Parameters<typeof is>[1], string])[] = [
  ['glass', 'WG'],
  ['dryer', STANDARD.drainer],
  ['lift', 'WL'],
];

/** «добавь верхние», «поставь бутылочницу справа от мойки», «нужна ещё тумба 400», «хочу вытяжку». */
export function readAdd(
  order: Order,
  clause: readonly Token[],
  wall: string | undefined,
): EditInterpretation | undefined {
  const edits: Edit[] = [];
  const changes: string[] = [];
  const top = find(clause, ['top']);
  const oneHung = top >= 0 && is(clause[top + 1], 'cabinet') && !/^шкаф(ы|ов|чики)$/.test(clause[top + 1]?.text ?? '');
  if (has(clause, 'microwave')) {
    // «микроволновку в верхний шкаф»: its own unit, not a plain wall unit.
  } else if (top >= 0 && !oneHung && !has(clause, 'shelf', 'rack')) {
    edits.push({ op: 'add_tier', tier: 'wall', ...given({ wall }) });
    changes.push('верхние шкафы');
  } else if (oneHung) {
    edits.push({ op: 'add', code: STANDARD.wall, tier: 'wall', ...given({ wall }) });
    changes.push('верхний шкаф');
  }
  if (has(clause, 'mezzanine') || is(clause[find(clause, ['ceiling']) - 1], 'to')) {
    edits.push({ op: 'add_tier', tier: 'upper', ...given({ wall }) });
    changes.push('антресоли до потолка');
  }
  const hood = hoodEdit(order, clause);
  if (hood) {
    edits.push(hood);
    changes.push('вытяжка');
  }
  for (const [lex, code] of HUNG) {
    if (has(clause, lex)) {
      edits.push({ op: 'add', code });
      changes.push(unitLabel(order, code));
    }
  }
  if (has(clause, 'shelf') && has(clause, 'open')) {
    edits.push({ op: 'add', code: STANDARD.narrowWall });
    changes.push('открытые полки');
  }
  if (
    !hood &&
    edits.length === 0 &&
    has(clause, 'hood') &&
    nodesNamed(order, 'hood').length > 0 &&
    fixturesIn(order, clause).fixtures.length === 0
  )
    return { question: 'Вытяжка в этой кухне уже есть, она в шкафу над варочной. Что изменить?' };
  const floor = oneHung && !has(clause, 'microwave') ? [] : floorEdits(order, clause);
  if (floor && 'question' in floor) return edits.length > 0 ? done(edits, `Добавлено: ${changes.join(', ')}.`) : floor;
  const moved = floor.filter((one) => one.moved).map(({ name }) => name);
  changes.push(...floor.filter((one) => !one.moved && one.name !== '').map(({ name }) => name));
  edits.push(...floor.map(({ edit }) => edit));
  const reply = [
    changes.length > 0 ? `Добавлено: ${changes.join(', ')}.` : '',
    moved.length > 0 ? `Переставлено: ${moved.join(', ')}.` : '',
  ];
  return edits.length > 0 ? done(edits, reply.filter(Boolean).join(' ')) : undefined;
}

function hoodEdit(order: Order, clause: readonly Token[]): Edit | undefined {
  const at = find(clause, ['hood']);
  if (at < 0 || nodesNamed(order, 'hood').length > 0) return undefined;
  const hob = nodesNamed(order, 'hob')[0];
  if (!hob) return undefined;
  if (!order.runs.some(({ tier }) => tier === 'wall')) return { op: 'add_tier', tier: 'wall' };
  const over = nodesOf(order).find(
    ({ node, run }) =>
      run.tier === 'wall' && run.wall === hob.run.wall && hasTrait(node.code, 'plain') && node.at === hob.node.at,
  );
  if (over) return { op: 'replace', node: over.node.id, code: STANDARD.hood, w: over.node.w };
  return {
    op: 'add',
    code: STANDARD.hood,
    tier: 'wall',
    wall: hob.run.wall,
    at: Number(hob.node.at),
    w: Math.min(900, Math.max(600, hob.node.w)),
  };
}

interface Added {
  readonly edit: Edit;
  readonly name: string;
  /** It already existed elsewhere and is moved. */
  readonly moved?: true;
}

/** Edits for floor-standing appliances and units. */
function floorEdits(order: Order, clause: readonly Token[]): Added[] | Clarification {
  const { fixtures, places } = fixturesIn(order, clause);
  const out: Added[] = [];
  for (const [i, fixture] of fixtures.entries()) {
    const kind = fixture.kind === 'unit' ? undefined : fixture.kind;
    if (
      kind &&
      nodesOf(order).some(({ node }) => order.items.some((item) => item.node === node.id && item.kind === kind))
    ) {
      const moved = moveInstead(order, kind, places[i] ?? {});
      if (!moved)
        return {
          question: `${capital(KIND_NAMES[kind] ?? kind)} в этой кухне уже есть. Что сделать: заменить, подвинуть или изменить ширину?`,
        };
      out.push({ edit: moved, name: KIND_NAMES[kind] ?? kind, moved: true });
      continue;
    }
    const unmade =
      fixture.kind === 'unit' && fixture.width !== undefined
        ? askWidth(fixture.code, fixture.width, 'runs')
        : undefined;
    if (unmade) return unmade;
    const turned =
      fixture.kind === 'unit' && Object.keys(places[i] ?? {}).length === 0
        ? withDrawersInstead(order, fixture)
        : undefined;
    if (turned) {
      out.push({ edit: turned, name: nameOf(order, fixture) });
      continue;
    }
    const width =
      'width' in fixture ? fixture.width : fixture.kind === 'unit' ? fittingWidth(order, fixture.code) : undefined;
    const spot = spotOf(order, places[i] ?? {}, width ?? 600);
    const copies = fixture.kind === 'unit' ? Math.min(fixture.count ?? 1, 6) : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const beside = besideEdits(order, fixture, places[i], spot);
      if (beside) out.push(...beside.map((edit) => ({ edit, name: edit.op === 'add' ? nameOf(order, fixture) : '' })));
      else if (fixture.kind === 'unit' && spot)
        out.push({
          edit: { op: 'add', code: fixture.code, ...given({ w: width }), ...spot },
          name: nameOf(order, fixture),
        });
      else if (fixture.kind === 'unit' && fixture.width === undefined && width !== undefined)
        out.push({ edit: { op: 'add', code: fixture.code, w: width }, name: nameOf(order, { ...fixture, width }) });
      else out.push({ edit: { op: 'add_fixture', fixture: single(fixture) }, name: nameOf(order, fixture) });
    }
  }
  return out;
}

/** «хочу посудомойку слева от мойки» where one exists: move it. */
function moveInstead(order: Order, kind: string, place: Place): Edit | undefined {
  const one = nodeOfReference(order, kind);
  const spot = one && Object.keys(place).length > 0 ? spotOf(order, place, one.node.w) : undefined;
  return one && spot && { op: 'move', node: one.node.id, ...spot };
}

const single = (fixture: Fixture): Fixture => (fixture.kind === 'unit' ? { ...fixture, count: 1 } : fixture);

/** What the layout itself fills a floor row with. */
const FILLERS: readonly string[] = [STANDARD.base, STANDARD.drawers, STANDARD.narrowBase];

/** Such units, nearest first; they may be removed to make room. */
function fillers(order: Order, spot: Spot): NodeInRun[] {
  const id = spot.before ?? spot.after;
  const at = nodesOf(order).find(({ node }) => node.id === id);
  return nodesOf(order)
    .filter(({ node, run }) => run.wall === at?.run.wall && run.tier === 'base' && FILLERS.includes(node.code))
    .sort(
      (a, b) => Math.abs(Number(a.node.at) - Number(at?.node.at)) - Math.abs(Number(b.node.at) - Number(at?.node.at)),
    );
}

/** Plain units that may be removed for one new unit. */
const MAX_REMOVED_FILLERS = 2;

/** «справа от мойки», «между мойкой и плитой», «в начале»: exactly there, if the row has or can make room. */
function besideEdits(
  order: Order,
  fixture: Fixture,
  place: Place | undefined,
  spot: Spot | undefined,
): Edit[] | undefined {
  const ended =
    place?.where === 'start' || place?.where === 'end' || (place?.hand !== undefined && fixture.kind === 'fridge');
  const unit = place?.between || place?.side || ended ? unitFor(fixture) : undefined;
  if (!unit || unit.item || !spot) return undefined;
  const one: Edit = { op: 'add', ...unit, ...spot };
  if (edit(order, [one]).ok) return [one];
  if (!ended || spot.at !== undefined) return undefined;
  const free = fillers(order, spot);
  const ways = [...free.map((filler) => [filler]), free.slice(0, MAX_REMOVED_FILLERS)];
  return ways.map((gone) => replacingFillers(order, gone, spot, unit)).find((batch) => batch !== undefined);
}

/** The new unit at the end of the row in place of some plain units; undefined if it does not fit. */
function replacingFillers(
  order: Order,
  gone: readonly NodeInRun[],
  spot: Spot,
  unit: { code: string; w?: number },
): Edit[] | undefined {
  const ids = gone.map(({ node }) => node.id);
  const row = endsOf(order, gone[0]?.run.wall, ids);
  const at = spot.before === undefined ? { after: row[1] ?? '' } : { before: row[0] ?? '' };
  const batch: Edit[] = [...ids.map((node): Edit => ({ op: 'remove', node })), { op: 'add', ...unit, ...at }];
  return ids.length > 0 && edit(order, batch).ok ? batch : undefined;
}

/** From a wall's corner to the front of the adjoining row, mm (furniture.ru.md, 3.3). */
const CORNER_DEAD_MM = 580;

/** Free floor on a wall in mm, without the dead part of a corner. */
function freeOn(order: Order, wall: string, length: number): number {
  const nodes = nodesOf(order).filter(({ run }) => run.wall === wall && (run.tier === 'base' || run.tier === 'tall'));
  const edges = [0, ...nodes.map(({ node }) => Number(node.at) + node.w)].toSorted((a, b) => a - b);
  const starts = [...nodes.map(({ node }) => Number(node.at)), length].toSorted((a, b) => a - b);
  return starts.reduce((sum, start, i) => {
    const gap = Math.max(0, start - (edges[i] ?? start));
    const outer = i === 0 || i === starts.length - 1;
    return sum + (outer && order.room.walls.length > 1 && gap >= CORNER_DEAD_MM ? gap - CORNER_DEAD_MM : gap);
  }, 0);
}

const largestFreeWidth = (order: Order): number =>
  Math.max(...order.room.walls.map(({ id, length }) => freeOn(order, id, length)));

/** «добавь ящики» in a full kitchen: the widest plain cabinet gets drawers instead. */
function withDrawersInstead(order: Order, fixture: Extract<Fixture, { kind: 'unit' }>): Edit | undefined {
  const { code, width, count } = fixture;
  if (
    !hasTrait(code, 'drawers') ||
    width !== undefined ||
    (count ?? 1) > 1 ||
    largestFreeWidth(order) >= Math.min(...madeWidths(code))
  )
    return undefined;
  const plain = nodesOf(order)
    .filter(({ node }) => node.code === STANDARD.base && madeWidths(code).includes(node.w))
    .sort((a, b) => b.node.w - a.node.w)[0];
  return plain && { op: 'replace', node: plain.node.id, code };
}

/** «заполни пустое место»: fills with plain units. */
export function readFill(order: Order, clause: readonly Token[]): EditInterpretation | undefined {
  if (
    !clause.some(({ text }) => /^(заполн|закро|займи|дополн)/.test(text)) ||
    !(has(clause, 'free') || clause.some(({ text }) => /^мест/.test(text)))
  )
    return undefined;
  if (clause.some((token) => is(token, ...NAMES))) return undefined;
  const edits: Edit[] = [];
  for (let left = largestFreeWidth(order); edits.length < MAX_FILL_UNITS; ) {
    const fits = (w: number): boolean => w <= left && edit(order, [...edits, { op: 'add', code: STANDARD.base, w }]).ok;
    const w = madeWidths(STANDARD.base).findLast(fits);
    if (w === undefined) break;
    edits.push({ op: 'add', code: STANDARD.base, w });
    left -= w;
  }
  if (edits.length === 0) return { question: 'Свободного места под ещё один шкаф нет. Что изменить?' };
  return done(
    edits,
    `Добавлено: ${edits.map((one) => (one.op === 'add' ? unitLabel(order, one.code, one.w) : '')).join(', ')}.`,
  );
}

const MAX_FILL_UNITS = 3;

/** Widest made width that still fits, where the default width does not. */
function fittingWidth(order: Order, code: string): number | undefined {
  const free = largestFreeWidth(order);
  const widths = madeWidths(code);
  return code === STANDARD.narrowBase && free < Math.max(...widths)
    ? widths.filter((w) => w <= free).at(-1)
    : undefined;
}
