import data from '../../data/connections.json' with { type: 'json' };
import { isMachineFront, isNiche } from '../catalogue/traits.js';
import { obstaclesSeen, obstacleVolumes } from '../geometry/obstacles.js';
import { SLACK } from '../geometry/stretches.js';
import { type Appliance, keysOf, type ObstacleKind } from '../order/order.js';
import { applianceName, obstacleName } from '../reading/names.js';
import { capital } from '../reading/words.js';
import type { Scene, SceneNode } from '../scene/scene.js';

export type Service = keyof typeof data.services;

/** Where a pipe, cable or duct ends on a wall; mm from its left corner and above the floor. */
export interface ConnectionPoint {
  readonly service: Service | 'standing';
  readonly name: string;
  readonly appliance: string;
  readonly wallIndex: number;
  readonly x: number;
  readonly z: number;
  /** Of a pipe that stands along the wall: from where to where above the floor. */
  readonly along?: readonly [from: number, to: number];
  /** What the place follows from. */
  readonly why: string;
}

interface Rule {
  readonly service: string;
  readonly at: string;
  readonly dx: number;
  readonly z?: number;
  readonly above?: number;
  readonly why: string;
}

const RULES: ReadonlyMap<string, readonly Rule[]> = new Map(Object.entries(data.points));
const SERVICES = keysOf(data.services);

/** Two points closer than that are one blot on the drawing and one hole in the wall, mm. */
const APART = 90;
/** Before and behind these nothing is connected. */
const BARS: ReadonlySet<ObstacleKind> = new Set(['radiator', 'riser', 'boiler', 'window', 'door']);
/** From what stands over an appliance to the ceiling, mm. */
const BELOW_CEILING = 40;

/**
 * What the order's appliances are connected to, and what the customer said is there already: wall by wall, left to right.
 * Places are defaults of data/connections.json.
 */
export function connectionsOf(scene: Scene): ConnectionPoint[] {
  const found: ConnectionPoint[] = [];
  for (const node of scene.nodes) {
    for (const kind of node.appliances) {
      const fuel = node.items.find((item) => item.kind === kind)?.fuel;
      const rules = RULES.get(`${kind}:${fuel}`) ?? RULES.get(kind) ?? [];
      for (const rule of rules) if (!isThere(scene, node, rule)) add(found, scene, node, kind, rule);
    }
  }
  for (const v of obstacleVolumes(scene.order)) {
    const { kind } = v.obstacle;
    if (kind !== 'socket' && kind !== 'water' && kind !== 'gas_pipe') continue;
    const [x, z] = [Math.round((v.x0 + v.x1) / 2), Math.round((v.z0 + v.z1) / 2)];
    const name = `${obstacleName(kind)}, есть`;
    found.push({
      ...{ service: 'standing', name, appliance: '–', wallIndex: v.wallIndex, x, z },
      ...(kind === 'gas_pipe' ? { along: [v.z0, v.z1] as const } : {}),
      why: 'со слов заказчика',
    });
  }
  return found.sort((a, b) => a.wallIndex - b.wallIndex || a.x - b.x || a.z - b.z);
}

/** Taps that the customer has told of, in the sink's unit: the sink is connected to them. */
const isThere = (scene: Scene, node: SceneNode, { service }: Rule): boolean =>
  (service === 'hot' || service === 'cold') &&
  obstacleVolumes(scene.order).some(
    (v) => v.obstacle.kind === 'water' && v.wallIndex === node.wallIndex && v.x0 < node.x1 && node.x0 < v.x1,
  );

