import { type Edit, finishName, given, type Order, obstacleName, wallIdAt } from '#libs/furniture';
import { noFacts } from '../brief/facts.js';
import { fuelOf } from '../brief/fixtures.js';
import { finishesOf, handlesOf, lightingOf, tiersOf, withoutHandles } from '../brief/looks.js';
import { obstacleQuestion } from '../brief/missing.js';
import { obstacleOf } from '../brief/obstacles.js';
import { readFacts } from '../brief/read.js';
import { readWallTier } from '../brief/wall-tier.js';
import { wallId } from '../brief/walls.js';
import { nearestReply, noMezzanine } from '../planning/replies.js';
import { changeOf, wallLength } from '../text/lengths.js';
import { find, has, is, type Token } from '../text/token.js';
import { done, type EditInterpretation } from './interpretation.js';
import { nodesNamed } from './refer.js';
import { wallsIn } from './spots.js';

const PART_NAMES: Readonly<Record<string, string>> = {
  carcass: 'корпус',
  worktop: 'столешница',
  facade: 'фасады',
  base: 'низ',
  wall: 'верх',
  tall: 'пеналы',
  upper: 'антресоли',
};

/** Colours, handles and lighting: «тот же, но белый», «низ дуб», «ручки скобы», «без подсветки». */
export function readLook(clause: readonly Token[]): EditInterpretation | undefined {
  const edits: Edit[] = [];
  const changes: string[] = [];
  for (const { parts, value } of finishesOf(clause)) {
    for (const part of parts.length > 0 ? parts : (['facade'] as const)) {
      edits.push({ op: 'set_finish', part, finish: value });
      changes.push(`${PART_NAMES[part]} — ${finishName(value)}`);
    }
  }
  if (withoutHandles(clause)) {
    edits.push({ op: 'set_handles', tier: 'all', handle: 'push' }, { op: 'set_handles', tier: 'base', handle: 'gola' });
    changes.push('без ручек: низ с профилем гола, остальное открывается нажатием');
  }
  for (const { parts, value } of handlesOf(clause)) {
    if (parts.length === 0) edits.push({ op: 'set_handles', tier: value === 'gola' ? 'base' : 'all', handle: value });
    else for (const tier of tiersOf(parts)) edits.push({ op: 'set_handles', tier, handle: value });
    changes.push('ручки');
  }
  const light = lightingOf(clause);
  if (light !== undefined) {
    edits.push({ op: 'set_lighting', under: light });
    changes.push(light ? 'подсветка рабочей зоны' : 'подсветка убрана');
  }
  const nearest = nearestReply(
    Object.fromEntries(clause.flatMap(({ text, nearest, finish }) => (nearest && finish ? [[text, finish]] : []))),
  );
  return edits.length > 0 ? done(edits, `Изменено: ${changes.join(', ')}.${nearest ? ` ${nearest}` : ''}`) : undefined;
}

/** The room: ceiling, wall lengths and ends, obstacles, mezzanines. */
export function readRoom(order: Order, tokens: readonly Token[]): EditInterpretation | undefined {
  const facts = noFacts();
  readFacts(tokens, facts);
  const walls = wallsIn(order);
  const edits: Edit[] = [];
  const changes: string[] = [];
  const seen: string[] = [];
  if (facts.ceiling !== undefined) {
    edits.push({ op: 'set_ceiling', ceiling: facts.ceiling });
    changes.push(`потолок ${facts.ceiling} мм`);
  }
  if (has(tokens, 'wall', 'kitchen', 'length', 'side', 'long', 'short') && facts.obstacles.length === 0) {
    const named = Object.entries(facts.named).map(([name, length]) => ({
      wall: wallId(name as keyof typeof facts.named, walls),
      length,
    }));
    const bare = facts.lengths.slice(0, walls.length).map((length, i) => ({ wall: wallIdAt(i), length }));
    for (const { wall, length } of [...named, ...(named.length > 0 ? [] : bare)]) {
      edits.push({ op: 'set_wall', wall, length });
      changes.push(`стена ${wall} ${length} мм`);
    }
  }
  const last = order.room.walls.at(-1)?.id;
  if (facts.ends.left) edits.push({ op: 'set_wall', wall: 'A', ends: { left: facts.ends.left } });
  if (facts.ends.right && last) edits.push({ op: 'set_wall', wall: last, ends: { right: facts.ends.right } });
  if (facts.ends.left || facts.ends.right) changes.push('торцы ряда');
  for (const fact of facts.obstacles) {
    const known = order.obstacles.find(({ kind }) => kind === fact.kind);
    const ready = obstacleOf(known ? { ...kept(known), ...fact } : fact, facts, walls);
    if (!ready) return { question: obstacleQuestion(fact, facts).text };
    edits.push({ op: 'set_obstacle', ...given({ id: known?.id }), obstacle: ready });
    seen.push(`${obstacleName(ready.kind)} шириной ${ready.width} мм в ${ready.at} мм от левого угла`);
  }
  const mezzanine = facts.wallTier.toCeiling ? noMezzanine(facts.ceiling ?? order.ceiling) : undefined;
  if (facts.wallTier.toCeiling && !mezzanine) edits.push({ op: 'add_tier', tier: 'upper' });
  const parts = [
    changes.length > 0 ? `Изменено: ${changes.join(', ')}.` : '',
    seen.length > 0 ? `Учтено: ${seen.join('; ')}.` : '',
    facts.wallTier.toCeiling ? (mezzanine ?? 'Добавлены антресоли до потолка.') : '',
  ];
  return edits.length > 0 ? done(edits, parts.filter(Boolean).join(' ')) : undefined;
}

