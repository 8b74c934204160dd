import { capital, type Edit, edit, type Fixture, findModule, type Order } from '#libs/furniture';
import type { Place } from '../brief/facts.js';
import { find, has, is, type Token } from '../text/token.js';
import { type Ask, askWidth, done, namedUnit, type Reading } from './interpretation.js';
import { allOf, candidates, NAMES, nodeOfReference, type Standing } from './refer.js';
import { wantedOf } from './replace.js';
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
    ? namedUnit(order, fixture.code, fixture.width)
    : [KIND_NAMES[fixture.kind] ?? fixture.kind, 'width' in fixture ? fixture.width : undefined]
        .filter(Boolean)
        .join(' ');

/** Units that customers add by a word of their own, hung ones too. */
const HUNG: readonly (readonly [Parameters<typeof is>[1], string])[] = [
  ['glass', 'WG'],
  ['dryer', 'WD'],
  ['lift', 'WL'],
];

/** «добавь верхние», «поставь бутылочницу справа от мойки», «нужна ещё тумба 400», «хочу вытяжку». */
export function readAdd(order: Order, clause: readonly Token[], wall: string | undefined): Reading | undefined {
  const edits: Edit[] = [];
  const told: string[] = [];
  const top = find(clause, ['top']);
  const oneHung = top >= 0 && is(clause[top + 1], 'cabinet') && !/^шкаф(ы|ов|чики)$/.test(clause[top + 1]?.text ?? '');
  if (has(clause, 'microwave')) {
    // «микроволновку в верхний шкаф»: its own unit, no other is meant.
  } else if (top >= 0 && !oneHung && !has(clause, 'shelf', 'rack')) {
    edits.push({ op: 'add_tier', tier: 'wall', ...(wall ? { wall } : {}) });
    told.push('верхние шкафы');
  } else if (oneHung) {
    edits.push({ op: 'add', code: 'W', tier: 'wall', ...(wall ? { wall } : {}) });
    told.push('верхний шкаф');
  }
  if (has(clause, 'mezzanine') || is(clause[find(clause, ['ceiling']) - 1], 'to')) {
    edits.push({ op: 'add_tier', tier: 'upper', ...(wall ? { wall } : {}) });
    told.push('антресоли до потолка');
  }
  const hood = hoodEdit(order, clause);
  if (hood) {
    edits.push(hood);
    told.push('вытяжка');
  }
  for (const [lex, code] of HUNG) {
    if (has(clause, lex)) {
      edits.push({ op: 'add', code });
      told.push(namedUnit(order, code));
    }
  }
  if (has(clause, 'shelf') && has(clause, 'open')) {
    edits.push({ op: 'add', code: 'WO' });
    told.push('открытые полки');
  }
  if (
    !hood &&
    edits.length === 0 &&
    has(clause, 'hood') &&
    candidates(order, 'hood').length > 0 &&
    fixturesIn(order, clause).fixtures.length === 0
  )
    return { ask: 'Вытяжка в этой кухне уже есть, она в шкафу над варочной. Что изменить?' };
  const floor = oneHung && !has(clause, 'microwave') ? [] : floorEdits(order, clause);
  if (floor && 'ask' in floor) return edits.length > 0 ? done(edits, `Добавлено: ${told.join(', ')}.`) : floor;
  const moved = floor.filter((one) => one.moved).map(({ name }) => name);
  told.push(...floor.filter((one) => !one.moved && one.name !== '').map(({ name }) => name));
  edits.push(...floor.map(({ edit }) => edit));
  const reply = [
    told.length > 0 ? `Добавлено: ${told.join(', ')}.` : '',
    moved.length > 0 ? `Переставлено: ${moved.join(', ')}.` : '',
  ];
  return edits.length > 0 ? done(edits, reply.filter(Boolean).join(' ')) : undefined;
}

