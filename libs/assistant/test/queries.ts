import { CONSTANTS, isCornerUnit } from '#libs/furniture';
import { isFiller, named, pick, type View } from './view.js';

/** Question topics, recognised by the reply's words. */
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

const lengths = (view: View): number[] => view.order?.room.walls.map(({ length }) => length) ?? [];
/** The obstacle of `kind=window`, its wall as a number from 1. */
function obstacle({ order }: View, text: string) {
  const found = order?.obstacles.find(({ kind }) => text.includes(`kind=${kind}`));
  return found && { ...found, wall: (order?.room.walls.findIndex(({ id }) => id === found.wall) ?? -1) + 1 };
}
const read = (record: object | undefined, key: string): unknown =>
  record ? Object.entries(record).find(([name]) => name === key)?.[1] : undefined;

/** Queries; the first match is used. */
const QUERIES: readonly (readonly [RegExp, (view: View, match: readonly string[]) => unknown])[] = [
  [/^walls$/, (view) => lengths(view)],
  [/^wall\[\*\]\.length$/, lengths],
  [/^wall\[(\d+)\]\.(\w+)$/, (view, [n, key = '']) => read(view.order?.room.walls[Number(n) - 1], key)],
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
  [/^obstacle\[([^\]]*)\]$/, (view, [text = '']) => obstacle(view, text)],
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
  [/^corner_nodes\[(.*)\]$/, (view, [text = '']) => pick(view.nodes, text).filter(({ ascii }) => isCornerUnit(ascii))],
  [/^finish\[tier=(\w+)\]\.facade$/, (view, [tier = '']) => read(view.order?.finish.facade, tier)],
  [/^finish\[(\w+)\]$/, (view, [part = '']) => read(view.order?.finish, part)],
  [/^handles\[tier=(\w+)\]$/, (view, [tier = '']) => read(view.order?.handles, tier)],
  [/^bom\.linear\[key=(.*)\]\.length_mm$/, (view, [key]) => view.bom?.linear.find((row) => row.key === key)?.length_mm],
  [
    /^bom\.pieces\[article=(.*)\]\.qty$/,
    (view, [article]) => view.bom?.pieces.find((row) => row.article === article)?.qty,
  ],
  // Of no node: what `lte` and `gte` hold for, since they speak of each.
  [
    /^(min|max)\(node\[(.*)\]\.(\w+)\)$/,
    (view, [which, text = '', key = '']) => {
      const all = pick(view.nodes, text).map((node) => Number(read(node, key)));
      return which === 'min' ? Math.min(...all) : Math.max(...all);
    },
  ],
  [/^obstacle\[(.*)\]\.(\w+)$/, (view, [text = '', key = '']) => read(obstacle(view, text), key)],
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
