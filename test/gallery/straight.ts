import { REQUESTS } from '../../libs/furniture/test/layout/requests.js';
import type { GalleryKitchen } from './kitchens.js';

/** Kitchens along one wall. */
export const STRAIGHT: readonly GalleryKitchen[] = [
  {
    name: '01-straight-2400',
    title: 'Прямая 2400: посудомойка 450, духовка под варочной',
    facade: 'clear',
    carcass: 'clear',
    brief: REQUESTS.R01,
  },
  {
    name: '02-straight-fridge',
    title: 'Прямая 3200: отдельный холодильник, газ, верх 600',
    facade: 'white',
    carcass: 'grey',
    brief: {
      walls: [{ length: 3200 }],
      fixtures: [
        { kind: 'fridge', builtIn: false, width: 600, where: 'end' },
        { kind: 'sink', width: 600 },
        { kind: 'dishwasher', width: 600 },
        { kind: 'hob', fuel: 'gas', oven: true },
      ],
      obstacles: [{ kind: 'gas_pipe', wall: 'A', at: 60, width: 30, bottom: 700 }],
      wallTier: { walls: 'all', height: 600 },
    },
  },
  {
    name: '03-straight-window',
    title: 'Прямая 3600: мойка под окном',
    facade: 'milk',
    carcass: 'white',
    brief: {
      walls: [{ length: 3600 }],
      obstacles: [
        { kind: 'window', wall: 'A', at: 1000, width: 1200, bottom: 900, top: 2100 },
        { kind: 'socket', wall: 'A', at: 2500, width: 160, bottom: 1000 },
      ],
      fixtures: [
        { kind: 'sink', where: 'window' },
        { kind: 'dishwasher', width: 600, nextTo: 'sink', side: { of: 'sink', hand: 'right' } },
        { kind: 'hob', fuel: 'induction', oven: true, side: { of: 'dishwasher', hand: 'right' } },
        { kind: 'unit', code: 'BD2' },
      ],
      wallTier: { walls: 'all', hood: true },
    },
  },
  {
    name: '04-straight-ceiling',
    title: 'Прямая 3600 до потолка: колонна с духовкой и СВЧ, встроенный холодильник',
    facade: 'olive',
    carcass: 'oak',
    brief: REQUESTS.R09,
  },
  {
    name: '05-straight-gola',
    title: 'Прямая 2900: профиль вместо ручек, подсветка',
    facade: 'graphite',
    carcass: 'white',
    brief: REQUESTS.R22,
  },
  {
    name: '06-straight-order',
    title: 'Прямая 3000 с открытым правым торцом, порядок заказчика',
    facade: 'sand',
    carcass: 'milk',
    brief: {
      walls: [{ length: 3000, ends: { right: 'free' } }],
      ordered: true,
      fixtures: [
        { kind: 'sink', width: 600 },
        { kind: 'dishwasher', width: 450 },
        { kind: 'unit', code: 'BD4', width: 500 },
        { kind: 'hob', fuel: 'induction', oven: true },
        { kind: 'unit', code: 'BOS', width: 200 },
      ],
      wallTier: { walls: 'all', hood: true },
    },
  },
  {
    name: '07-straight-stove',
    title: 'Прямая 3400: газовая плита, котёл, стояк в углу',
    facade: 'oak',
    carcass: 'wenge',
    brief: {
      walls: [{ length: 3400 }],
      obstacles: [
        { kind: 'boiler', wall: 'A', at: 2800, width: 450 },
        { kind: 'riser', wall: 'A', at: 0, width: 120, depth: 120 },
      ],
      fixtures: [
        { kind: 'stove', fuel: 'gas', width: 600 },
        { kind: 'sink', width: 500 },
        { kind: 'unit', code: 'BB', width: 150 },
        { kind: 'unit', code: 'BD1' },
      ],
      handles: { base: 'bar', wall: 'bar' },
      wallTier: { walls: 'all', hood: true },
    },
  },
  {
    name: '08-straight-washer',
    title: 'Прямая 3300: стиральная машина, вода и розетки на стене',
    facade: 'blue',
    carcass: 'grey',
    brief: {
      walls: [{ length: 3300 }],
      obstacles: [
        { kind: 'water', wall: 'A', at: 700, width: 300 },
        { kind: 'socket', wall: 'A', at: 1500, width: 80 },
      ],
      fixtures: [
        { kind: 'sink', width: 600 },
        { kind: 'washer', width: 600 },
        { kind: 'hob', fuel: 'electric', oven: true },
        { kind: 'unit', code: 'BD3' },
        { kind: 'unit', code: 'WD' },
        { kind: 'unit', code: 'WG' },
      ],
      wallTier: { walls: 'all', hood: true },
    },
  },
  {
    name: '09-straight-lifts',
    title: 'Прямая 3000: верхние шкафы с подъёмниками',
    facade: 'walnut',
    carcass: 'black',
    brief: {
      walls: [{ length: 3000 }],
      fixtures: [
        { kind: 'sink', width: 800 },
        { kind: 'dishwasher', width: 600 },
        { kind: 'hob', fuel: 'induction', oven: true },
        { kind: 'unit', code: 'WL2', width: 600 },
      ],
      wallTier: { walls: 'all', hood: true },
    },
  },
  {
    name: '10-straight-low',
    title: 'Прямая 3000: низкий верхний ряд 360',
    facade: 'grey',
    carcass: 'graphite',
    brief: {
      walls: [{ length: 3000 }],
      fixtures: [
        { kind: 'sink', width: 600 },
        { kind: 'dishwasher', width: 600 },
        { kind: 'hob', fuel: 'induction', oven: true },
        { kind: 'unit', code: 'WL', width: 600, count: 3 },
      ],
      wallTier: { walls: 'all', height: 360, hood: false },
    },
  },
  {
    name: '11-straight-pantry',
    title: 'Прямая 4800: пеналы с полками, со штангой, с колонной и с духовкой',
    facade: 'wenge',
    carcass: 'sand',
    brief: {
      walls: [{ length: 4800 }],
      fixtures: [
        { kind: 'unit', code: 'T', width: 400 },
        { kind: 'unit', code: 'TR', width: 500 },
        { kind: 'unit', code: 'TC', width: 300 },
        { kind: 'oven', tall: true },
        { kind: 'hob', fuel: 'induction' },
        { kind: 'sink', width: 600 },
        { kind: 'dishwasher', width: 600 },
      ],
      wallTier: { walls: 'all', hood: true },
    },
  },
  {
    name: '12-straight-shelves',
    title: 'Прямая 3200: открытые полки и стеллажи вместо части шкафов',
    facade: 'black',
    carcass: 'walnut',
    brief: {
      walls: [{ length: 3200, ends: { left: 'free', right: 'free' } }],
      fixtures: [
        { kind: 'sink', width: 600 },
        { kind: 'dishwasher', width: 600 },
        { kind: 'hob', fuel: 'induction', oven: true },
        { kind: 'unit', code: 'WO', width: 300 },
        { kind: 'unit', code: 'WM' },
        { kind: 'unit', code: 'SH', width: 600 },
      ],
      wallTier: { walls: 'all', hood: true },
    },
  },
];
