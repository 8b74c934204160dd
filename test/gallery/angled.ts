import { REQUESTS } from '../../libs/furniture/test/layout/requests.js';
import type { GalleryKitchen } from './kitchens.js';

/** Kitchens round a corner. */
export const ANGLED: readonly GalleryKitchen[] = [
  {
    name: '13-l-corner-sink',
    title: 'Угловая 3000 × 2000: мойка в углу',
    facade: 'white',
    carcass: 'white',
    brief: {
      walls: [{ length: 3000 }, { length: 2000 }],
      fixtures: [
        { kind: 'sink', where: 'corner' },
        { kind: 'dishwasher', width: 600, nextTo: 'sink' },
        { kind: 'hob', fuel: 'induction', oven: true, wall: 'B' },
        { kind: 'fridge', builtIn: true, wall: 'A', where: 'start' },
      ],
      wallTier: { walls: 'all', hood: true },
      lighting: { under: true },
    },
  },
  {
    name: '14-l-left',
    title: 'Угловая 1900 × 3200: короткая сторона слева',
    facade: 'olive',
    carcass: 'white',
    brief: {
      walls: [{ length: 1900 }, { length: 3200 }],
      fixtures: [
        { kind: 'sink', wall: 'A' },
        { kind: 'dishwasher', width: 450, nextTo: 'sink' },
        { kind: 'hob', fuel: 'gas', oven: true, wall: 'B' },
        { kind: 'fridge', builtIn: true, wall: 'B', where: 'end' },
      ],
      wallTier: { walls: 'all', hood: true },
    },
  },
  {
    name: '15-l-diagonal',
    title: 'Угловая 2600 × 2400: угол трапецией внизу и вверху',
    facade: 'milk',
    carcass: 'oak',
    brief: {
      walls: [{ length: 2600 }, { length: 2400 }],
      fixtures: [
        { kind: 'unit', code: 'BCD', width: 900 },
        { kind: 'sink', wall: 'A' },
        { kind: 'dishwasher', width: 600, nextTo: 'sink' },
        { kind: 'hob', fuel: 'induction', oven: true, wall: 'B' },
      ],
      wallTier: { walls: 'all', hood: true },
    },
  },
  {
    name: '16-l-dead',
    title: 'Угловая 2400 × 2000: глухой угол под фальшпанелями',
    facade: 'sand',
    carcass: 'graphite',
    brief: {
      walls: [{ length: 2400 }, { length: 2000 }],
      // A riser in the corner stands before both walls.
      obstacles: [{ kind: 'riser', wall: 'A', at: 2200, width: 200, depth: 200 }],
      fixtures: [
        { kind: 'sink', wall: 'A' },
        { kind: 'dishwasher', width: 600, nextTo: 'sink' },
        { kind: 'hob', fuel: 'induction', oven: true, wall: 'B' },
      ],
      wallTier: { walls: 'all', hood: true },
    },
  },
  {
    name: '17-l-window',
    title: 'Угловая 2800 × 3000: окно и батарея на второй стене',
    facade: 'blue',
    carcass: 'white',
    brief: {
      walls: [{ length: 2800 }, { length: 3000 }],
      obstacles: [
        { kind: 'window', wall: 'B', at: 1200, width: 1200, bottom: 900, top: 2200 },
        { kind: 'radiator', wall: 'B', at: 1300, width: 1000 },
      ],
      fixtures: [
        { kind: 'fridge', builtIn: false, width: 650, wall: 'A', where: 'start' },
        { kind: 'hob', fuel: 'induction', oven: true, wall: 'A' },
        { kind: 'sink', wall: 'B' },
      ],
      wallTier: { walls: 'all', hood: true },
    },
  },
  {
    name: '18-l-door',
    title: 'Угловая 4200 × 2200: дверь и ниша в длинной стене',
    facade: 'walnut',
    carcass: 'milk',
    brief: {
      walls: [{ length: 4200 }, { length: 2200 }],
      obstacles: [
        { kind: 'door', wall: 'A', at: 200, width: 800 },
        { kind: 'niche', wall: 'A', at: 2370, width: 600, bottom: 950, top: 1300 },
      ],
      fixtures: [
        { kind: 'sink', wall: 'A' },
        { kind: 'dishwasher', width: 600, nextTo: 'sink' },
        { kind: 'hob', fuel: 'electric', oven: true, wall: 'B' },
      ],
      wallTier: { walls: 'all', hood: true },
    },
    edits: [{ op: 'add', code: 'GAP', w: 800, at: 200, wall: 'A', tier: 'base' }],
  },
  {
    name: '19-u-2400',
    title: 'П-образная 2400 × 3000 × 2400: верх на двух стенах',
    facade: 'graphite',
    carcass: 'oak',
    brief: REQUESTS.R16,
  },
  {
    name: '20-u-window',
    title: 'П-образная 2800 × 3200 × 2200: мойка под окном',
    facade: 'oak',
    carcass: 'white',
    brief: {
      walls: [{ length: 2800 }, { length: 3200 }, { length: 2200 }],
      obstacles: [{ kind: 'window', wall: 'B', at: 1000, width: 1200, bottom: 900, top: 2100 }],
      fixtures: [
        { kind: 'sink', where: 'window' },
        { kind: 'dishwasher', width: 600, nextTo: 'sink' },
        { kind: 'fridge', builtIn: true, wall: 'A', where: 'start' },
        { kind: 'unit', code: 'T', width: 500, wall: 'A' },
        { kind: 'hob', fuel: 'gas', oven: true, wall: 'C' },
      ],
      wallTier: { walls: 'all', hood: true },
    },
  },
  {
    name: '21-u-ceiling',
    title: 'П-образная 2600 × 2800 × 2600 до потолка',
    facade: 'sand',
    carcass: 'white',
    brief: {
      walls: [{ length: 2600 }, { length: 2800 }, { length: 2600 }],
      ceiling: 2600,
      fixtures: [
        { kind: 'sink', wall: 'B' },
        { kind: 'dishwasher', width: 600, nextTo: 'sink' },
        { kind: 'hob', fuel: 'induction', wall: 'C' },
        { kind: 'oven', tall: true, microwave: true, wall: 'A', nextTo: 'fridge' },
        { kind: 'fridge', builtIn: true, wall: 'A', where: 'start' },
      ],
      wallTier: { walls: ['A', 'B'], toCeiling: true },
    },
  },
  {
    name: '22-outer-corner',
    title: 'Наружный угол 2400 × 1800',
    facade: 'wenge',
    carcass: 'white',
    brief: {
      walls: [{ length: 2400 }, { length: 1800, turn: 'left' }],
      fixtures: [
        { kind: 'sink', wall: 'A' },
        { kind: 'dishwasher', width: 450, nextTo: 'sink' },
        { kind: 'hob', fuel: 'induction', oven: true, wall: 'A' },
        { kind: 'unit', code: 'BD2', width: 600, wall: 'B' },
      ],
      wallTier: { walls: 'all', hood: true },
    },
  },
  {
    name: '23-l-tall-row',
    title: 'Угловая 3000 × 2600: верх 900, стеклянные двери',
    facade: 'grey',
    carcass: 'olive',
    brief: {
      walls: [{ length: 3000 }, { length: 2600 }],
      ceiling: 2800,
      fixtures: [
        { kind: 'sink', wall: 'A' },
        { kind: 'dishwasher', width: 600, nextTo: 'sink' },
        { kind: 'hob', fuel: 'induction', oven: true, wall: 'B' },
        { kind: 'unit', code: 'WG', width: 600, height: 900 },
      ],
      handles: { base: 'bar', wall: 'bar' },
      wallTier: { walls: 'all', height: 900, hood: true },
    },
  },
  {
    name: '24-l-no-uppers',
    title: 'Угловая 2600 × 2200 без верха, открытый торец',
    facade: 'black',
    carcass: 'blue',
    brief: {
      walls: [
        { length: 2600, ends: { left: 'free' } },
        { length: 2200, ends: { right: 'free' } },
      ],
      fixtures: [
        { kind: 'sink', wall: 'A' },
        { kind: 'dishwasher', width: 450, nextTo: 'sink' },
        { kind: 'hob', fuel: 'induction', oven: true, wall: 'B' },
        { kind: 'unit', code: 'BD3', width: 800 },
      ],
      handles: { base: 'push' },
      wallTier: { walls: 'none' },
    },
  },
  {
    name: '30-l-small',
    title: 'Угловая 1600 × 2000',
    facade: 'milk',
    carcass: 'white',
    brief: {
      walls: [{ length: 1600 }, { length: 2000 }],
      fixtures: [{ kind: 'sink' }, { kind: 'hob', fuel: 'gas', oven: true }],
      wallTier: { walls: 'all', hood: true },
    },
  },
  {
    name: '31-l-diagonal-dark',
    title: 'Угловая 2400 × 2600: угол трапецией 850, тёмное дерево, газ',
    facade: 'wenge',
    carcass: 'oak',
    brief: {
      walls: [{ length: 2400 }, { length: 2600 }],
      fixtures: [
        { kind: 'unit', code: 'BCD', width: 850 },
        { kind: 'sink', wall: 'B' },
        { kind: 'hob', fuel: 'gas', oven: true, wall: 'A' },
      ],
      wallTier: { walls: 'all', hood: true },
    },
  },
  {
    name: '32-l-boiler',
    title: 'Угловая 2800 × 2200: котёл и газовая труба в углу',
    facade: 'blue',
    carcass: 'white',
    brief: {
      walls: [{ length: 2800 }, { length: 2200 }],
      obstacles: [
        { kind: 'boiler', wall: 'A', at: 100, width: 450 },
        { kind: 'gas_pipe', wall: 'A', at: 60, width: 30 },
      ],
      fixtures: [
        { kind: 'sink', wall: 'B' },
        { kind: 'hob', fuel: 'gas', oven: true, wall: 'A' },
      ],
      wallTier: { walls: 'all', hood: true },
    },
  },
  {
    name: '33-u-1800',
    title: 'П-образная 1800 × 2400 × 1800 с холодильником',
    facade: 'grey',
    carcass: 'white',
    brief: {
      walls: [{ length: 1800 }, { length: 2400 }, { length: 1800 }],
      fixtures: [
        { kind: 'sink', wall: 'B' },
        { kind: 'hob', fuel: 'induction', oven: true, wall: 'A' },
        { kind: 'fridge', builtIn: true, wall: 'C', where: 'end' },
      ],
      wallTier: { walls: ['A', 'B'], hood: true },
    },
  },
  {
    name: '34-u-2400-columns',
    title: 'П-образная 2400 × 3000 × 2400: холодильник и колонна слева',
    facade: 'sand',
    carcass: 'white',
    brief: {
      walls: [{ length: 2400 }, { length: 3000 }, { length: 2400 }],
      fixtures: [
        { kind: 'sink', wall: 'B' },
        { kind: 'dishwasher', width: 600, nextTo: 'sink' },
        { kind: 'hob', fuel: 'induction', wall: 'C' },
        { kind: 'fridge', builtIn: true, wall: 'A', where: 'start' },
        { kind: 'oven', tall: true, microwave: true, wall: 'A', nextTo: 'fridge' },
      ],
      wallTier: { walls: 'all', hood: true },
    },
  },
  {
    name: '35-u-3000-low',
    title: 'П-образная 3000 × 2600 × 1600 без верха',
    facade: 'black',
    carcass: 'graphite',
    brief: {
      walls: [{ length: 3000 }, { length: 2600 }, { length: 1600 }],
      fixtures: [
        { kind: 'sink', wall: 'B' },
        { kind: 'dishwasher', width: 600, nextTo: 'sink' },
        { kind: 'hob', fuel: 'induction', oven: true, wall: 'A' },
      ],
      wallTier: { walls: 'none' },
    },
  },
  {
    name: '36-u-diagonal',
    title: 'П-образная 2400 × 3000 × 2200: один угол трапецией',
    facade: 'olive',
    carcass: 'milk',
    brief: {
      walls: [{ length: 2400 }, { length: 3000 }, { length: 2200 }],
      fixtures: [
        { kind: 'unit', code: 'BCD', width: 900 },
        { kind: 'sink', wall: 'B' },
        { kind: 'hob', fuel: 'electric', oven: true, wall: 'A' },
      ],
      wallTier: { walls: 'all', hood: true },
    },
  },
];