function hoodEdit(order: Order, clause: readonly Token[]): Edit | undefined {
  const at = find(clause, ['hood']);
  if (at < 0 || candidates(order, 'hood').length > 0) return undefined;
  const hob = candidates(order, 'hob')[0];
  if (!hob) return undefined;
  if (!order.runs.some(({ tier }) => tier === 'wall')) return { op: 'add_tier', tier: 'wall' };
  const over = allOf(order).find(
    ({ node, run }) => run.tier === 'wall' && run.wall === hob.run.wall && node.code === 'W' && node.at === hob.node.at,
  );
  if (over) return { op: 'replace', node: over.node.id, code: 'WH', w: over.node.w };
  return {
    op: 'add',
    code: 'WH',
    tier: 'wall',
    wall: hob.run.wall,
    at: Number(hob.node.at),
    w: Math.min(900, Math.max(600, hob.node.w)),
  };
}

interface Added {
  readonly edit: Edit;
  readonly name: string;
  /** It stood already, elsewhere. */
  readonly moved?: true;
}

/** What stands on the floor: appliances with their units, and units by their codes. */
function floorEdits(order: Order, clause: readonly Token[]): Added[] | Ask {
  const { fixtures, places } = fixturesIn(order, clause);
  const out: Added[] = [];
  for (const [i, fixture] of fixtures.entries()) {
    const kind = fixture.kind === 'unit' ? undefined : fixture.kind;
    if (
      kind &&
      allOf(order).some(({ node }) => order.items.some((item) => item.node === node.id && item.kind === kind))
    ) {
      const moved = elsewhere(order, kind, places[i] ?? {});
      if (!moved)
        return {
          ask: `${capital(KIND_NAMES[kind] ?? kind)} в этой кухне уже есть. Что сделать: заменить, подвинуть или изменить ширину?`,
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
      fixture.kind === 'unit' && Object.keys(places[i] ?? {}).length === 0 ? instead(order, fixture) : undefined;
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
          edit: { op: 'add', code: fixture.code, ...(width === undefined ? {} : { w: width }), ...spot },
          name: nameOf(order, fixture),
        });
      else if (fixture.kind === 'unit' && fixture.width === undefined && width !== undefined)
        out.push({ edit: { op: 'add', code: fixture.code, w: width }, name: nameOf(order, { ...fixture, width }) });
      else out.push({ edit: { op: 'add_fixture', fixture: single(fixture) }, name: nameOf(order, fixture) });
    }
  }
  return out;
}

/** «хочу посудомойку слева от мойки», where one stands already: it goes there. */
function elsewhere(order: Order, kind: string, place: Place): Edit | undefined {
  const one = nodeOfReference(order, kind);
  const spot = one && Object.keys(place).length > 0 ? spotOf(order, place, one.node.w) : undefined;
  return one && spot && { op: 'move', node: one.node.id, ...spot };
}

const single = (fixture: Fixture): Fixture => (fixture.kind === 'unit' ? { ...fixture, count: 1 } : fixture);

/** Plain units that nobody asked for by name, nearest first to the spot: they give way to what is. */
function fillers(order: Order, spot: NonNullable<ReturnType<typeof spotOf>>): Standing[] {
  const id = spot.before ?? spot.after;
  const at = allOf(order).find(({ node }) => node.id === id);
  return allOf(order)
    .filter(({ node, run }) => run.wall === at?.run.wall && run.tier === 'base' && /^(B|BD3|BB)$/.test(node.code))
    .sort(
      (a, b) => Math.abs(Number(a.node.at) - Number(at?.node.at)) - Math.abs(Number(b.node.at) - Number(at?.node.at)),
    );
}

/** Plain units that may go for one new thing. */
const FILLERS_MOST = 2;

/** «справа от мойки», «между мойкой и плитой», «в начале»: right there, where the row has or can make room for it. */
export function besideEdits(
  order: Order,
  fixture: Fixture,
  place: Place | undefined,
  spot: ReturnType<typeof spotOf>,
): Edit[] | undefined {
  const ended =
    place?.where === 'start' || place?.where === 'end' || (place?.hand !== undefined && fixture.kind === 'fridge');
  const unit = place?.between || place?.side || ended ? wantedOf(fixture) : undefined;
  if (!unit || unit.item || !spot) return undefined;
  const one: Edit = { op: 'add', ...unit, ...spot };
  if (edit(order, [one]).ok) return [one];
  if (!ended || spot.at !== undefined) return undefined;
  const free = fillers(order, spot);
  const ways = [...free.map((filler) => [filler]), free.slice(0, FILLERS_MOST)];
  return ways.map((gone) => insteadOf(order, gone, spot, unit)).find((batch) => batch !== undefined);
}

