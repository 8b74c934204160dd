import type { Edge } from '../../rules/chart.js';
import { flag, text } from '../../rules/frame.js';
import * as costs from './costs.js';
import { chained, close, closeAct, type Go, type Hypothesis, type Node, OBJECTS, resolved } from './hypothesis.js';
import { isRefusal } from './sentences.js';

const CHANGES = new Set('move remove replace resize swap split'.split(' '));
const TAKEN = new Set(['want', 'put', 'make']);
const here = (head: Node): Node => ({ ...head, kids: head.kids.filter(({ category }) => category !== 'away') });
/** An act after its objects, before those that come, or in place of the one that it corrects. */
export function withAct(h: Hypothesis, edge: Edge, go: Go): void {
  // «духовка на короткой, без холодильника»: what was said before «без» is not of what is refused.
  const own = costs.isLeading(edge) ? resolved(h) : h;
  const { head } = h;
  // «3 метра, хотя давайте 2,8» takes no refusal back.
  const isIdle = flag(edge.frame, 'revives') && head?.act === undefined;
  // «не делаем, хотя нет, делаем»: what is refused is not refused by way of correction.
  const isSame = h.correcting && isRefusal(head?.act) && isRefusal(edge);
  const cost = h.cost + costs.PHRASE / 2 + edge.cost + (isIdle || isSame ? costs.NOTHING_REFUSED : 0);
  const base = { ...own, cost, barrier: 0, link: undefined, correcting: false };
  // «60, хотя не, берём 45»: what is wanted comes; «в коридоре, хотя нет, ставим»: here.
  if (h.correcting && head && !head.act && TAKEN.has(text(edge.frame, 'act') ?? ''))
    go({ ...h, cost: h.cost + costs.PARTICLE + edge.cost, head: here(head) });
  // «ящики не ставьте, не люблю»: refused twice.
  // «без духовки (мы не печём), мойка …»
  const isAgain = flag(edge.frame, 'follows') || flag(edge.frame, 'verb');
  if (head && isRefusal(head.act) && isRefusal(edge) && isAgain && h.pending.length === 0)
    go({ ...h, cost, head: { ...head, kids: [...head.kids, edge] }, barrier: 0, link: undefined });
  // «не ставить ни духовку, ни посудомойку»
  const also = h.act?.objects ? 0 : costs.PHRASE;
  if (flag(edge.frame, 'also') && flag(h.act?.edge.frame, 'placing') && !h.act?.after)
    go({ ...h, cost: h.cost + also + edge.cost, barrier: 0, link: also === 0 ? 'and' : h.link });
  // After its object: «посудомойка не нужна», «ещё мойку уменьшите».
  const isWeak = flag(head?.act?.frame, 'weak') ?? false;
  const corrects = h.correcting || (flag(edge.frame, 'revives') ?? false);
  // «мойку перенести? нет, не надо»: it is not the sink that is refused.
  const isMade = text(edge.frame, 'act') === 'refuse' && CHANGES.has(text(head?.act?.frame, 'act') ?? '');
  const bound = head?.act && (!corrects || isMade) && !isWeak && text(head.act.frame, 'act') !== 'want';
  const reaches = h.barrier < costs.STOP && h.pending.length === 0 && !costs.isLeading(edge);
  if (head && OBJECTS.has(head.edge.category) && reaches && !bound) {
    const cost =
      base.cost + h.barrier + costs.government(edge, head.edge) - (head.act ? 0 : costs.ungoverned(head.edge)) + 0.05;
    go({
      ...base,
      cost,
      head: { ...(corrects ? here(head) : head), act: edge },
      done: chained(head, edge, (isWeak || corrects ? h : closeAct(h)).done, flag(edge.frame, 'trails')),
      act: { edge, objects: 1, kids: [], after: true },
    });
  }
  const left = close(closeAct(base));
  go({
    ...left,
    cost:
      left.cost +
      (flag(edge.frame, 'trails') || flag(edge.frame, 'follows') ? 1 : 0) +
      (isMade ? 0 : h.correcting ? (head ? 0.8 : 0.3) : h.barrier > 0 || !head ? 0 : 0.1),
    act: { edge, objects: 0, kids: [], corrects },
  });
}
