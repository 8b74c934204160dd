import { type Edit, type Fixture, type Fuel, hasTrait, itemsIn, nodesOf, type Order, STANDARD } from '#libs/furniture';
import { drawerCode, drawersOf, fuelOf } from '../brief/fixtures.js';
import { unitWidth } from '../text/lengths.js';
import { find, has, is, type Token } from '../text/token.js';
import { askWhich, askWidth, done, type EditInterpretation, labelOf, unitLabel } from './interpretation.js';
import { isPlainWallUnit, mentions, NAMES, type NodeInRun, nodesNamed } from './refer.js';
import { FUEL_NAMES, readFuel } from './settings.js';
import { fixturesIn } from './spots.js';
import { replaceWithDrawers } from './wall-units.js';

interface UnitSpec {
  readonly code: string;
  readonly w?: number;
  /** An appliance to add, where the unit does not bring it. */
  readonly item?: { kind: string; fuel?: Fuel };
}

/** The unit for an appliance, with the appliance if the unit may hold several kinds. */
export function unitFor(fixture: Fixture): UnitSpec | undefined {
  const w = 'width' in fixture && fixture.width !== undefined ? { w: fixture.width } : {};
  switch (fixture.kind) {
    case 'unit':
      return { code: fixture.code, ...w };
    case 'fridge':
      return { code: fixture.builtIn ? STANDARD.builtInFridge : STANDARD.fridge, ...w };
    case 'dishwasher':
      return { code: STANDARD.dishwasher, ...w };
    case 'sink':
      return { code: STANDARD.sink, ...w };
    case 'hob':
      return {
        code: fixture.oven ? STANDARD.hobOverOven : STANDARD.hob,
        ...w,
        item: { kind: 'hob', ...fuelIn(fixture) },
      };
    case 'oven':
      return {
        code: fixture.microwave ? STANDARD.tallOvenMicrowave : fixture.tall ? STANDARD.tallOven : STANDARD.oven,
      };
    case 'stove':
    case 'washer':
      return { code: STANDARD[fixture.kind], w: 600, ...w, item: { kind: fixture.kind, ...fuelIn(fixture) } };
    default:
      return undefined;
  }
}

const fuelIn = (fixture: Fixture): { fuel?: Fuel } =>
  'fuel' in fixture && fixture.fuel !== undefined ? { fuel: fixture.fuel } : {};

const isThing = (token: Token | undefined): boolean => is(token, ...NAMES, 'top', 'low');

/** «замени X на Y», «вместо X поставь Y», «X на Y»: tokens of the old and of the new. */
function sides(clause: readonly Token[]): { from: readonly Token[]; to: readonly Token[] } | undefined {
  const instead = clause.findIndex(({ text }) => text === 'вместо');
  if (instead >= 0) {
    const rest = clause.slice(instead + 1);
    let last = rest.findIndex(isThing);
    if (last < 0) return undefined;
    while (is(rest[last + 1], 'and') && isThing(rest[last + 2])) last += 2;
    if (is(rest[last], 'top', 'low') && is(rest[last + 1], 'cabinet')) last += 1;
    while (is(rest[last + 1], 'left', 'right', 'last', 'first', 'second') && rest[last + 2]) last += 1;
    // «вместо тумбы справа поставь…»: everything before the verb describes the old.
    const verb = rest.findIndex((token, i) => i > last && is(token, 'put', 'add', 'make', 'want'));
    const end = verb < 0 ? last + 1 : verb;
    return { from: rest.slice(0, end), to: [...clause.slice(0, instead), ...rest.slice(end)] };
  }
  const on = clause.findLastIndex((token, i) => i > 0 && token.text === 'на');
  return on > 0 ? { from: clause.slice(0, on), to: clause.slice(on + 1) } : undefined;
}

export function readReplace(order: Order, clause: readonly Token[]): EditInterpretation | undefined {
  const split = sides(clause);
  if (!split) return undefined;
  const mention = mentions(order, split.from, true)[0];
  const tier = wholeTier(order, split.from);
  const source = tier && (!mention || is(split.from[mention.i], 'cabinet')) ? tier : (mention ?? tier);
  // «газовую на индукцию»
  if (!source) return fuelOf(split.from) && fuelOf(split.to) ? readFuel(order, split.to) : undefined;
  if (source.found.length === 0) return { question: 'Того, что нужно заменить, в кухне нет. Что на что заменить?' };
  const all = has(split.from, 'all', 'top', 'low');
  if (source.found.length > 1 && !all) return askWhich(order, source.found, mention && split.from[mention.i]);
  const made = source.found
    .map((one) => ({ one, edits: replacement(order, one, split.to) }))
    .filter(({ one, edits }) =>
      edits.some((edit) => edit.op !== 'replace' || edit.code !== one.node.code || edit.w !== undefined),
    );
  const edits = made.flatMap((pair) => pair.edits);
  if (edits.length === 0) return undefined;
  for (const { one, edits } of made)
    for (const edit of edits) {
      const code = edit.op === 'replace' ? edit.code : one.node.code;
      const w = edit.op === 'replace' || edit.op === 'resize' ? edit.w : undefined;
      const unmade = w === undefined ? undefined : askWidth(code, w, `runs[${one.run.id}].nodes[${one.node.id}]`);
      if (unmade) return unmade;
    }
  return done(
    edits,
    `Заменено: ${[...new Set(made.flatMap((pair) => replacementSummary(order, pair.one, pair.edits)))].join('; ')}.`,
  );
}

