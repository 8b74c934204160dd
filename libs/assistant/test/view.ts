import { type Bom, CONSTANTS, findModule, itemsIn, type Order, type OrderNode, orderBom, type Tier } from '#libs/furniture';
import type { TurnOutcome } from '../src/loop/run-turn.js';

/** A node as assertions speak of it: wall by number from 1, Russian code, what stands in it. */
export interface Seen {
  readonly code: string;
  readonly ascii: string;
  readonly wall: number;
  readonly tier: Tier;
  readonly at: number;
  readonly end: number;
  readonly width: number;
  readonly h: number;
  readonly appliances: readonly string[];
}

/** What of an outcome assertions look at. */
export type Said = Pick<TurnOutcome, 'note' | 'why' | 'findings'>;

export interface View {
  readonly order: Order | undefined;
  readonly before: Order | undefined;
  readonly versions: readonly (Order | undefined)[];
  readonly nodes: readonly Seen[];
  readonly outcome: Said;
  readonly bom: Bom | undefined;
  readonly reply: string;
}

const FILLERS = ['ФП', 'ФПУ', 'БП'];
export const isFiller = (node: Seen): boolean => FILLERS.includes(node.code);

function seen(order: Order, node: OrderNode, wall: string, tier: Tier): Seen {
  const module = findModule(node.code);
  const own = module && !module.alternatives ? module.appliances : [];
  return {
    code: module?.code ?? node.code,
    ascii: node.code,
    wall: order.room.walls.findIndex(({ id }) => id === wall) + 1,
    tier,
    at: Number(node.at),
    end: Number(node.at) + node.w,
    width: node.w,
    h: node.h ?? module?.heights[0] ?? 0,
    appliances: [...new Set([...itemsIn(order, node.id).map(({ kind }) => kind), ...own])],
  };
}

export const nodesIn = (order: Order | undefined): Seen[] =>
  order ? order.runs.flatMap(({ wall, tier, nodes }) => nodes.map((node) => seen(order, node, wall, tier))) : [];

export const viewOf = (
  order: Order | undefined,
  before: Order | undefined,
  versions: View['versions'],
  outcome: Said,
  bom: Bom | undefined = order && orderBom(order),
): View => ({
  order,
  before,
  versions,
  nodes: nodesIn(order),
  outcome,
  bom,
  reply: `${outcome.note} ${outcome.why ?? ''}`,
});

/** Topics of a question, as the reply tells them. */
const TOPICS: Readonly<Record<string, RegExp>> = {
  wall_length:
    /длин[а-я]*[^.?!]{0,30}(стен|кухн|ряд)|(стен|кухн)[а-я]*[^.?!]{0,30}длин|размер[а-я]* (стен|кухн|помещ)|сколько метров/i,
  shape: /прям|углов|п-образ|буквой|форм|остров|стен/i,
  appliances: /техник|мойк|холодильник|плит|духов|встраив|посудомо/i,
  units: /мм|метр|миллиметр|сантиметр/i,
  window_position: /окн/i,
  window_sill: /подоконник|высот/i,
  boiler_position: /кот[её]л/i,
  which_to_narrow: /уж|сузить|сдела|замен|уменьш|45|450/i,
  which_to_drop: /убрать|отказ|без|вмест|уменьш/i,
  hob_place: /варочн|плит/i,
  hinges: /петл/i,
  shelf_height: /высот[а-я]* пол(ок|ки)/i,
  door_side: /(сторон|куда)[а-я ]*открыва/i,
  cabinet_filling: /наполнени/i,
};

const filters = (text: string): string[][] =>
  text.split(',').map((one) => /^(\w+)(!?=)(.*)$/.exec(one)?.slice(1) ?? []);

