import { capital, type Edit, edit, type Fixture, type Order } from '#libs/furniture';
import type { Place } from '../brief/facts.js';
import { find, has, is, type Token } from '../text/token.js';
import { done, namedUnit, type Reading } from './reading.js';
import { allOf, candidates, nodeOfReference } from './refer.js';
import { wantedOf } from './replace.js';
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
    : [KIND_NAMES[fixture.kind] ?? fixture.kind, 'width' in fixture ? fixture.width : undefined].filter(Boolean).join(' ');

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
  const floor = oneHung && !has(clause, 'microwave') ? [] : floorEdits(order, clause);
  if (floor && 'ask' in floor) return edits.length > 0 ? done(edits, `Добавлено: ${told.join(', ')}.`) : floor;
  for (const { edit, name } of floor) {
    edits.push(edit);
    told.push(name);
  }
  return edits.length > 0 ? done(edits, `Добавлено: ${told.join(', ')}.`) : undefined;
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

/** What stands on the floor: appliances with their units, and units by their codes. */
function floorEdits(order: Order, clause: readonly Token[]): { edit: Edit; name: string }[] | { ask: string } {
  const { fixtures, places } = fixturesIn(order, clause);
  const out: { edit: Edit; name: string }[] = [];
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
      out.push({ edit: moved, name: `${KIND_NAMES[kind]} (переставлено)` });
      continue;
    }
    const width = 'width' in fixture ? fixture.width : undefined;
    const spot = spotOf(order, places[i] ?? {}, width ?? 600);
    const copies = fixture.kind === 'unit' ? Math.min(fixture.count ?? 1, 6) : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const beside = besideEdit(order, fixture, places[i], spot);
      if (beside) out.push({ edit: beside, name: nameOf(order, fixture) });
      else if (fixture.kind === 'unit' && spot)
        out.push({
          edit: { op: 'add', code: fixture.code, ...(width === undefined ? {} : { w: width }), ...spot },
          name: nameOf(order, fixture),
        });
      else out.push({ edit: { op: 'add_fixture', fixture: single(fixture) }, name: nameOf(order, fixture) });
    }
  }
  return out;
}

/** «справа от мойки», «между мойкой и плитой»: right there, where the row has room for it. */
function besideEdit(
  order: Order,
  fixture: Fixture,
  place: Place | undefined,
  spot: ReturnType<typeof spotOf>,
): Edit | undefined {
  const unit = place?.between || place?.side ? wantedOf(fixture) : undefined;
  if (!unit || unit.item || !spot) return undefined;
  const one: Edit = { op: 'add', ...unit, ...spot };
  return edit(order, [one]).ok ? one : undefined;
}

/** «хочу посудомойку слева от мойки», where one stands already: it goes there. */
function elsewhere(order: Order, kind: string, place: Place): Edit | undefined {
  const one = nodeOfReference(order, kind);
  const spot = one && Object.keys(place).length > 0 ? spotOf(order, place, one.node.w) : undefined;
  return one && spot && { op: 'move', node: one.node.id, ...spot };
}

const single = (fixture: Fixture): Fixture => (fixture.kind === 'unit' ? { ...fixture, count: 1 } : fixture);
