import { glbOf, pdfOf } from '#libs/formats';
import {
  type Brief,
  check,
  compose,
  drawFront,
  drawHtml,
  drawIso,
  drawPlan,
  edit,
  modelOf,
  type Order,
  orderBom,
  orderParts,
  parseOrder,
  readOrder,
  sheetsOf,
} from '#libs/furniture';
import { USUAL, USUAL_FIXTURES, USUAL_NODES } from '../libs/furniture/test/layout/usual.js';
import { type Figure, median } from './figure.js';

const ROUNDS = 60;

/** A U kitchen along 17 m up to the ceiling, with twice the appliances: only told. */
const LARGEST: Brief = {
  walls: [{ length: 6000 }, { length: 5000 }, { length: 6000 }],
  fixtures: [
    ...USUAL_FIXTURES,
    { kind: 'oven', tall: true },
    { kind: 'washer' },
    { kind: 'unit', code: 'BD3', count: 3 },
    { kind: 'unit', code: 'T' },
  ],
  wallTier: { walls: 'all', hood: true, toCeiling: true },
};

const NAMES = { orderId: 'bench' };
const TITLE = { company: 'bench', date: '22.11.2026', revision: 1 };
const INFO = { title: 'bench', author: 'bench', made: new Date('2026-11-22') };

/** Medians of the furniture engine, ms of processor time, beside a yardstick of the same run: one JSON copy of the same order. */
export async function run(): Promise<Figure[]> {
  const order = built(USUAL);
  // What targets are set for: with more nodes or fewer it is another yardstick.
  if (nodesOf(order) !== USUAL_NODES)
    throw new Error(`the usual kitchen has ${nodesOf(order)} nodes, not ${USUAL_NODES}`);
  const large = built(LARGEST);
  const sink = order.items.find(({ kind }) => kind === 'sink')?.node ?? 'n1';
  const json: unknown = JSON.parse(JSON.stringify(order));
  return [
    await figure(order, 'layout', () => compose(USUAL, NAMES), 5),
    await figure(order, 'checks', () => check(order), 2),
    await figure(order, 'bill of materials', () => orderBom(order), 1),
    await figure(order, 'front view', () => drawFront(order, {}), 5),
    await figure(order, 'plan', () => drawPlan(order, {}), 3),
    await figure(order, 'isometric view', () => drawIso(order, {})),
    await figure(order, 'page', () => drawHtml(order, { view: 'front', title: 'Кухня', facade: 'oak' })),
    await figure(order, 'list of parts', () => orderParts(order), 2),
    await figure(order, 'model as glTF', () => glbOf(modelOf(order)), 30),
    await figure(order, 'sheets as PDF', () => pdfOf(sheetsOf(order, TITLE), INFO), 150),
    await figure(order, 'edit', () => edit(order, [{ op: 'resize', node: sink, w: 500 }])),
    await figure(order, 'reading an order document', () => parseOrder(json)),
    await figure(order, 'reading aloud', () => readOrder(order)),
    await figure(large, 'layout', () => compose(LARGEST, NAMES)),
  ];
}

const nodesOf = ({ runs }: Order): number => runs.reduce((sum, { nodes }) => sum + nodes.length, 0);

function built(brief: Brief): Order {
  const made = compose(brief, NAMES);
  if (!made.ok)
    throw new Error(`the benchmark's kitchen does not fit: ${made.findings.map(({ msg }) => msg).join(' ')}`);
  return made.order;
}

async function figure(order: Order, name: string, work: () => unknown, atMost?: number): Promise<Figure> {
  const yardstick = { name: 'a JSON copy of the order', value: await time(() => JSON.parse(JSON.stringify(order))) };
  const value = await time(work);
  return {
    name: `${name}, ${nodesOf(order)} nodes`,
    value,
    unit: 'ms',
    yardstick,
    ratio: value / yardstick.value,
    ...(atMost === undefined ? {} : { target: { of: 'value' as const, atMost } }),
  };
}

/** Median of the processor time, ms: these are computations, and other work on the machine is no fault of theirs. */
async function time(work: () => unknown): Promise<number> {
  for (let warm = 0; warm < 40; warm++) await work();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(began);
    times.push((user + system) / 1_000);
  }
  return Math.round(median(times) * 1_000) / 1_000;
}