function add(found: ConnectionPoint[], scene: Scene, node: SceneNode, kind: Appliance, rule: Rule): void {
  const service = SERVICES.find((name) => name === rule.service);
  const host = rule.at === 'sink' ? scene.nodes.find((n) => n.appliances.has('sink')) : node;
  if (!service || !host) return;
  const span = host.front;
  const middle = Math.round((span.x0 + span.x1) / 2);
  const beside: Beside = rule.at === 'beside' ? besideOf(scene, node, service) : { x: middle };
  const wanted = beside.x + rule.dx;
  const { z, why } =
    rule.above === undefined ? { z: rule.z ?? 0, why: beside.why ?? rule.why } : aboveOf(scene, node, rule);
  const on = obstaclesSeen(scene.order).filter((v) => v.wallIndex === host.wallIndex && BARS.has(v.obstacle.kind));
  const barred = (x: number) => on.find((v) => v.x0 - APART / 2 < x && x < v.x1 + APART / 2 && v.z0 < z && z < v.z1);
  const free = (x: number) =>
    found.every((p) => p.wallIndex !== host.wallIndex || Math.hypot(p.x - x, p.z - z) >= APART);
  const spots = [0, 1, -1, 2, -2].map((k) => wanted + k * 100).filter((v) => free(v) && v > 0 && v < host.wall.length);
  const x = spots.find((v) => !barred(v)) ?? spots[0] ?? wanted;
  const bar = barred(x);
  const point = {
    service,
    name: data.services[service],
    appliance: `${node.number}. ${capital(applianceName({ kind }))}`,
  };
  found.push({
    ...point,
    wallIndex: host.wallIndex,
    x,
    z,
    why: bar ? `${obstacleName(bar.obstacle.kind)} на этом месте: уточнить` : why,
  });
}

/** A tap behind drawers is not at hand: a unit with a door is worth going farther for, mm. */
const FOR_DOOR = 900;
/** From the middle of a bowl to a tap in the sink's unit: clear of the bowl and of its drain, mm. */
const BOWL = 200;

interface Beside {
  readonly x: number;
  /** Where the place itself needs a word. */
  readonly why?: string;
}

/** The nearest unit on legs at the node's wall; the sink's at the node's own side of the bowl, and only where they touch. */
function besideOf(scene: Scene, node: SceneNode, service: Service): Beside {
  const onLegs = scene.nodes.filter(
    (n) =>
      n.wallIndex === node.wallIndex &&
      n.tier === 'base' &&
      n.x1 - n.x0 >= 150 &&
      n !== node &&
      !isNiche(n.module) &&
      !isMachineFront(n.module),
  );
  const gas = service === 'gas';
  const between = (n: SceneNode) => Math.max(n.x0 - node.x1, node.x0 - n.x1);
  const shut = (n: SceneNode) => gas && n.panels.some(({ kind }) => kind === 'drawer');
  // A hose from the sink's unit would pass behind what stands between.
  const apart = (n: SceneNode) => gas && n.appliances.has('sink') && between(n) > SLACK;
  const away = (n: SceneNode) =>
    between(n) + (n.appliances.size > 0 ? 1 : 0) + (shut(n) ? FOR_DOOR : 0) + (apart(n) ? 2 * FOR_DOOR : 0);
  const nearest = onLegs.reduce<SceneNode | undefined>((a, n) => (a && away(a) <= away(n) ? a : n), undefined);
  if (!nearest) return { x: node.x0 > 100 ? node.x0 - 60 : node.x1 + 60 };
  const { x0, x1 } = nearest.front;
  const middle = Math.round((x0 + x1) / 2);
  if (gas && nearest.appliances.has('sink')) return { x: middle + (nearest.x0 < node.x0 ? BOWL : -BOWL) };
  return { x: middle, ...(shut(nearest) ? { why: data.inside.drawers } : {}) };
}

/** Over all that stands above the node, where the ceiling leaves the place; else in the top of that, which is said. */
function aboveOf(scene: Scene, node: SceneNode, { above = 0, why }: Rule): Pick<ConnectionPoint, 'z' | 'why'> {
  const over = scene.nodes.filter(
    (n) => n.wallIndex === node.wallIndex && n.x0 < node.x1 && node.x0 < n.x1 && n.z1 >= node.z1,
  );
  const top = Math.max(...over.map((n) => n.z1));
  if (top + above <= scene.order.ceiling - BELOW_CEILING) return { z: top + above, why };
  const inside = over.some(({ tier }) => tier === 'upper') ? data.inside.upper : data.inside.unit;
  return { z: top - 100, why: inside };
}