/** Nodes that `node[code=ШП,tier=base]` means. */
export const pick = (nodes: readonly Seen[], text: string): Seen[] =>
  nodes.filter((node) =>
    filters(text).every(([key, sign, want]) => {
      const matches =
        key === 'code'
          ? node.code === want || node.ascii === want
          : key === 'appliance'
            ? node.appliances.includes(want ?? '')
            : key === 'type'
              ? want === 'drawers' && /^ШНЯ/.test(node.code)
              : key === 'corner'
                ? String(/^Ш[НВ]У/.test(node.code)) === want
                : key === 'tier'
              ? (want ?? '').split('+').includes(node.tier)
              : String(node.wall) === want;
      return matches === (sign === '=');
    }),
  );

export const named = (view: View, expression: string): Seen | undefined => {
  const [, kind, inner] = /^(node|item)\[(.*?)\]/.exec(expression) ?? [];
  return pick(view.nodes, kind === 'item' ? `appliance=${inner}` : (inner ?? ''))[0];
};

const lengths = (view: View): number[] => view.order?.room.walls.map(({ length }) => length) ?? [];
const obstacle = (view: View, text: string) => view.order?.obstacles.find(({ kind }) => text.includes(`kind=${kind}`));
const read = (record: object | undefined, key: string): unknown =>
  record ? Object.entries(record).find(([name]) => name === key)?.[1] : undefined;

