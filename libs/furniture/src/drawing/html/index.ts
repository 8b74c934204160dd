import type { Finding } from '../../checks/finding.js';
import type { Finish, Order } from '../../order/order.js';
import { kitchenTitle } from '../../reading/names.js';
import { type Scene, sceneOf } from '../../scene/scene.js';
import { FRONT_ID, frontView, type WallPart } from '../front/index.js';
import { drawIso } from '../iso/index.js';
import { drawPlan } from '../plan/index.js';
import { type Finishes, switchableStyle } from '../styles.js';
import { escapeXml } from '../svg/text.js';
import type { ViewName } from '../views.js';
import { chosenWords, PALETTE_SCRIPT, paletteRow } from './palette-row.js';
import { PAGE_STYLE } from './styles.js';
import { unitTable } from './unit-table.js';

/** Where the same order is to be had in other forms; a button for each that is given. */
export interface PageLinks {
  /** The set of sheets. */
  pdf?: string;
  /** The page that shows the model. */
  viewer?: string;
  /** The model itself, as a file. */
  glb?: string;
}

export interface HtmlOptions extends Finishes {
  /** The view that is shown first; the others are a click away. */
  view: ViewName;
  /** By default what the kitchen is: «Кухня угловая 3000 × 2000». */
  title?: string;
  /** Marked in the front view. */
  findings?: readonly Finding[];
  /** Where the page stands behind a signed link: until when it lives, as shown to people. */
  link?: { expiresAt: string };
  links?: PageLinks;
}

interface View {
  name: ViewName;
  title: string;
  drawing: string;
  /** Parts of it that a narrow screen shows one below the other. */
  walls?: readonly WallPart[];
}

/**
 * A self-contained page (spec.md, render, rules 3–7): the views to switch between, palette as buttons, table of units.
 * It requests nothing; views switch and finishes show without scripts, finishes change with them; in print each view has a
 * sheet of its own.
 */