/** «тумба с тремя ящиками 600 → посудомоечная машина 600». */
function replacementSummary(order: Order, one: NodeInRun, edits: readonly Edit[]): string[] {
  const swap = edits.find((edit) => edit.op === 'replace');
  const item = edits.find((edit) => edit.op === 'set_item');
  if (edits.length === 0) return [];
  const resized = edits.find((edit) => edit.op === 'resize');
  if (resized?.op === 'resize') return [`${labelOf(order, one)} → ${resized.w} мм`];
  if (swap?.op !== 'replace' && item?.op === 'set_item' && item.item.fuel)
    return [
      `${labelOf(order, one)} → ${FUEL_NAMES[item.item.fuel]} ${item.item.kind === 'stove' ? 'плита' : 'варочная панель'}`,
    ];
  if (swap?.op !== 'replace') return [labelOf(order, one)];
  const kind = item?.op === 'set_item' ? item.item.kind : undefined;
  const name =
    kind === 'stove' ? 'плита' : kind === 'washer' ? 'стиральная машина' : unitLabel(order, swap.code, swap.w);
  return [`${labelOf(order, one)} → ${name}`];
}

/** «все нижние с ящиками», «сделай тумбы с ящиками»: all plain base units that can have drawers. */
export function readAllDrawers(order: Order, clause: readonly Token[]): EditInterpretation | undefined {
  const many = has(clause, 'all', 'both') || clause.some(({ text }) => /^(тумбы|шкафы|нижние)$/.test(text));
  const low = has(clause, 'low', 'baseUnit', 'cabinet') && !has(clause, 'top', 'add', 'remove', 'replace');
  const of = clause.findIndex((token, i) => is(token, 'drawers') && is(clause[i - 1], 'of', 'on'));
  const counted = clause.findIndex(
    (token, i) => is(token, 'drawers') && clause[i - 1]?.quantity && is(clause[i - 2], 'of'),
  );
  if (!many || !low || (of < 0 && counted < 0)) return undefined;
  const code = drawerCode(counted < 0 ? undefined : clause[counted - 1]?.quantity?.value);
  const edits = replaceWithDrawers(order, code);
  return edits.length > 0 ? done(edits, `Нижние тумбы теперь с ящиками: ${edits.length}.`) : undefined;
}

/** «верхние на открытые полки», «все нижние на ящики»: all plain units of the tier. */
function wholeTier(order: Order, from: readonly Token[]): { found: NodeInRun[] } | undefined {
  if (has(from, 'top') && !has(from, 'above'))
    return {
      found: nodesOf(order).filter(({ node }) => isPlainWallUnit(node.code) && !hasTrait(node.code, 'drainer')),
    };
  return has(from, 'low')
    ? { found: nodesOf(order).filter(({ node }) => node.code === STANDARD.base || hasTrait(node.code, 'drawers')) }
    : undefined;
}

/** «ящики сделай четыре». */
function bareCount(clause: readonly Token[]): number | undefined {
  const quantity =
    is(clause[0], 'drawers') || has(clause, 'make') ? clause.find((token) => token.quantity)?.quantity : undefined;
  return has(clause, 'drawers') && quantity && !quantity.unit && quantity.value <= 4 ? quantity.value : undefined;
}

/** «ящиков четыре штуки», «сделай два ящика»: changes the number of drawers. */
export function readDrawers(order: Order, clause: readonly Token[]): EditInterpretation | undefined {
  if (has(clause, 'add', 'put', 'replace', 'wider', 'narrower', 'want', 'remove')) return undefined;
  const count = drawersOf(clause) ?? bareCount(clause);
  const found = count === undefined || count < 1 || count > 4 ? [] : nodesNamed(order, 'drawers');
  const code = drawerCode(count);
  if (found.length > 1) return askWhich(order, found);
  const one = found[0];
  return one && one.node.code !== code
    ? done([{ op: 'replace', node: one.node.id, code }], `Теперь ящиков: ${count}.`)
    : undefined;
}

