import { isCornerUnit } from '#libs/furniture';
import { isFiller, type NodeView } from '../view.js';
import { isFloorUnit, isHigh, type Scene } from './scene.js';
import { FINISH_WORDS, isNodeOf, isSubject, OBSTACLE_WORDS, select, wordsOfCode } from './subjects.js';
import { ANEW, CHANGES, lengthPattern, ofPlainUnits, sentencesOf } from './wording.js';

interface Edit {
  readonly before: Scene;
  readonly now: Scene;
  /** What may change: subjects, `tier:wall`, `finish:base`, `walls`, … */
  readonly asked: readonly string[];
  /** Of the note, but for warnings that it repeats. */
  readonly sentences: readonly string[];
  /** Each unit that stood, with the one that it became. */
  readonly mates: ReadonlyMap<NodeView, NodeView | undefined>;
  readonly added: readonly NodeView[];
}

interface Change {
  readonly what: string;
  /** Whether the note says so. */
  readonly isTold: boolean;
}

/** A warning is recognised in a note by its first characters. */
const WARNING_LENGTH = 40;

/** What an edit changed beyond what was asked without a word of it in the note. */
export function silentChanges(before: Scene, now: Scene, asked: readonly string[]): string[] {
  if (asked.includes('*')) return [];
  const sentences = sentencesOf(now.note).filter(
    (one) => !now.findings.some(({ msg }) => one.includes(msg.slice(0, WARNING_LENGTH))),
  );
  const edit: Edit = { before, now, asked, sentences, ...matesOf(before, now) };
  return [unitChanges, wallRowChanges, sequenceChanges, roomChanges, finishChanges, fittingChanges]
    .flatMap((changes) => changes(edit))
    .filter(({ isTold }) => !isTold)
    .map(({ what }) => what);
}

const kindsOf = ({ appliances }: NodeView): string => [...appliances].sort().join('+');

/** Which unit became which: by id and module, then by module, size and wall, then by id alone. */
function matesOf(before: Scene, now: Scene): Pick<Edit, 'mates' | 'added'> {
  const alike: readonly ((was: NodeView, is: NodeView) => boolean)[] = [
    (was, is) => is.id === was.id && is.ascii === was.ascii,
    (was, is) =>
      is.ascii === was.ascii && is.width === was.width && is.wall === was.wall && kindsOf(is) === kindsOf(was),
    (was, is) => is.id === was.id,
  ];
  const old = before.nodes.filter((node) => !isFiller(node));
  const left = new Set(now.nodes.filter((node) => !isFiller(node)));
  const mates = new Map<NodeView, NodeView | undefined>(old.map((was) => [was, undefined]));
  for (const isSame of alike)
    for (const was of old) {
      const mate = mates.get(was) ? undefined : [...left].find((is) => isSame(was, is));
      if (!mate) continue;
      mates.set(was, mate);
      left.delete(mate);
    }
  return { mates, added: [...left] };
}

function isAsked(node: NodeView, scene: Scene, asked: readonly string[]): boolean {
  const subjects = asked.filter((one) => !one.includes(':') && isSubject(one));
  return asked.includes(`tier:${node.tier}`) || subjects.some((one) => select(scene, one).includes(node));
}

/** Whether a sentence names the unit and says that something was changed, or a width that it had or has. */
function isUnitTold({ sentences }: Edit, node: NodeView, other?: NodeView): boolean {
  const isPlain = node.appliances.length === 0;
  if (isToldAnew(sentences) && (isPlain || isCornerUnit(node.ascii))) return true;
  const unit = wordsOfCode(node.ascii) ?? /шкаф/i;
  const widths = [node, ...(other ? [other] : [])].map(({ width }) => lengthPattern(width));
  return sentences.some((sentence) => {
    const own = isPlain ? ofPlainUnits(sentence, isHigh(node)) : sentence;
    return unit.test(own) && (CHANGES.test(own) || widths.some((width) => width.test(own)));
  });
}

const isToldAnew = (sentences: readonly string[]): boolean => sentences.some((one) => ANEW.test(one));

/** A high unit follows the row below it (and round its corners) when that is laid anew. */
function follows(node: NodeView, { before, now }: Edit): boolean {
  const row = ({ nodes, obstacles, walls }: Scene): string =>
    JSON.stringify([
      nodes
        .filter((one) => isFloorUnit(one) && Math.abs(one.wall - node.wall) <= 1)
        .map(({ id, at, width, fuel }) => [id, at, width, fuel]),
      obstacles,
      walls.map(({ length }) => length),
    ]);
  return isHigh(node) && row(before) !== row(now);
}

function unitChanges(edit: Edit): Change[] {
  const { before, now, asked, mates, added } = edit;
  const changes: Change[] = [];
  /** Plain units that the note gives up: as many may come back narrower. */
  let givenUp = 0;
  for (const [was, is] of mates) {
    if (isAsked(was, before, asked) || (is && isAsked(is, now, asked)) || follows(was, edit)) continue;
    if (!is && isNodeOf(was, 'cabinet') && isUnitTold(edit, was)) givenUp += 1;
    changes.push(...changeOf(was, is, edit));
  }
  for (const node of added) {
    if (isAsked(node, now, asked) || follows(node, edit)) continue;
    if (isNodeOf(node, 'cabinet') && givenUp > 0) givenUp -= 1;
    else changes.push({ what: `${node.code} ${node.width} was added`, isTold: isUnitTold(edit, node) });
  }
  return changes;
}

