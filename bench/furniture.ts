import { type Brief, check, compose, drawFront, drawIso, type Order, orderBom } from '#libs/furniture';
import { type Figure, median } from './figure.js';

const ROUNDS = 60;

/** A U kitchen of some forty nodes: the largest that people ask for. */
const LARGE: Brief = {
  walls: [{ length: 4600 }, { length: 4200 }, { length: 4600 }],
  fixtures: [
    { kind: 'fridge', builtIn: true, wall: 'A', where: 'start' },
    { kind: 'sink', width: 600, wall: 'B' },
    { kind: 'dishwasher', width: 600, nextTo: 'sink' },
    { kind: 'hob', fuel: 'induction', oven: true, wall: 'C' },
  ],
  wallTier: { walls: 'all', hood: true },
};

/** Medians of the furniture engine, ms, beside a yardstick of the same run: one JSON copy of the same order. */
export async function run(): Promise<Figure[]> {
  const made = compose(LARGE, { orderId: 'bench' });
  if (!made.ok)
    throw new Error(`the benchmark's kitchen does not fit: ${made.findings.map(({ msg }) => msg).join(' ')}`);
  const { order } = made;
  const nodes = order.runs.reduce((sum, { nodes: list }) => sum + list.length, 0);
  const copy = time(() => structuredCopy(order));
  const figure = (name: string, atMost: number, work: () => unknown): Figure => {
    const value = time(work);
    const yardstick = { name: 'a JSON copy of the order', value: copy };
    return {
      name: `${name}, ${nodes} nodes`,
      value,
      unit: 'ms',
      yardstick,
      ratio: value / copy,
      target: { of: 'value', atMost },
    };
  };
  return [
    figure('layout', 5, () => compose(LARGE, { orderId: 'bench' })),
    figure('checks', 2, () => check(order)),
    figure('bill of materials', 1, () => orderBom(order)),
    figure('front view', 5, () => drawFront(order, {})),
    figure('isometric view', 10, () => drawIso(order, {})),
  ];
}

function structuredCopy(order: Order): Order {
  return JSON.parse(JSON.stringify(order));
}

function time(work: () => unknown): number {
  for (let warm = 0; warm < 20; warm++) work();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    work();
    times.push(performance.now() - began);
  }
  return Math.round(median(times) * 1_000) / 1_000;
}