/** The new thing at its end of the row, in place of some plain units; nothing where it does not fit there. */
function insteadOf(
  order: Order,
  gone: readonly Standing[],
  spot: NonNullable<ReturnType<typeof spotOf>>,
  unit: { code: string; w?: number },
): Edit[] | undefined {
  const ids = gone.map(({ node }) => node.id);
  const row = endsOf(order, gone[0]?.run.wall, ids);
  const at = spot.before === undefined ? { after: row[1] ?? '' } : { before: row[0] ?? '' };
  const batch: Edit[] = [...ids.map((node): Edit => ({ op: 'remove', node })), { op: 'add', ...unit, ...at }];
  return ids.length > 0 && edit(order, batch).ok ? batch : undefined;
}

/** mm between a wall's corner and the front of the row that comes from it (furniture.ru.md, 3.3). */
const DEAD = 580;

/** mm of a wall's floor that nothing stands on and something could: the dead part of a corner is none of it. */
function freeOn(order: Order, wall: string, length: number): number {
  const nodes = allOf(order).filter(({ run }) => run.wall === wall && (run.tier === 'base' || run.tier === 'tall'));
  const edges = [0, ...nodes.map(({ node }) => Number(node.at) + node.w)].toSorted((a, b) => a - b);
  const starts = [...nodes.map(({ node }) => Number(node.at)), length].toSorted((a, b) => a - b);
  return starts.reduce((sum, start, i) => {
    const gap = Math.max(0, start - (edges[i] ?? start));
    const outer = i === 0 || i === starts.length - 1;
    return sum + (outer && order.room.walls.length > 1 && gap >= DEAD ? gap - DEAD : gap);
  }, 0);
}

const roomiest = (order: Order): number =>
  Math.max(...order.room.walls.map(({ id, length }) => freeOn(order, id, length)));

const widthsOf = (code: string): number[] =>
  (findModule(code)?.widths ?? []).filter((w): w is number => typeof w === 'number');

/** «добавь ящики» where no wall has room for one more unit: the widest plain cabinet is made with drawers. */
export function instead(order: Order, fixture: Extract<Fixture, { kind: 'unit' }>): Edit | undefined {
  const { code, width, count } = fixture;
  if (!/^BD\d$/.test(code) || width !== undefined || (count ?? 1) > 1 || roomiest(order) >= Math.min(...widthsOf(code)))
    return undefined;
  const plain = allOf(order)
    .filter(({ node }) => node.code === 'B' && widthsOf(code).includes(node.w))
    .sort((a, b) => b.node.w - a.node.w)[0];
  return plain && { op: 'replace', node: plain.node.id, code };
}

/** «заполни пустое место»: plain units where nothing stands. */
export function readFill(order: Order, clause: readonly Token[]): Reading | undefined {
  if (
    !clause.some(({ text }) => /^(заполн|закро|займи|дополн)/.test(text)) ||
    !(has(clause, 'free') || clause.some(({ text }) => /^мест/.test(text)))
  )
    return undefined;
  if (clause.some((token) => is(token, ...NAMES))) return undefined;
  const edits: Edit[] = [];
  for (let left = roomiest(order); edits.length < FILLS_MOST; ) {
    const fits = (w: number): boolean => w <= left && edit(order, [...edits, { op: 'add', code: 'B', w }]).ok;
    const w = widthsOf('B')
      .toSorted((a, b) => b - a)
      .find(fits);
    if (w === undefined) break;
    edits.push({ op: 'add', code: 'B', w });
    left -= w;
  }
  if (edits.length === 0) return { ask: 'Свободного места под ещё один шкаф нет. Что изменить?' };
  return done(
    edits,
    `Добавлено: ${edits.map((one) => (one.op === 'add' ? namedUnit(order, one.code, one.w) : '')).join(', ')}.`,
  );
}

const FILLS_MOST = 3;

/** The widest that the unit is made in and that still has room, where its usual width has none. */
export function fittingWidth(order: Order, code: string): number | undefined {
  const free = roomiest(order);
  const widths = widthsOf(code);
  return code === 'BB' && free < Math.max(...widths) ? widths.filter((w) => w <= free).at(-1) : undefined;
}
