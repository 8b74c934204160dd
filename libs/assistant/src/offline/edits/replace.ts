import { type Edit, type Fixture, itemsIn, type Order } from '#libs/furniture';
import { fuelOf } from '../brief/fixtures.js';
import { drawerCode, drawersOf } from '../brief/units.js';
import { unitWidth } from '../text/lengths.js';
import { find, has, is, type Token } from '../text/token.js';
import { askWhich, called, done, type Reading } from './reading.js';
import { allOf, candidates, mentions, NAMES, type Standing } from './refer.js';
import { fixturesIn } from './wishes.js';

/** Catalogue code of the unit that an appliance needs. */
function codeOf(fixture: Fixture): { code: string; w?: number } | undefined {
  const w = 'width' in fixture && fixture.width !== undefined ? { w: fixture.width } : {};
  switch (fixture.kind) {
    case 'unit':
      return { code: fixture.code, ...w };
    case 'fridge':
      return { code: fixture.builtIn ? 'TF' : 'NF', ...w };
    case 'dishwasher':
      return { code: 'FD', ...w };
    case 'sink':
      return { code: 'BS', ...w };
    case 'hob':
      return { code: fixture.oven ? 'BO' : 'BH', ...w };
    case 'oven':
      return { code: fixture.microwave ? 'TOM' : fixture.tall ? 'TO' : 'BO' };
    default:
      return undefined;
  }
}

/** «замени X на Y», «вместо X поставь Y», «X на Y»: the thing that goes and the words of what comes. */
function sides(clause: readonly Token[]): { from: readonly Token[]; to: readonly Token[] } | undefined {
  const instead = clause.findIndex(({ text }) => text === 'вместо');
  if (instead >= 0) {
    const rest = clause.slice(instead + 1);
    const name = rest.findIndex((token) => is(token, ...NAMES));
    if (name < 0) return undefined;
    const to = [...clause.slice(0, instead), ...rest.slice(name + 1)];
    return { from: rest.slice(0, name + 1), to };
  }
  const on = clause.findLastIndex((token, i) => i > 0 && token.text === 'на');
  return on > 0 ? { from: clause.slice(0, on), to: clause.slice(on + 1) } : undefined;
}

export function readReplace(order: Order, clause: readonly Token[]): Reading | undefined {
  const split = sides(clause);
  if (!split) return undefined;
  const source = mentions(order, split.from, true)[0] ?? wholeTier(order, split.from);
  if (!source) return undefined;
  if (source.found.length === 0) return { ask: 'Того, что нужно заменить, в кухне нет. Что на что заменить?' };
  const all = has(split.from, 'all', 'top', 'low');
  if (source.found.length > 1 && !all) return askWhich(order, source.found);
  const edits = source.found.flatMap((one) => replacement(order, one, split.to) ?? []);
  if (edits.length === 0) return undefined;
  return done(edits, `Заменено: ${source.found.map((one) => called(order, one)).join(', ')}.`);
}

/** «верхние на открытые полки», «все нижние на ящики»: every plain unit of the tier. */
function wholeTier(order: Order, from: readonly Token[]): { found: Standing[] } | undefined {
  if (has(from, 'top')) return { found: allOf(order).filter(({ node }) => /^(W|WL|WL2|WG|WO)$/.test(node.code)) };
  return has(from, 'low') ? { found: allOf(order).filter(({ node }) => /^(B|BD\d)$/.test(node.code)) } : undefined;
}

/** «ящиков четыре штуки», «сделай два ящика»: the same unit with another number of drawers. */
export function readDrawers(order: Order, clause: readonly Token[]): Reading | undefined {
  if (has(clause, 'add', 'put', 'replace', 'wider', 'narrower', 'want', 'remove')) return undefined;
  const count = drawersOf(clause);
  const found = count === undefined || count < 1 || count > 4 ? [] : candidates(order, 'drawers');
  const code = drawerCode(count);
  if (found.length > 1) return askWhich(order, found);
  const one = found[0];
  return one && one.node.code !== code
    ? done([{ op: 'replace', node: one.node.id, code }], `Теперь ящиков: ${count}.`)
    : undefined;
}

function replacement(order: Order, standing: Standing, to: readonly Token[]): Edit | undefined {
  const { node, run } = standing;
  const items = itemsIn(order, node.id);
  const hob = items.find(({ kind }) => kind === 'hob' || kind === 'stove');
  const fuel = fuelOf(to);
  if (hob && fuel && !has(to, 'stove')) return { op: 'set_item', node: node.id, item: { kind: hob.kind, fuel } };
  const quantity = to.find((token) => token.quantity)?.quantity;
  if (items.some(({ kind }) => kind === 'fridge') && has(to, 'builtIn', 'separate', 'standing')) {
    return { op: 'replace', node: node.id, code: has(to, 'builtIn') ? 'TF' : 'NF' };
  }
  if (run.tier === 'wall') {
    const code =
      has(to, 'open') || has(to, 'shelf', 'rack')
        ? 'WO'
        : has(to, 'glass')
          ? 'WG'
          : has(to, 'dryer')
            ? 'WD'
            : has(to, 'cabinet')
              ? 'W'
              : undefined;
    return code
      ? { op: 'replace', node: node.id, code }
      : quantity && { op: 'resize', node: node.id, w: unitWidth(quantity) };
  }
  const fixture = fixturesIn(order, to).fixtures[0];
  const unit = fixture && codeOf(fixture);
  if (unit) return { op: 'replace', node: node.id, ...unit };
  return quantity && { op: 'resize', node: node.id, w: unitWidth(quantity) };
}

/** «духовку подними в пенал», «духовку на уровень глаз»: the oven leaves its place below the hob for a tall unit. */
export function readRaise(order: Order, clause: readonly Token[]): Reading | undefined {
  const oven = candidates(order, 'oven').find(({ run }) => run.tier !== 'tall');
  const tall =
    has(clause, 'raise') ||
    clause.some((token, i) => is(token, 'tall') && is(clause[i - 1], 'inside')) ||
    clause.some(({ text }) => /^глаз/.test(text));
  if (find(clause, ['oven']) < 0 || !tall || !oven || has(clause, 'no')) return undefined;
  const code = has(clause, 'microwave') ? 'TOM' : 'TO';
  return done([{ op: 'replace', node: oven.node.id, code }], 'Духовка поднята в пенал.');
}
