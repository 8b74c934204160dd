import { type Edit, type Fixture, findModule, type Order } from '#libs/furniture';
import { find, has, is, type Token } from '../text/token.js';
import { done, type Reading } from './reading.js';
import { allOf, candidates } from './refer.js';
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

const nameOf = (fixture: Fixture): string =>
  fixture.kind === 'unit'
    ? (findModule(fixture.code)?.title ?? fixture.code).toLowerCase()
    : (KIND_NAMES[fixture.kind] ?? fixture.kind);

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
  if (top >= 0 && !oneHung && !has(clause, 'shelf', 'rack')) {
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
      told.push((findModule(code)?.title ?? code).toLowerCase());
    }
  }
  if (has(clause, 'shelf') && has(clause, 'open')) {
    edits.push({ op: 'add', code: 'WO' });
    told.push('открытые полки');
  }
  const floor = oneHung ? [] : floorEdits(order, clause);
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
      const name = nameOf(fixture);
      return {
        ask: `${name.slice(0, 1).toUpperCase()}${name.slice(1)} в этой кухне уже есть. Что с ней сделать: заменить, подвинуть или изменить ширину?`,
      };
    }
    const width = 'width' in fixture ? fixture.width : undefined;
    const spot = spotOf(order, places[i] ?? {}, width ?? 600);
    const copies = fixture.kind === 'unit' ? Math.min(fixture.count ?? 1, 6) : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      if (fixture.kind === 'unit' && spot)
        out.push({
          edit: { op: 'add', code: fixture.code, ...(width === undefined ? {} : { w: width }), ...spot },
          name: nameOf(fixture),
        });
      else out.push({ edit: { op: 'add_fixture', fixture: single(fixture) }, name: nameOf(fixture) });
    }
  }
  return out;
}

const single = (fixture: Fixture): Fixture => (fixture.kind === 'unit' ? { ...fixture, count: 1 } : fixture);
