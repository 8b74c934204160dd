/**
 * A kitchen as a model in three dimensions: an object for each unit, called as on the drawings («3 Шкаф нижний 600»), and
 * for worktops, plinths, walls, floor and obstacles. Pure; made of the geometry that drawings and bill of materials share.
 */

import type { Finishes } from '../drawing/styles.js';
import { type Cutout, cutouts } from '../geometry/cutouts.js';
import { notches } from '../geometry/notches.js';
import { obstacleVolumes } from '../geometry/obstacles.js';
import { type WallFrame, worldOf } from '../geometry/world.js';
import { keysOf, type Order } from '../order/order.js';
import { unitName } from '../parts/order-parts.js';
import { obstacleName } from '../reading/names.js';
import { type Scene, sceneOf } from '../scene/scene.js';
import { type Material, materialsOf, type Role } from './materials.js';
import { Mesh, type Surface, WallShapes } from './mesh.js';
import { addDiagonalPlinth, addFloor, addInsert, addObstacle, addPlinth, addWorktop } from './room.js';
import { addUnit } from './units.js';

export interface Model {
  name: string;
  materials: Readonly<Record<Role, Material>>;
  objects: ModelObject[];
}

/** What is chosen and named as one in a viewer. */
export interface ModelObject {
  name: string;
  surfaces: Surface[];
}

export function modelOf(order: Order, finishes: Finishes = {}): Model {
  const materials = materialsOf(finishes);
  return { name: order.id, materials, objects: new Builder(order, woodIn(materials)).objects() };
}

const woodIn = (materials: Model['materials']): ReadonlySet<Role> =>
  new Set(keysOf(materials).filter((role) => materials[role].grain));

class Builder {
  private readonly scene: Scene;
  private readonly frames: readonly WallFrame[];
  private readonly cutouts: readonly Cutout[];
  private readonly made: ModelObject[] = [];

  constructor(
    private readonly order: Order,
    private readonly wood: ReadonlySet<Role>,
  ) {
    this.scene = sceneOf(order);
    this.frames = worldOf(order);
    this.cutouts = cutouts(order);
  }

  objects(): ModelObject[] {
    this.addRoom();
    for (const node of this.scene.nodes) {
      const own = this.cutouts.filter((cutout) => cutout.node === node.node);
      this.add(`${node.number} ${unitName(node)}`, node.wallIndex, (shapes) => addUnit(shapes, this.order, node, own));
    }
    this.addAlongWalls();
    for (const obstacle of obstacleVolumes(this.order)) {
      const name = `${capital(obstacleName(obstacle.obstacle.kind))} ${obstacle.obstacle.id}`;
      this.add(name, obstacle.wallIndex, (shapes) => addObstacle(shapes, obstacle));
    }
    return this.made;
  }

  private addRoom(): void {
    const floor = new Mesh();
    addFloor(floor, this.frames);
    this.made.push({ name: 'Пол', surfaces: floor.surfaces() });
    for (const { wall, index } of this.frames) {
      const plane = { x0: 0, x1: wall.length, z0: 0, z1: this.order.ceiling };
      this.add(`Стена ${wall.id}`, index, (shapes) => {
        shapes.pane('wall', plane, 0);
        shapes.outline('corner', plane, 0);
      });
    }
  }

  private addAlongWalls(): void {
    const { worktops, plinths, diagonals } = this.scene;
    const holes = [...this.cutouts, ...notches(this.order)];
    for (const { wall, index } of this.frames) {
      this.add(`Столешница ${wall.id}`, index, (shapes) => {
        const openings = holes.filter(({ wallIndex }) => wallIndex === index);
        for (const span of worktops) if (span.wallIndex === index) addWorktop(shapes, span, openings);
        for (const insert of diagonals.inserts) if (insert.node.wallIndex === index) addInsert(shapes, insert);
      });
      this.add(`Цоколь ${wall.id}`, index, (shapes) => {
        for (const span of plinths) if (span.wallIndex === index) addPlinth(shapes, span);
        for (const plinth of diagonals.plinths) if (plinth.node.wallIndex === index) addDiagonalPlinth(shapes, plinth);
      });
    }
  }

  /** An object at a wall; left out where nothing of it is to be seen. */
  private add(name: string, wallIndex: number, fill: (shapes: WallShapes) => void): void {
    const frame = this.frames[wallIndex];
    if (!frame) return;
    const mesh = new Mesh(this.wood);
    fill(new WallShapes(mesh, frame));
    const surfaces = mesh.surfaces();
    if (surfaces.length > 0) this.made.push({ name, surfaces });
  }
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