/** Queries and what each reads; the first that matches answers. */
const QUERIES: readonly (readonly [RegExp, (view: View, match: readonly string[]) => unknown])[] = [
  [/^walls$/, (view) => lengths(view)],
  [/^wall\[\*\]\.length$/, lengths],
  [/^wall\[(\d+)\]\.length$/, (view, [n]) => lengths(view)[Number(n) - 1]],
  [/^turns$/, (view) => view.order?.room.walls.slice(1).map(({ turn }) => turn)],
  [/^room\.ceiling$/, (view) => view.order?.ceiling],
  [/^nodes$/, (view) => view.nodes],
  [/^reply$/, (view) => view.reply],
  [/^order$/, (view) => view.order],
  [/^checks$/, (view) => (view.outcome.findings ?? []).map(({ code }) => code)],
  [
    /^checks\[severity=(\w+)\]$/,
    (view, [severity]) => (view.outcome.findings ?? []).filter((finding) => finding.severity === severity),
  ],
  [/^question\.topics$/, (view) => Object.keys(TOPICS).filter((topic) => TOPICS[topic]?.test(view.outcome.note))],
  [
    /^sum\[(.*)\]$/,
    (view, [text = '']) =>
      pick(view.nodes, text)
        .filter(({ tier }) => text.includes('tier=') || tier === 'base' || tier === 'tall')
        .reduce((sum, { width }) => sum + width, 0),
  ],
  [
    /^order_of\[(.*)\]$/,
    (view, [text = '']) => text.split(',').map((appliance) => pick(view.nodes, `appliance=${appliance}`)[0]?.at),
  ],
  [/^item\[(\w+)\]$/, (view, [kind]) => view.order?.items.filter((item) => item.kind === kind)],
  [
    /^item\[(\w+)\]\.(\w+)$/,
    (view, [kind, key = '']) =>
      read(
        view.order?.items.find((item) => item.kind === kind),
        key,
      ),
  ],
  [
    /^obstacle\[([^\]]*)\]$/,
    (view, [text = '']) => {
      const found = obstacle(view, text);
      return found && { ...found, wall: (view.order?.room.walls.findIndex(({ id }) => id === found.wall) ?? -1) + 1 };
    },
  ],
  [
    /^overlap\(node\[(.*)\],obstacle\[(.*)\]\)$/,
    (view, [text = '', of = '']) => {
      const found = obstacle(view, of);
      return (
        found && pick(view.nodes, text).filter(({ at, end }) => at < found.at + found.width && end > found.at).length
      );
    },
  ],
  [
    /^gap\((.*?\](?:\.edge)?),front_plane\[wall=(\d+)\]\)$/,
    (view, [expression = '', wall]) => {
      const one = named(view, expression);
      return (
        one &&
        (Number(wall) > one.wall
          ? (lengths(view)[one.wall - 1] ?? 0) - CONSTANTS.frontPlaneBase - one.end
          : one.at - CONSTANTS.frontPlaneBase)
      );
    },
  ],
  [
    /^gap\((.*?\](?:\.edge)?),(.*)\)$/,
    (view, [a = '', b = '']) => {
      const [one, two] = [named(view, a), named(view, b)];
      return one && two && Math.max(one.at - two.end, two.at - one.end);
    },
  ],
  [
    /^first\(node\[(.*)\]\)\.at$/,
    (view, [text = '']) =>
      Math.min(
        ...pick(view.nodes, text)
          .filter(({ code }) => code !== 'ФПУ')
          .map(({ at }) => at),
      ),
  ],
  [
    /^center\((.*)\)$/,
    (view, [expression = '']) => {
      const one = named(view, expression);
      return one && (one.at + one.end) / 2;
    },
  ],
  [/^corner_nodes\[(.*)\]$/, (view, [text = '']) => pick(view.nodes, text).filter(({ code }) => /^Ш[НВ]У/.test(code))],
  [/^finish\[tier=(\w+)\]\.facade$/, (view, [tier = '']) => read(view.order?.finish.facade, tier)],
  [/^finish\[(\w+)\]$/, (view, [part = '']) => read(view.order?.finish, part)],
  [/^handles\[tier=(\w+)\]$/, (view, [tier = '']) => read(view.order?.handles, tier)],
  [
    /^bom\.linear\[key=(.*)\]\.length_mm$/,
    (view, [key]) => view.bom?.linear.find((row) => row.key === key)?.length_mm,
  ],
  [
    /^bom\.pieces\[article=(.*)\]\.qty$/,
    (view, [article]) => view.bom?.pieces.find((row) => row.article === article)?.qty,
  ],
  [
    /^(min|max)\(node\[(.*)\]\.(\w+)\)$/,
    (view, [which, text = '', key = '']) => {
      const all = pick(view.nodes, text).map((node) => Number(read(node, key)));
      return all.length === 0 ? undefined : which === 'min' ? Math.min(...all) : Math.max(...all);
    },
  ],
  [
    /^obstacle\[(.*)\]\.(\w+)$/,
    (view, [text = '', key = '']) => read(obstacle(view, text), key),
  ],
  [
    /^top_of\(tier=wall\)$/,
    (view) =>
      Math.max(
        ...pick(view.nodes, 'tier=wall')
          .filter((node) => !isFiller(node))
          .map(({ code, h }) => (code === 'ШВВ' ? CONSTANTS.wallTop : CONSTANTS.wallBottom + h)),
      ),
  ],
  [
    /^hood_clearance$/,
    (view) => {
      const hood = pick(view.nodes, 'code=ШВВ')[0];
      return hood && CONSTANTS.wallTop - hood.h - CONSTANTS.worktopTop;
    },
  ],
  [
    /^top_of\(tier=upper\)$/,
    (view) =>
      Math.max(
        ...pick(view.nodes, 'tier=upper')
          .filter((node) => !isFiller(node))
          .map(({ h }) => CONSTANTS.wallTop + h),
      ),
  ],
  [/^aisle\(wall=1,wall=3\)$/, (view) => (lengths(view)[1] ?? 0) - 2 * CONSTANTS.worktopDepth],
  [/^node\[(.*)\]\.(\w+)$/, (view, [text = '', key = '']) => read(pick(view.nodes, text)[0], key)],
  [/^node\[(.*)\]$/, (view, [text = '']) => pick(view.nodes, text)],
];

export function value(query: string, view: View): unknown {
  for (const [pattern, answer] of QUERIES) {
    const match = pattern.exec(query);
    if (match) return answer(view, match.slice(1));
  }
  throw new Error(`no query «${query}»: add it to QUERIES`);
}
