import { compose, drawIso, drawPlan, edit, type Finding, findModule, modules, type Order } from '#libs/furniture';
import { frontView, type WallPart } from '../../libs/furniture/src/drawing/front/index.js';
import type { GalleryKitchen } from './kitchens.js';

/** A kitchen as it is shown: its order and its pictures as SVG. */
export interface Drawn {
  kitchen: GalleryKitchen;
  order: Order;
  front: string;
  /** Where each of several walls lies on the front view. */
  walls: readonly WallPart[];
  iso: string;
  plan: string;
}

export const frontFile = ({ name }: GalleryKitchen): string => `${name}-front.svg`;
export const isoFile = ({ name }: GalleryKitchen): string => `${name}-iso.svg`;
export const planFile = ({ name }: GalleryKitchen): string => `${name}-plan.svg`;

/** Composes and edits a kitchen; throws one line that names it where that cannot be done without error findings. */
export function orderOf({ name, brief, edits = [] }: GalleryKitchen): Order {
  const composed = compose(brief, { orderId: name });
  if (!composed.ok) throw refused(name, 'does not compose', composed.findings);
  const made = edits.length > 0 ? edit(composed.order, edits) : composed;
  if (!made.ok) throw refused(name, `cannot be edited ${'unknown' in made ? made.unknown : ''}`, made.findings);
  const errors = made.findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw refused(name, 'has errors', errors);
  return made.order;
}

export function drawKitchen(kitchen: GalleryKitchen): Drawn {
  const { facade, carcass } = kitchen;
  const order = orderOf(kitchen);
  const finishes = { facade, carcass };
  const { svg: front, walls } = frontView(order, finishes);
  return { kitchen, order, front, walls, iso: drawIso(order, finishes), plan: drawPlan(order, finishes) };
}

const refused = (name: string, what: string, findings: readonly Finding[]): Error =>
  new Error(`${name} ${what}: ${findings.map(({ code, path, msg }) => `${code} ${path} ${msg}`).join('; ')}`);

/** Latin codes of the catalogue's modules that stand in none of the orders, in the catalogue's order. */
export function uncovered(orders: readonly Order[]): string[] {
  const used = new Set(orders.flatMap(({ runs }) => runs.flatMap(({ nodes }) => nodes.map(({ code }) => code))));
  return modules()
    .map(({ ascii }) => ascii)
    .filter((code) => !used.has(code));
}

/** `BCD ШНУТ Шкаф нижний угловой трапеция`. */
export function moduleLine(code: string): string {
  const module = findModule(code);
  return module ? `${code} ${module.code} ${module.title}` : code;
}
