import type { Tier } from '../../order/order.js';
import type { Scene } from '../../scene/scene.js';
import { escapeXml } from '../svg/text.js';

const ROWS: Readonly<Record<Tier, string>> = {
  base: 'нижний ряд',
  wall: 'верхний ряд',
  tall: 'пеналы',
  upper: 'антресоль',
};

/** The units by their numbers on the drawing: code, title, width × height × depth in mm, where they stand. */
export function unitTable({ nodes }: Scene): string {
  const rows = nodes.map(({ number, module, unit, wall, tier }) => {
    const size = [unit.width, unit.height, unit.depth].join(' × ');
    const place = `стена ${wall.id}, ${ROWS[tier]}`;
    return `<tr><td class="n">${number}</td><td>${escapeXml(module.code)}</td><td>${escapeXml(module.title)}</td><td class="n">${size}</td><td class="wide">${escapeXml(place)}</td></tr>`;
  });
  return [
    '<table aria-label="Модули">',
    '<thead><tr><th class="n" scope="col">№</th><th scope="col">Код</th><th scope="col">Название</th><th class="n" scope="col">Ш × В × Г, мм</th><th class="wide" scope="col">Место</th></tr></thead>',
    `<tbody>\n${rows.join('\n')}\n</tbody>`,
    '</table>',
  ].join('\n');
}
