import { CONSTANTS } from '../catalogue/catalogue.js';
import { type ObstacleVolume, obstacleVolumes } from '../geometry/obstacles.js';
import type { Room } from './model.js';
import type { Surroundings } from './place-points.js';
import { emptyOrder, zonesOf } from './zones.js';

/** What each wall's floor row is judged by; places of settled blocks are added by who knows them. */
export function surroundingsOf(room: Room, hangs: (wall: string) => boolean): Omit<Surroundings, 'fixed'>[] {
  const volumes = obstacleVolumes(emptyOrder(room));
  const tall = zonesOf(room, 'tall');
  const hanging = zonesOf(room, 'wall');
  const innerAfter = (i: number): boolean => room.walls[i]?.turn === 'right';
  return room.walls.map((wall, i) => {
    const spans = (take: (v: ObstacleVolume) => boolean) =>
      volumes.filter((v) => v.wallIndex === i && take(v)).map((v) => ({ from: v.x0, to: v.x1 }));
    return {
      length: wall.length,
      tall: tall[i] ?? [],
      hood: hangs(wall.id) ? (hanging[i] ?? []) : [],
      windows: spans((v) => v.obstacle.kind === 'window'),
      water: spans((v) => v.obstacle.kind === 'water'),
      sockets: spans((v) => v.obstacle.kind === 'socket' && v.z0 > CONSTANTS.legs),
      fronts: {
        ...(i > 0 && innerAfter(i) ? { left: CONSTANTS.frontPlaneBase } : {}),
        ...(innerAfter(i + 1) ? { right: CONSTANTS.frontPlaneBase } : {}),
      },
    };
  });
}
