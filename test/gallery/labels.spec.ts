import { sheetsOf } from '#libs/furniture';
import { BETWEEN_WALLS } from '../../libs/furniture/src/drawing/front/frame.js';
import { type Box, overlap } from '../../libs/furniture/src/drawing/svg/canvas.js';
import { obstacleVolumes } from '../../libs/furniture/src/geometry/obstacles.js';
import { obstacleName } from '../../libs/furniture/src/reading/names.js';
import { type Scene, type SceneNode, sceneOf } from '../../libs/furniture/src/scene/scene.js';
import { areaOf } from '../../libs/furniture/src/sheets/paper/paper.js';
import { shrunk, textsOf } from '../../libs/furniture/test/drawing/sheets.js';
import { boxOf, parseXml, textOverlaps } from '../../libs/furniture/test/drawing/svg.js';
import { drawKitchen } from './draw.js';
import { KITCHENS } from './kitchens.js';

/** «12 · ФП 50»: the name of a unit beside it, or of a narrow one in it. */
const NAME = /^(\d+) · \S+ \d+$/;

describe.each(KITCHENS.map((kitchen) => [kitchen.name, kitchen] as const))('labels of kitchen %s', (_, kitchen) => {
  const { order, front, iso, plan } = drawKitchen(kitchen);
  const scene = sceneOf(order);

  it('lie on no other label', () => {
    for (const svg of [front, iso, plan]) expect(textOverlaps(parseXml(svg))).toEqual([]);
  });

  it('name a unit in it or beside it, never on another one', () => {
    const texts = parseXml(front).flatMap((e) => {
      const box = e.name === 'text' ? boxOf(e) : undefined;
      return box ? [{ text: e.text, box }] : [];
    });
    expect(onOthers(scene, texts, (v) => elevation(scene, v))).toEqual([]);
  });

  it('of the front view lie on no opening but their own', () => {
    const openings = obstacleVolumes(order).filter((v) => v.obstacle.kind === 'window' || v.obstacle.kind === 'door');
    const seen = openings.map((v) => ({
      name: obstacleName(v.obstacle.kind),
      box: elevation(scene, v),
    }));
    const names = parseXml(front).filter((e) => e.name === 'text' && NAME.test(e.text));
    const wrong = names.filter((e) => seen.some(({ box }) => overlap(boxOf(e) ?? box, box)));
    expect(wrong.map(({ text }) => text)).toEqual([]);
  });

  it('number floor units in the plan on the bare floor, over no worktop', () => {
    const elements = parseXml(plan);
    const boxes = (name: string, cls: string) =>
      elements.flatMap((e) => (e.name === name && e.attributes.class === cls ? (boxOf(e) ?? []) : []));
    const tops = boxes('rect', 'w');
    expect(boxes('circle', 'num').filter((circle) => tops.some((top) => overlap(circle, top)))).toEqual([]);
  });

  it("name a unit likewise on its wall's sheet", () => {
    const sheets = sheetsOf(order, { company: 'ООО «Кухни»', date: '23.11.2026', revision: 1 });
    order.room.walls.forEach((wall, index) => {
      const sheet = sheets.find(({ title }) => title === `Стена ${wall.id}. Вид спереди`);
      const scale = Number(
        /1:(\d+)/.exec(
          sheet
            ? textsOf(sheet)
                .map(({ text }) => text)
                .join()
            : '',
        )?.[1],
      );
      const [w, h] = [wall.length / scale, order.ceiling / scale];
      const room = sheet?.paper.marks
        .map(areaOf)
        .find((area) => Math.abs(area.w - w) < 0.01 && Math.abs(area.h - h) < 0.01);
      if (!sheet || !room) throw new Error(`no elevation of wall ${wall.id}`);
      const place = ({ x0, x1, z0, z1 }: SceneNode): Box => ({
        x: room.x + x0 / scale,
        y: room.y + (order.ceiling - z1) / scale,
        w: (x1 - x0) / scale,
        h: (z1 - z0) / scale,
      });
      const own = { ...scene, nodes: scene.nodes.filter((n) => n.wallIndex === index) };
      const texts = textsOf(sheet).map((mark) => ({ text: mark.text, box: shrunk(areaOf(mark)) }));
      expect(onOthers(own, texts, place)).toEqual([]);
    });
  });
});

/** Names that lie on another unit than their own, with that one's number. */
function onOthers(
  { nodes }: Scene,
  texts: readonly { text: string; box: Box }[],
  place: (node: SceneNode) => Box,
): string[] {
  return texts.flatMap(({ text, box }) => {
    const number = Number(NAME.exec(text)?.[1]);
    if (Number.isNaN(number)) return [];
    return nodes.filter((n) => n.number !== number && overlap(place(n), box)).map((n) => `${text} on ${n.number}`);
  });
}

/** On the front view: walls side by side. */
function elevation({ order }: Scene, v: Pick<SceneNode, 'wallIndex' | 'x0' | 'x1' | 'z0' | 'z1'>): Box {
  const before = order.room.walls.slice(0, v.wallIndex).reduce((sum, { length }) => sum + length + BETWEEN_WALLS, 0);
  return { x: before + v.x0, y: -v.z1, w: v.x1 - v.x0, h: v.z1 - v.z0 };
}