function replacement(order: Order, standing: NodeInRun, to: readonly Token[]): Edit[] {
  const { node, run } = standing;
  const items = itemsIn(order, node.id);
  const hob = items.find(({ kind }) => kind === 'hob' || kind === 'stove');
  const fuel = fuelOf(to);
  if (hob && fuel && !has(to, 'stove', 'oven', 'hob'))
    return [{ op: 'set_item', node: node.id, item: { kind: hob.kind, fuel } }];
  const quantity = to.find((token) => token.quantity)?.quantity;
  if (items.some(({ kind }) => kind === 'fridge') && has(to, 'builtIn', 'separate', 'standing')) {
    return [{ op: 'replace', node: node.id, code: has(to, 'builtIn') ? STANDARD.builtInFridge : STANDARD.fridge }];
  }
  if (run.tier === 'wall') {
    const code =
      has(to, 'open') || has(to, 'shelf', 'rack')
        ? STANDARD.narrowWall
        : has(to, 'glass')
          ? 'WG'
          : has(to, 'dryer')
            ? STANDARD.drainer
            : has(to, 'cabinet')
              ? STANDARD.wall
              : undefined;
    if (code) return [{ op: 'replace', node: node.id, code }];
    return quantity ? [{ op: 'resize', node: node.id, w: unitWidth(quantity) }] : [];
  }
  const fixture = fixturesIn(order, to).fixtures[0];
  const wanted = fixture && unitFor(fixture);
  if (!wanted) return quantity ? [{ op: 'resize', node: node.id, w: unitWidth(quantity) }] : [];
  const { item, ...unit } = wanted;
  // A stove replaces the hob.
  const hobs = item ? items.filter(({ kind }) => kind === 'hob' && kind !== item.kind) : [];
  return [
    ...hobs.map(({ id }) => ({ op: 'remove_item' as const, item: id })),
    { op: 'replace', node: node.id, ...unit },
    ...(item ? [{ op: 'set_item' as const, node: node.id, item }] : []),
  ];
}

/** «духовку отдельно от варочной»: the oven gets its own base unit. */
export function readApart(order: Order, clause: readonly Token[]): EditInterpretation | undefined {
  const apart =
    has(clause, 'separate') && clause.some((token, i) => is(token, 'hob', 'stove') && is(clause[i - 1], 'from'));
  const oven = nodesNamed(order, 'oven')[0];
  const both = oven && itemsIn(order, oven.node.id).some(({ kind }) => kind === 'hob');
  if (!apart || !has(clause, 'oven') || !oven || !both || has(clause, 'tall')) return undefined;
  return done(
    [
      { op: 'replace', node: oven.node.id, code: STANDARD.hob },
      { op: 'add_fixture', fixture: { kind: 'oven' } },
    ],
    'Духовка теперь отдельно от варочной.',
  );
}

/** «духовку подними в пенал», «духовку на уровень глаз»: moves the oven from under the hob to a tall unit. */
export function readRaise(order: Order, clause: readonly Token[]): EditInterpretation | undefined {
  const oven = nodesNamed(order, 'oven').find(({ run }) => run.tier !== 'tall');
  const tall =
    has(clause, 'raise') ||
    clause.some((token, i) => is(token, 'tall') && is(clause[i - 1], 'inside')) ||
    clause.some(({ text }) => /^глаз/.test(text));
  if (find(clause, ['oven']) < 0 || !tall || !oven || has(clause, 'no')) return undefined;
  const code = has(clause, 'microwave') ? STANDARD.tallOvenMicrowave : STANDARD.tallOven;
  return done([{ op: 'replace', node: oven.node.id, code }], 'Духовка поднята в пенал.');
}

/** «духовку под варочную»: moves the oven from its tall unit, which is removed, to the hob's unit. */
export function readUnderHob(order: Order, clause: readonly Token[]): EditInterpretation | undefined {
  const at = clause.findIndex(
    (token, i) => is(token, 'under') && is(clause[i + 1], 'hob', 'induction', 'gas', 'electric'),
  );
  const oven = nodesNamed(order, 'oven').find(({ run }) => run.tier === 'tall');
  const hob = nodesNamed(order, 'hob')[0];
  if (
    at < 0 ||
    find(clause, ['oven']) < 0 ||
    !oven ||
    !hob ||
    itemsIn(order, hob.node.id).some(({ kind }) => kind === 'stove')
  )
    return undefined;
  return done(
    [
      { op: 'remove', node: oven.node.id },
      { op: 'replace', node: hob.node.id, code: STANDARD.hobOverOven },
    ],
    'Духовка теперь под варочной, её пенал убран.',
  );
}
