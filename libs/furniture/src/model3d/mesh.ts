import { type Point, toWorld, type Volume, type WallFrame } from '../geometry/world.js';
import { GRAIN_ACROSS, GRAIN_ALONG } from './grain.js';
import type { Role } from './materials.js';

/**
 * Triangles or lines of one material, as glTF has them: metres, Y up, the room at +Z of its first wall, triangles
 * counter-clockwise from outside. Lines have no normals; places in a texture (`uvs`) are there for wood alone.
 */
export interface Surface {
  role: Role;
  kind: 'triangles' | 'lines';
  positions: Float32Array<ArrayBuffer>;
  normals: Float32Array<ArrayBuffer>;
  uvs: Float32Array<ArrayBuffer>;
  indices: Uint16Array<ArrayBuffer>;
}

type Vector = readonly [x: number, y: number, z: number];

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function middleOf(points: readonly Vector[]): Vector {
  const [x, y, z] = points.reduce<Vector>(plus, [0, 0, 0]);
  return [x / points.length, y / points.length, z / points.length];
}

/** Below this a body has no thickness that could be seen, mm. */
const THIN = 0.5;
/** How far lines stand before the faces that they border, mm. */
const OUT = 0.6;
/** Corners of a circle; of a rod that nobody sees from near, fewer. */
const CIRCLE = 24;
const ROD = 10;

/** Bodies of one object, collected by material. Convex ones only: everything in a kitchen is put together of them. */
export class Mesh {
  private readonly byRole = new Map<Role, Part>();

  /** @param wood what has a grain */
  constructor(private readonly wood: ReadonlySet<Role> = new Set()) {}

  /** What was collected, in the order in which the materials came. */
  surfaces(): Surface[] {
    return [...this.byRole].map(([role, { positions, normals, uvs, indices }]) => ({
      role,
      kind: normals.length > 0 ? 'triangles' : 'lines',
      positions: Float32Array.from(positions, (mm) => mm / 1000),
      normals: Float32Array.from(normals),
      uvs: Float32Array.from(uvs),
      indices: Uint16Array.from(indices),
    }));
  }

  /** A polygon pushed along a vector, mm; `fibre` is the direction of its grain. */
  extrude(role: Role, base: readonly Vector[], by: Vector, fibre = UPRIGHT): void {
    const end = base.map((point) => plus(point, by));
    const middle = middleOf([...base, ...end]);
    this.face(role, base, middle, fibre);
    this.face(role, end, middle, fibre);
    base.forEach((a, i) => {
      const j = (i + 1) % base.length;
      const [b, c, d] = [base[j], end[j], end[i]];
      if (b && c && d) this.face(role, [a, b, c, d], middle, fibre);
    });
  }

  /** A plane convex polygon, mm, that looks away from `behind`; from behind it is not seen. */
  face(role: Role, points: readonly Vector[], behind: Vector, fibre = UPRIGHT): void {
    const [a, b, c] = points;
    if (!a || !b || !c) return;
    const across = cross(minus(b, a), minus(c, a));
    const length = Math.hypot(...across);
    if (length === 0) return;
    const outside = dot(across, minus(a, behind)) >= 0;
    const sign = (outside ? 1 : -1) / length;
    const part = this.part(role);
    const first = part.positions.length / 3;
    const normal: Vector = [across[0] * sign + 0, across[1] * sign + 0, across[2] * sign + 0];
    const onTexture = this.wood.has(role) ? textureOf(normal, fibre) : undefined;
    for (const point of outside ? points : points.toReversed()) {
      part.positions.push(...point);
      part.normals.push(...normal);
      if (onTexture) part.uvs.push(dot(point, onTexture.u), dot(point, onTexture.v));
    }
    for (let i = 2; i < points.length; i += 1) part.indices.push(first, first + i - 1, first + i);
  }

  /** The outline of a polygon as lines, mm: seen as thin as a pixel from however far. A material is of lines or of faces. */
  outline(role: Role, points: readonly Vector[]): void {
    const part = this.part(role);
    const first = part.positions.length / 3;
    for (const point of points) part.positions.push(...point);
    const sides = points.length === 2 ? 1 : points.length;
    for (let i = 0; i < sides; i += 1) part.indices.push(first + i, first + ((i + 1) % points.length));
  }

  private part(role: Role): Part {
    const part = this.byRole.get(role) ?? { positions: [], normals: [], uvs: [], indices: [] };
    this.byRole.set(role, part);
    return part;
  }
}

interface Part {
  positions: number[];
  normals: number[];
  uvs: number[];
  indices: number[];
}

const UPRIGHT: Vector = [0, 1, 0];
const scaled = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by];

