import type { Finding } from '../../checks/finding.js';
import { FINISHES, type Finish, type Order, type Tier } from '../../order/order.js';
import { drawFront } from '../front/index.js';
import { drawIso } from '../iso/index.js';
import { drawnName, PALETTE } from '../palette.js';
import { type Scene, sceneOf } from '../scene/scene.js';
import { type Finishes, switchableStyle } from '../styles.js';
import { escapeXml } from '../svg/text.js';
import { PAGE_STYLE } from './styles.js';

export type ViewName = 'front' | 'iso';

export interface HtmlOptions extends Finishes {
  view: ViewName;
  title: string;
  /** Front view only. */
  findings?: readonly Finding[];
  /** Where the page stands behind a signed link: until when it lives, as shown to people. */
  link?: { expiresAt: string };
}

const VIEWS: Readonly<Record<ViewName, string>> = { front: 'Вид спереди', iso: 'Общий вид' };

/**
 * A self-contained page (spec.md, render, rules 3–7): drawing, palette as buttons, table of units. It requests nothing,
 * shows the finishes of the request without scripts, switches them with, and prints on one sheet (A4 or A3).
 */
export function drawHtml(order: Order, options: HtmlOptions): string {
  const { view, title, carcass = 'clear', facade = 'clear', findings = [], link } = options;
  const drawing =
    view === 'iso' ? drawIso(order, { switchable: true }) : drawFront(order, { switchable: true, findings });
  const heading = escapeXml(title);
  const scene = sceneOf(order);
  const least = leastWidth(drawing, view);
  const about = `${VIEWS[view]}. Чертёж можно прокручивать`;
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
${hintStyle(least)}
${printStyle(scene.nodes.length)}
${switchableStyle()}
</style>
</head>
<body data-carcass="${carcass}" data-facade="${facade}">
<header>
<h1>${heading}</h1>
<p>${VIEWS[view]}. <span id="chosen" aria-live="polite">${chosenWords(carcass, facade)}</span></p>
</header>
<main>
<figure class="view" tabindex="0" role="region" aria-label="${about}" style="--least:${least}px">
${drawing.trim()}
</figure>
<p class="hint narrow">Чертёж прокручивается вбок.</p>
<section aria-label="Цвета">
${paletteRow('carcass', carcass)}
${paletteRow('facade', facade)}
<noscript><p class="hint">Показаны выбранные цвета. Чтобы менять их кнопками, разрешите скрипты на странице.</p></noscript>
</section>
<h2>Модули</h2>
${unitTable(scene)}
</main>
<p class="foot">Цвета показаны условно. Размеры в миллиметрах.${until}</p>
<script>
${PALETTE_SCRIPT}
</script>
</body>
</html>
`;
}

/** What page, borders and padding take beside the drawing, and the widest that the page gets, px (styles.ts). */
const BESIDE = 34;
const MAX_PAGE_WIDTH = 1500;

/** The hint that the drawing scrolls stands only where it does. */
const hintStyle = (least: number): string => {
  const scrolls = least > MAX_PAGE_WIDTH - BESIDE ? 'screen' : `screen and (max-width:${least + BESIDE - 1}px)`;
  return `@media ${scrolls}{.narrow{display:block;margin:4px 0 0}}`;
};

/** One sheet, landscape, mm: what is left beside headings for drawing and table, and the table's columns. */
const SHEETS = [
  { size: 'A4', height: 158, columns: 3 },
  { size: 'A3', height: 245, columns: 4 },
] as const;
/** A row of the printed table, and the least that a drawing is worth looking at, mm. */
const ROW = 4.6;
const MIN_PRINTED = 60;

/** The sheet that drawing and table go on together: A4, for very large kitchens A3. */
function printStyle(nodes: number): string {
  const left = ({ height, columns }: (typeof SHEETS)[number]): number =>
    Math.round(height - Math.ceil(nodes / columns) * ROW);
  const sheet = SHEETS.find((s) => left(s) >= MIN_PRINTED) ?? SHEETS[1];
  const high = Math.max(MIN_PRINTED, left(sheet));
  return `@page{size:${sheet.size} landscape;margin:9mm}
@media print{.view svg{max-height:${high}mm}tbody{columns:${sheet.columns}}}`;
}

/** The width at which the drawing's text can still be read on a phone, px; wider than the screen, it scrolls. */
function leastWidth(drawing: string, view: ViewName): number {
  const wide = Number(/viewBox="\S+ \S+ (\d+)/.exec(drawing)?.[1] ?? 0);
  return Math.min(2400, Math.round(wide * (view === 'front' ? 0.16 : 0.1)));
}

const ROWS: Readonly<Record<Tier, string>> = {
  base: 'нижний ряд',
  wall: 'верхний ряд',
  tall: 'пенал',
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

export type Painted = 'carcass' | 'facade';

export const PAINTED: Readonly<Record<Painted, string>> = { carcass: 'Корпус', facade: 'Фасад' };

/** Buttons of one painted part; the finish of the request comes first (spec.md, render, rule 7). */
export function paletteRow(part: Painted, chosen: Finish): string {
  const title = PAINTED[part];
  const finishes = [chosen, ...FINISHES.filter((f) => f !== chosen)];
  const buttons = finishes.map((finish) => {
    const { hex } = PALETTE[finish];
    const sample = finish === 'clear' ? '<i></i>' : `<i style="background:${hex}"></i>`;
    const pressed = finish === chosen ? 'true' : 'false';
    const words = escapeXml(drawnName(finish));
    return `<button type="button" data-part="${part}" data-value="${finish}" data-name="${words}" aria-pressed="${pressed}" aria-label="${title}: ${words}">${sample}${words}</button>`;
  });
  return `<div class="row" role="group" aria-label="${title}, цвет"><b aria-hidden="true">${title}</b>\n<div>${buttons.join('\n')}</div>\n</div>`;
}

/** «Корпус: белый, фасад: графит» */
export function chosenWords(carcass: Finish, facade: Finish): string {
  return `Корпус: ${drawnName(carcass)}, фасад: ${drawnName(facade)}`;
}

/** Recolours the drawing around which the attributes stand; holds no data of the order. */
export const PALETTE_SCRIPT = `
(function () {
  var root = document.body;
  var words = document.getElementById('chosen');
  var buttons = Array.prototype.slice.call(document.querySelectorAll('button[data-part]'));
  function name(part) {
    return buttons.filter(function (b) {
      return b.dataset.part === part && b.getAttribute('aria-pressed') === 'true';
    })[0].dataset.name;
  }
  buttons.forEach(function (button) {
    button.addEventListener('click', function () {
      var part = button.dataset.part;
      root.setAttribute('data-' + part, button.dataset.value);
      buttons.forEach(function (b) {
        if (b.dataset.part === part) b.setAttribute('aria-pressed', b === button ? 'true' : 'false');
      });
      words.textContent = 'Корпус: ' + name('carcass') + ', фасад: ' + name('facade');
    });
  });
})();
`.trim();