const kept = ({ at, width, bottom, top, depth }: Order['obstacles'][number]) => ({
  at: { mm: at, from: 'left' as const },
  width,
  ...given({ bottom, top, depth }),
});

/** «удлини стену на 20 см», «стену короче до 3 м». */
export function readWallLength(order: Order, clause: readonly Token[]): EditInterpretation | undefined {
  const at = clause.findIndex((token) => token.quantity);
  const quantity = clause[at]?.quantity;
  if (!has(clause, 'wall') || !has(clause, 'wider', 'narrower') || !quantity) return undefined;
  const name = (['long', 'short', 'left', 'right', 'second'] as const).find((lex) => has(clause, lex));
  const id = name && order.room.walls.length > 1 ? wallId(name, wallsIn(order)) : 'A';
  const now = order.room.walls.find((wall) => wall.id === id)?.length ?? 0;
  const by = is(clause[at - 1], 'on');
  const change = changeOf(quantity) * (has(clause, 'wider') ? 1 : -1);
  const length = by ? now + change : wallLength(quantity);
  if (length === undefined) return { question: 'Какой длины сделать стену, в метрах или миллиметрах?' };
  return done([{ op: 'set_wall', wall: id, length }], `Изменено: стена ${id} ${length} мм.`);
}

/** «верхние высотой 900», «верхние до потолка». */
export function readTier(
  order: Order,
  clause: readonly Token[],
  wall: string | undefined,
): EditInterpretation | undefined {
  const facts = noFacts();
  readWallTier(clause, facts);
  const { height, toCeiling } = facts.wallTier;
  if (height !== undefined)
    return done([{ op: 'add_tier', tier: 'wall', height, ...given({ wall }) }], `Верхние шкафы высотой ${height} мм.`);
  const none = toCeiling ? noMezzanine(order.ceiling) : undefined;
  if (none) return { question: `${none} Что изменить?` };
  if (toCeiling)
    return done([{ op: 'add_tier', tier: 'upper', ...given({ wall }) }], 'Добавлены антресоли до потолка.');
  return undefined;
}

export const FUEL_NAMES = { gas: 'газовая', electric: 'электрическая', induction: 'индукционная' } as const;

/** «варочную газовую», «пусть будет индукция»: the hob's fuel. */
export function readFuel(order: Order, clause: readonly Token[]): EditInterpretation | undefined {
  const fuel = fuelOf(clause);
  const hob = nodesNamed(order, 'hob')[0];
  if (
    !fuel ||
    !hob ||
    has(clause, 'pipe', 'boiler') ||
    (find(clause, ['oven']) >= 0 && find(clause, ['hob', 'stove', 'induction']) < 0)
  )
    return undefined;
  const kind = order.items.some((item) => item.node === hob.node.id && item.kind === 'stove') ? 'stove' : 'hob';
  return done([{ op: 'set_item', node: hob.node.id, item: { kind, fuel } }], `Варочная теперь ${FUEL_NAMES[fuel]}.`);
}
