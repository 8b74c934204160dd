import { type Kitchen, nodePath } from './context.js';
import { aisles, outlooks } from './erg.js';
import type { Finding } from './finding.js';
import { cookers, isGas } from './hob.js';
import { finding, RULES } from './rules.js';

/** GAS-ROOM: ceiling and the room opposite a gas hob. The room's volume and the burners are not in an order. */
export function gasRoom(kitchen: Kitchen): Finding[] {
  const { ceiling, opposite } = RULES['GAS-ROOM'].limits;
  return cookers(kitchen)
    .filter(isGas)
    .flatMap((hob) => {
      const what: string[] = [];
      if (kitchen.order.ceiling < ceiling) what.push(`потолок ${kitchen.order.ceiling} мм`);
      const { wallIndex } = hob.host;
      const aisle = aisles(kitchen).find(({ before, after }) => before === wallIndex || after === wallIndex);
      const wall = outlooks(kitchen).find(({ nodes }) => nodes.includes(hob.host));
      const before = aisle ?? wall;
      if (before && before.d < opposite) what.push(`проход ${Math.round(before.d)} мм`);
      return what.length > 0 ? [finding('GAS-ROOM', nodePath(hob.host), { what: what.join(', ') })] : [];
    });
}
