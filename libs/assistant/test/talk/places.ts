/** Where things stand: what elements of place say, each of an argument such as `sink,stove` or `sink=left`. */
import type { NodeView } from '../view.js';
import { floorRow, gapOf, isHigh, overlapOf, type Scene, type Span } from './scene.js';
import { partsOf, select, spansOf, wallsOf } from './subjects.js';

/** Nothing but fillers between neighbours, and no more than a filler's width. */
const NEIGHBOURS_MM = 150;
const HALF_SLACK_MM = 50;
const MIDDLE_SLACK_MM = 350;
const MOVE_SLACK_MM = 30;

const two = (argument: string): [string, string] => {
  const [a = '', b = ''] = argument.split(',');
  return [a, b];
};
const assigned = (argument: string): [string, string] => {
  const [subject = '', value = ''] = argument.split('=');
  return [subject, value];
};

/** Whether these subjects stand in this order from left to right, wall by wall. */
export function isOrdered(subjects: readonly string[], scene: Scene): boolean {
  let last = { wall: 0, at: 0 };
  return subjects.every((subject) => {
    const next = select(scene, subject)
      .filter((node) => !isHigh(node) && (node.wall - last.wall || node.at - last.at) > 0)
      .sort((a, b) => a.wall - b.wall || a.at - b.at)[0];
    if (next) last = next;
    return next !== undefined;
  });
}

/** `sink,stove`: side by side, fillers aside, round a corner too; or one unit is both. */
export function areNeighbours(argument: string, scene: Scene): boolean {
  const [one, other] = two(argument);
  const [ones, others] = [select(scene, one), select(scene, other)];
  const isPair = (a: NodeView, b: NodeView): boolean =>
    (ones.includes(a) && others.includes(b)) || (ones.includes(b) && others.includes(a));
  const row = floorRow(scene);
  const meet = (a: NodeView, b: NodeView | undefined): boolean =>
    b !== undefined && isPair(a, b) && (a.wall !== b.wall || gapOf(a, b) <= NEIGHBOURS_MM);
  return ones.some((node) => others.includes(node)) || row.some((node, i) => meet(node, row[i + 1]));
}

/** `sink=left`: in that half of its wall, or about its middle. */
export function isInHalf(argument: string, scene: Scene): boolean {
  const [subject, side] = assigned(argument);
  return select(scene, subject).some(({ at, end, wall }) => {
    const fromMiddle = (at + end) / 2 - (scene.walls[wall - 1]?.length ?? 0) / 2;
    if (side === 'left') return fromMiddle <= HALF_SLACK_MM;
    return side === 'right' ? fromMiddle >= -HALF_SLACK_MM : Math.abs(fromMiddle) <= MIDDLE_SLACK_MM;
  });
}

/** `fridge=left`: the first or last unit of its wall; `far`: at the end away from the corner; `any`. */
export function isAtEnd(argument: string, scene: Scene): boolean {
  const [subject = '', side] = partsOf(argument, /^(.*)=(left|right|far|any)$/);
  return select(scene, subject).some((node) => {
    const row = floorRow(scene).filter(({ wall }) => wall === node.wall);
    const [isLeft, isRight] = [row[0] === node, row.at(-1) === node];
    if (side === 'left') return isLeft;
    if (side === 'right') return isRight;
    if (side === 'any') return isLeft || isRight;
    return (isLeft && node.wall === 1) || (isRight && node.wall === scene.walls.length);
  });
}

/** `hob=short`: all of them on that wall. */
export function isOnWall(argument: string, scene: Scene): boolean {
  const [subject, wall] = assigned(argument);
  const standing = select(scene, subject).filter((node) => !isHigh(node));
  return standing.length > 0 && standing.every((node) => wallsOf(scene, wall).includes(node.wall));
}

/** `sink,stove`: on opposite walls of a U. */
export function areFacing(argument: string, scene: Scene): boolean {
  const [one, other] = two(argument);
  return select(scene, one).some((a) => select(scene, other).some((b) => Math.abs(a.wall - b.wall) === 2));
}

/** `sink,window`: a node of that kind is below (or above) the other by half of the narrower one. */
export function isAlong(argument: string, scene: Scene, isOfRow: (node: NodeView) => boolean): boolean {
  const [subject, other] = two(argument);
  const halfOf = (a: Span, b: Span): number => Math.min(a.width, b.width) / 2;
  return select(scene, subject).some(
    (a) => isOfRow(a) && spansOf(scene, other).some((b) => overlapOf(a, b) >= halfOf(a, b)),
  );
}

/** `sink,window`: neither before nor behind it. */
export function areClear(argument: string, scene: Scene): boolean {
  const [one, other] = two(argument);
  const spans = spansOf(scene, one);
  return spans.length > 0 && spans.every((a) => spansOf(scene, other).every((b) => overlapOf(a, b) <= 0));
}

/** `sink=700`: it stands where that millimetre of its wall is. */
export function covers(argument: string, scene: Scene): boolean {
  const [subject, mm] = assigned(argument);
  return select(scene, subject).some(({ at, end }) => at <= Number(mm) && end >= Number(mm));
}

/** The pairs of two different spans of one wall, and the distance: `sink,stove=300`. */
function pairsOf(argument: string, scene: Scene): { gaps: number[]; mm: number } {
  const [one = '', other = '', mm] = partsOf(argument, /^(.*),(.*)=(\d+)$/);
  const gaps = spansOf(scene, one).flatMap((a) =>
    spansOf(scene, other).flatMap((b) => (a !== b && a.wall === b.wall ? [gapOf(a, b)] : [])),
  );
  return { gaps, mm: Number(mm) };
}

/** `sink,stove=300`: two of them at most so far from each other. */
export function areNear(argument: string, scene: Scene): boolean {
  const { gaps, mm } = pairsOf(argument, scene);
  return gaps.some((gap) => gap <= mm);
}

/** `sink,stove=300`: all of them at least so far from each other. */
export function areApart(argument: string, scene: Scene): boolean {
  const { gaps, mm } = pairsOf(argument, scene);
  return gaps.every((gap) => gap >= mm);
}

/** `stove=+200`: it moved so far to the right. */
export function isMoved(argument: string, before: Scene, now: Scene): boolean {
  const [subject = '', by] = partsOf(argument, /^(.*)=([+-]\d+)$/);
  const [was, is] = [select(before, subject)[0], select(now, subject)[0]];
  return was !== undefined && is !== undefined && Math.abs(is.at - was.at - Number(by)) <= MOVE_SLACK_MM;
}