/** The first and gravest change of a unit. */
function changeOf(was: NodeView, is: NodeView | undefined, edit: Edit): Change[] {
  const name = `${was.code} ${was.width}`;
  const change = (what: string, isTold = isUnitTold(edit, was, is)): Change[] => [{ what: `${name}${what}`, isTold }];
  if (!is) return change(' is gone');
  if (is.ascii !== was.ascii)
    return change(` became ${is.code}`, isUnitTold(edit, was, is) || isUnitTold(edit, is, was));
  if (is.width !== was.width) return change(` became ${is.width}`);
  if (is.wall !== was.wall) return change(` went to wall ${is.wall}`);
  if (is.h !== was.h && is.ascii !== 'WH') return change(`: height ${was.h} became ${is.h}`);
  if (kindsOf(is) !== kindsOf(was) || (was.fuel && is.fuel !== was.fuel))
    return change(`: ${kindsOf(was)}/${was.fuel} became ${kindsOf(is)}/${is.fuel}`);
  return is.id === was.id ? [] : change(' has another id', isToldAnew(edit.sentences));
}

/** Wall units that are gone altogether, though they may be laid anew: unless a window or boiler came to their wall. */
function wallRowChanges({ before, now, asked, sentences }: Edit): Change[] {
  if (asked.includes('tier:wall')) return [];
  const isTold = sentences.some((one) => /верх|навес/i.test(one) && CHANGES.test(one));
  const hasUnits = (scene: Scene, wall: number) => select(scene, 'upper').some((node) => node.wall === wall);
  const isBarred = ({ obstacles }: Scene, wall: number) =>
    obstacles.some((one) => one.wall === wall && (one.kind === 'window' || one.kind === 'boiler'));
  return [...new Set(before.nodes.map(({ wall }) => wall))]
    .filter((wall) => hasUnits(before, wall) && !hasUnits(now, wall))
    .filter((wall) => !isBarred(now, wall) || isBarred(before, wall))
    .map((wall) => ({ what: `upper units of wall ${wall} are gone`, isTold }));
}

function sequenceChanges({ before, now, asked, mates, sentences }: Edit): Change[] {
  const stayed = [...mates].flatMap(([was, is]) =>
    is && isFloorUnit(was) && is.wall === was.wall && !isAsked(was, before, asked) && !isAsked(is, now, asked)
      ? [{ id: was.id, was, is }]
      : [],
  );
  const sequence = (side: 'was' | 'is'): string =>
    stayed
      .toSorted((a, b) => a[side].wall - b[side].wall || a[side].at - b[side].at)
      .map(({ id }) => id)
      .join();
  if (asked.includes('order') || sequence('was') === sequence('is')) return [];
  return [
    { what: 'units changed their order', isTold: sentences.some((one) => /порядок|местами|перестав/i.test(one)) },
  ];
}

function roomChanges({ before, now, asked, sentences }: Edit): Change[] {
  const changes: Change[] = [];
  before.walls.forEach(({ length }, i) => {
    const is = now.walls[i]?.length;
    if (asked.includes('walls') || is === length) return;
    const isTold = is !== undefined && sentences.some((one) => /стен/i.test(one) && lengthPattern(is).test(one));
    changes.push({ what: `wall ${i + 1}: ${length} became ${is}`, isTold });
  });
  const [was, is] = [before.order?.ceiling, now.order?.ceiling];
  if (!asked.includes('ceiling') && was !== is)
    changes.push({ what: `ceiling ${was} became ${is}`, isTold: /потол/i.test(now.note) });
  if (!asked.includes('obstacles') && JSON.stringify(before.obstacles) !== JSON.stringify(now.obstacles)) {
    const isTold = [...before.obstacles, ...now.obstacles].some(({ kind }) => OBSTACLE_WORDS[kind].test(now.note));
    changes.push({ what: 'obstacles changed', isTold });
  }
  return changes;
}

/** Colours of facades by tier, of the worktop and of the carcasses. */
function finishChanges({ before, now, asked, sentences }: Edit): Change[] {
  const partsOf = ({ order }: Scene) => {
    const { worktop, carcass, facade } = order?.finish ?? {};
    return new Map(Object.entries({ worktop, carcass, ...facade }));
  };
  const [was, is] = [partsOf(before), partsOf(now)];
  const isFacade = (part: string): boolean => part !== 'worktop' && part !== 'carcass';
  const isFree = (part: string): boolean =>
    ['finish', `finish:${part}`, ...(isFacade(part) ? ['finish:facade'] : [])].some((one) => asked.includes(one));
  // A tier that came with the edit may take a colour that the facades have.
  const isInherited = (part: string): boolean =>
    isFacade(part) &&
    was.get(part) === undefined &&
    [...was].some(([other, finish]) => isFacade(other) && finish === is.get(part));
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((part) => was.get(part) !== is.get(part) && !isFree(part) && !isInherited(part))
    .map((part) => {
      const colours = [was.get(part), is.get(part)].flatMap((one) => (one ? [FINISH_WORDS[one]] : []));
      const isTold = sentences.some((one) => [/цвет/i, ...colours].some((word) => word.test(one)));
      return { what: `finish of ${part} became ${is.get(part)}`, isTold };
    });
}

/** Handles and lighting; absent ones count as what they are by default. */
function fittingChanges({ before, now, asked }: Edit): Change[] {
  return (['handles', 'lighting'] as const)
    .filter((part) => !asked.includes(part))
    .filter((part) => {
      const usual = part === 'handles' ? 'grip' : false;
      const [was, is] = [before, now].map(({ order }) => new Map(Object.entries(order?.[part] ?? {})));
      const keys = [...(was?.keys() ?? []), ...(is?.keys() ?? [])];
      return keys.some((key) => (was?.get(key) ?? usual) !== (is?.get(key) ?? usual));
    })
    .map((part) => ({
      what: `${part} became ${JSON.stringify(now.order?.[part] ?? {})}`,
      isTold: /ручк|подсвет|гола/i.test(now.note),
    }));
}