export function drawHtml(order: Order, options: HtmlOptions): string {
  const { view, carcass = 'clear', facade = 'clear', findings = [], link, links = {} } = options;
  const heading = escapeXml(options.title ?? kitchenTitle(order));
  const { svg: front, walls } = frontView(order, { switchable: true, findings });
  const views: View[] = [
    { name: 'front', title: 'Вид спереди', drawing: front, walls },
    { name: 'iso', title: 'Общий вид', drawing: drawIso(order, { switchable: true }) },
    { name: 'plan', title: 'План', drawing: drawPlan(order, { switchable: true }) },
  ];
  const until = link ? ` Ссылка действует до ${escapeXml(link.expiresAt)}.` : '';
  return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${heading}</title>
<style>
${PAGE_STYLE}
${printStyle(views)}
${switchableStyle()}
</style>
</head>
<body data-carcass="${carcass}" data-facade="${facade}">
<header>
<div><h1>${heading}</h1>
<p>Заказ ${escapeXml(order.id)}. <span id="chosen" aria-live="polite">${chosenWords(carcass, facade)}</span></p></div>
${linkButtons(links)}</header>
<main>
${viewSwitch(views, view)}
${paletteSection(carcass, facade)}
${unitSection(sceneOf(order))}
</main>
<p class="foot">Цвета показаны условно. Размеры в миллиметрах.${until}</p>
<script>
${PALETTE_SCRIPT}
${VIEW_SCRIPT}
</script>
</body>
</html>
`;
}

function linkButtons({ pdf, viewer, glb }: PageLinks): string {
  const button = (href: string | undefined, text: string, about: string): string[] =>
    href === undefined ? [] : [`<a class="button" href="${escapeXml(href)}" aria-label="${about}">${text}</a>`];
  const buttons = [
    ...button(pdf, 'PDF', 'Листы для печати, PDF'),
    ...button(viewer, '3D', 'Модель 3D'),
    ...button(glb, 'GLB', 'Файл модели, glTF'),
  ];
  return buttons.length === 0 ? '' : `<nav aria-label="Файлы">${buttons.join('')}</nav>\n`;
}

/** Radio buttons before their panes: styles alone show the pane of the checked one. */
function viewSwitch(views: readonly View[], shown: ViewName): string {
  const tabs = views.map(
    ({ name, title }) =>
      `<input type="radio" name="view" id="view-${name}" value="${name}"${name === shown ? ' checked' : ''}><label for="view-${name}">${title}</label>`,
  );
  const panes = views.map(
    ({ name, title, drawing, walls = [] }) => `<figure class="${paneClasses(name, drawing, walls)}" id="${name}">
<figcaption>${title}</figcaption>
<div class="scroll" tabindex="0" role="region" aria-label="${title}" style="--large:${largeWidth(drawing)}px">
${[drawing.trim(), ...walls.map(wallPart)].join('\n')}
</div>
</figure>`,
  );
  return `<div class="views" role="group" aria-label="Виды">
${tabs.join('\n')}
<input type="checkbox" id="large"><label for="large">Крупнее</label>
${panes.join('\n')}
</div>`;
}

/** Two general views side by side are broader than high: a narrow screen shows one at a time. */
function paneClasses(name: ViewName, drawing: string, walls: readonly WallPart[]): string {
  const [w, h] = sizeOf(drawing);
  if (walls.length > 0) return 'pane walled';
  return name === 'iso' && w > h ? 'pane paired' : 'pane';
}

/** The same drawing once more, through a window as wide as a wall. */
const wallPart = ({ wall, box: { x, y, w, h } }: WallPart): string =>
  `<svg class="dwg wall" viewBox="${[x, y, w, h].map(Math.round).join(' ')}" role="img" aria-label="Стена ${escapeXml(wall)}"><use href="#${FRONT_ID}"/></svg>`;

const paletteSection = (carcass: Finish, facade: Finish): string => `<section aria-label="Цвета">
${paletteRow('carcass', carcass)}
${paletteRow('facade', facade)}
<noscript><p class="hint">Показаны выбранные цвета. Чтобы менять их кнопками, разрешите скрипты на странице.</p></noscript>
</section>`;

const unitSection = (scene: Scene): string => `<section class="units">
<h2>Модули</h2>
${unitTable(scene)}
</section>`;

/** Width and height of a drawing in its own units, mm. */
function sizeOf(drawing: string): readonly [number, number] {
  const [, w = 0, h = 0] = /viewBox="\S+ \S+ (\d+) (\d+)/.exec(drawing) ?? [];
  return [Number(w), Number(h)];
}

/** The width at which the smallest text is as large as the page's, px. */
const largeWidth = (drawing: string): number => Math.min(4000, Math.round(sizeOf(drawing)[0] * 0.24));

/** Sheets, landscape, with the width that a drawing has on them, mm. */
const SHEETS = [
  { size: 'A4', width: 279, height: 165, columns: 3 },
  { size: 'A3', width: 402, height: 250, columns: 4 },
] as const;
/** The smallest text of a drawing, in its units, and in print, mm. */
const SMALL_TEXT = 50;
const MIN_PRINTED_TEXT = 1.6;

/** Each view on one sheet, A4 where its texts can be read there, else A3. */
function printStyle(views: readonly View[]): string {
  const widest = Math.max(1, ...views.map(({ drawing }) => sizeOf(drawing)[0]));
  const sheet = SHEETS.find(({ width }) => (SMALL_TEXT * width) / widest >= MIN_PRINTED_TEXT) ?? SHEETS[1];
  return `@page{size:${sheet.size} landscape;margin:9mm}
@media print{.pane svg{max-height:${sheet.height}mm}tbody{columns:${sheet.columns}}}`;
}

/** A view may be named in the address: #plan, without scripts shown beside the checked one; the address follows the buttons. */
const VIEW_SCRIPT = `
(function () {
  document.documentElement.className = 'js';
  var tabs = Array.prototype.slice.call(document.querySelectorAll('input[name=view]'));
  function show() {
    tabs.forEach(function (tab) {
      if ('#' + tab.value === location.hash) tab.checked = true;
    });
  }
  tabs.forEach(function (tab) {
    tab.addEventListener('change', function () {
      if (location.hash) history.replaceState(null, '', '#' + tab.value);
    });
  });
  addEventListener('hashchange', show);
  show();
})();
`.trim();