/** The texture's axes on a face; where it is cut across the fibre, the fibre's place is taken by another axis. */
function textureOf(normal: Vector, fibre: Vector): { u: Vector; v: Vector } {
  const ended = Math.abs(dot(normal, fibre)) > 0.9;
  const along = !ended ? fibre : Math.abs(fibre[1]) > 0.9 ? ([1, 0, 0] as const) : UPRIGHT;
  return { u: scaled(cross(normal, along), 1 / GRAIN_ACROSS), v: scaled(along, 1 / GRAIN_ALONG) };
}

/** Puts bodies that are told in a wall's own coordinates (x along, y out, z up; mm) into a mesh. */
export class WallShapes {
  constructor(
    readonly mesh: Mesh,
    private readonly frame: WallFrame,
  ) {}

  at(x: number, y: number, z: number): Vector {
    const plan = toWorld(this.frame, x, y);
    return [plan.x, z, plan.y];
  }

  /** A board's grain runs along its length; `lying` says it where its proportions do not. */
  box(role: Role, { x0, x1, y0, y1, z0, z1 }: Volume, lying = x1 - x0 > z1 - z0): void {
    const outline = [
      { x: x0, y: y0 },
      { x: x1, y: y0 },
      { x: x1, y: y1 },
      { x: x0, y: y1 },
    ];
    if (x1 - x0 >= THIN && y1 - y0 >= THIN) this.prism(role, outline, z0, z1, lying);
  }

  /** The edges of a box, just outside of it, so that they are not hidden in its faces. */
  edges(role: Role, { x0, x1, y0, y1, z0, z1 }: Volume): void {
    const outline = [
      { x: x0 - OUT, y: y0 },
      { x: x1 + OUT, y: y0 },
      { x: x1 + OUT, y: y1 + OUT },
      { x: x0 - OUT, y: y1 + OUT },
    ];
    this.rims(role, outline, z0 - OUT, z1 + OUT);
  }

  /** The edges of a prism. */
  rims(role: Role, outline: readonly Point[], z0: number, z1: number): void {
    for (const z of [z0, z1]) {
      this.mesh.outline(
        role,
        outline.map(({ x, y }) => this.at(x, y, z)),
      );
    }
    for (const { x, y } of outline) this.mesh.outline(role, [this.at(x, y, z0), this.at(x, y, z1)]);
  }

  /** The outline of a rectangle just before the plane at `y`. */
  outline(role: Role, { x0, x1, z0, z1 }: Pick<Volume, 'x0' | 'x1' | 'z0' | 'z1'>, y: number): void {
    const plane = y + OUT;
    this.mesh.outline(role, [
      this.at(x0, plane, z0),
      this.at(x1, plane, z0),
      this.at(x1, plane, z1),
      this.at(x0, plane, z1),
    ]);
  }

  /** Upright over a convex polygon of the plan. */
  prism(role: Role, outline: readonly Point[], z0: number, z1: number, lying = false): void {
    if (z1 - z0 < THIN) return;
    const { d } = this.frame;
    this.mesh.extrude(
      role,
      outline.map(({ x, y }) => this.at(x, y, z0)),
      [0, z1 - z0, 0],
      lying ? [d.x, 0, d.y] : UPRIGHT,
    );
  }

  /** A round plate that lies, from `z0` to `z1`. */
  disc(role: Role, [x, y]: readonly [number, number], r: number, z0: number, z1: number): void {
    this.prism(role, circle(x, y, r, r < 20 ? ROD : CIRCLE), z0, z1);
  }

  /** A round plate that faces the room, from `y0` to `y1`. */
  knob(role: Role, [x, z]: readonly [number, number], r: number, y0: number, y1: number): void {
    const [from, to] = [this.at(x, y0, z), this.at(x, y1, z)];
    const ring = circle(x, z, r, r < 30 ? ROD : CIRCLE).map((p) => this.at(p.x, y0, p.y));
    this.mesh.extrude(role, ring, minus(to, from));
  }

  /** A rectangle in the plane of the wall that is seen from the room only. */
  pane(role: Role, { x0, x1, z0, z1 }: Pick<Volume, 'x0' | 'x1' | 'z0' | 'z1'>, y: number): void {
    const corners = [this.at(x0, y, z0), this.at(x1, y, z0), this.at(x1, y, z1), this.at(x0, y, z1)];
    this.mesh.face(role, corners, this.at((x0 + x1) / 2, y - 100, (z0 + z1) / 2));
  }
}

const circle = (x: number, y: number, r: number, corners: number): Point[] =>
  Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners;
    return { x: x + r * Math.cos(angle), y: y + r * Math.sin(angle) };
  });
