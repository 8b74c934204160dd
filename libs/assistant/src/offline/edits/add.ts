import { capital, type Edit, type Fixture, type Order } from '#libs/furniture';
import type { Place } from '../brief/facts.js';
import { find, has, is, type Token } from '../text/token.js';
import { besideEdits } from './beside.js';
import { fittingWidth, instead } from './free.js';
import { type Ask, askWidth, done, namedUnit, type Reading } from './reading.js';
import { allOf, candidates, nodeOfReference } from './refer.js';
import { fixturesIn, spotOf } from './wishes.js';

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
