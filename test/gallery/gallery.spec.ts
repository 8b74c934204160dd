import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { APPLIANCES, check, FINISHES, HANDLES, modules, OBSTACLES, TIERS } from '#libs/furniture';
import { inside } from '../../libs/furniture/src/drawing/svg/canvas.js';
import { boxOf, parseXml, viewBox } from '../../libs/furniture/test/drawing/svg.js';
import { drawKitchen, frontFile, isoFile, orderOf, planFile, uncovered } from './draw.js';
import { KITCHENS, UNCOVERED } from './kitchens.js';
import { galleryFiles, galleryPage } from './page.js';

const SHOWN = resolve('docs/gallery');
const BYTES_MAX = 3_600_000;
/** From the worktop to the wall units, mm. */
const BETWEEN_ROWS = 562;

const drawn = KITCHENS.map(drawKitchen);

describe.each(drawn.map((d) => [d.kitchen.name, d] as const))('kitchen %s of the gallery', (_, d) => {
  it('stands without an error finding', () => {
    expect(check(d.order).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it.each(['front', 'iso', 'plan'] as const)('is drawn well-formed and inside the view box: %s', (view) => {
    const elements = parseXml(d[view]);
    const area = viewBox(elements);
    expect(elements.length).toBeGreaterThan(50);
    expect(
      elements.filter((e) => {
        const box = boxOf(e);
        return box && !inside(box, area);
      }),
    ).toEqual([]);
  });

  it('has names near what they name in the front view: their lines cross no row of units', () => {
    const leads = parseXml(d.front).filter(({ attributes }) => attributes.class === 'lead');
    const heights = leads.map((lead) => boxOf(lead)?.h ?? 0);
    expect(Math.max(0, ...heights)).toBeLessThan(BETWEEN_ROWS);
  });
});

describe('the gallery', () => {
  it('has 36 kitchens whose names begin with their numbers', () => {
    expect(KITCHENS.map(({ name }) => name.slice(0, 3))).toEqual(
      Array.from({ length: 36 }, (_, i) => `${String(i + 1).padStart(2, '0')}-`),
    );
  });

  it('shows every module of the catalogue, or says why not', () => {
    expect(uncovered(drawn.map(({ order }) => order)).sort()).toEqual(Object.keys(UNCOVERED).sort());
    expect(uncovered([])).toEqual(modules().map(({ ascii }) => ascii));
  });

  it('shows every finish on fronts and on carcasses', () => {
    expect([...new Set(KITCHENS.map(({ facade }) => facade))].sort()).toEqual([...FINISHES].sort());
    expect([...new Set(KITCHENS.map(({ carcass }) => carcass))].sort()).toEqual([...FINISHES].sort());
  });

  it('shows every kind of obstacle and every tier', () => {
    const kinds = new Set(drawn.flatMap(({ order }) => order.obstacles.map(({ kind }) => kind)));
    expect([...kinds].sort()).toEqual([...OBSTACLES].sort());
    const tiers = new Set(
      drawn.flatMap(({ order }) => order.runs.filter((r) => r.nodes.length > 0).map((r) => r.tier)),
    );
    expect([...tiers].sort()).toEqual([...TIERS].sort());
  });

  it('shows every appliance and every kind of handle', () => {
    const kinds = new Set(drawn.flatMap(({ order }) => order.items.map(({ kind }) => kind)));
    expect([...kinds].sort()).toEqual([...APPLIANCES].sort());
    const handles = new Set(['grip', ...drawn.flatMap(({ order }) => Object.values(order.handles))]);
    expect([...handles].sort()).toEqual([...HANDLES].sort());
  });

  it('shows straight, L, U and outer rooms, and each way to close an inner corner', () => {
    const rooms = drawn.map(({ order }) => order.room.walls.map(({ turn }) => turn).join(' '));
    expect([...new Set(rooms)].sort()).toEqual(['start', 'start left', 'start right', 'start right right']);
    const corners = drawn
      .filter((_, i) => rooms[i] === 'start right')
      .map(({ order }) => {
        const unit = order.runs.flatMap((r) => r.nodes.map((n) => ({ code: n.code, at: `${r.wall}-${r.tier}` })));
        return unit.find(({ code, at }) => at.endsWith('-base') && ['BC', 'BCS', 'BCD'].includes(code));
      })
      .map((unit) => (unit ? `${unit.code} ${unit.at}` : 'dead'));
    expect([...new Set(corners)].sort()).toEqual(
      expect.arrayContaining(['BC A-base', 'BC B-base', 'BCD A-base', 'BCS A-base', 'dead']),
    );
  });

  // Written by another run: so it is the same bytes on each.
  it('is what docs/gallery holds, and nothing else is there; it stays under 3.6 MB', async () => {
    const files = galleryFiles(drawn);
    expect((await readdir(SHOWN)).sort()).toEqual([...files.keys()].sort());
    const stale = await Promise.all(
      [...files].map(async ([file, text]) => ((await readFile(join(SHOWN, file), 'utf8')) === text ? [] : [file])),
    );
    expect(stale.flat()).toEqual([]);
    const bytes = [...files.values()].map((text) => Buffer.byteLength(text));
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(BYTES_MAX);
  });

  it('has a page that links to every drawing and asks for nothing else', () => {
    const page = galleryPage(drawn);
    const asked = new Set([...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, to]) => to));
    const files = KITCHENS.flatMap((kitchen) => [frontFile(kitchen), isoFile(kitchen), planFile(kitchen)]);
    expect([...new Set([...asked].map((to = '') => to.replace(/#svgView.*/, '')))].sort()).toEqual(
      [...files, 'data:,'].sort(),
    );
    expect(page).not.toMatch(/https?:|url\(|@import|<script/);
  });

  it('fails with the name of a kitchen that cannot stand', () => {
    const [kitchen] = KITCHENS;
    if (!kitchen) throw new Error('no kitchens');
    const walls = [{ length: 900 }];
    expect(() => orderOf({ ...kitchen, brief: { ...kitchen.brief, walls } })).toThrow(/^01-straight-2400 /);
    const edits = [{ op: 'remove' as const, node: 'n999' }];
    expect(() => orderOf({ ...kitchen, edits })).toThrow(/^01-straight-2400 /);
  });
});
