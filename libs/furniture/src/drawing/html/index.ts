import type { Finding } from '../../checks/finding.js';
import type { Order } from '../../order/order.js';
import { drawFront } from '../front/index.js';
import { drawIso } from '../iso/index.js';
import { sceneOf } from '../scene/scene.js';
import { type Finishes, switchableStyle } from '../styles.js';
import { escapeXml } from '../svg/text.js';
import { chosenWords, PALETTE_SCRIPT, paletteRow } from './palette.js';
import { PAGE_STYLE } from './styles.js';
import { unitTable } from './units.js';

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
 * shows the finishes of the request without scripts, switches them with, and prints on one A4 sheet.
 */
export function drawHtml(order: Order, options: HtmlOptions): string {
  const { view, title, carcass = 'clear', facade = 'clear', findings = [], link } = options;
  const drawing =
    view === 'iso' ? drawIso(order, { switchable: true }) : drawFront(order, { switchable: true, findings });
  const heading = escapeXml(title);
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
${switchableStyle()}
</style>
</head>
<body data-carcass="${carcass}" data-facade="${facade}">
<header>
<h1>${heading}</h1>
<p>${VIEWS[view]}. <span id="chosen" aria-live="polite">${chosenWords(carcass, facade)}</span></p>
</header>
<main>
<figure class="view" tabindex="0" role="region" aria-label="${about}" style="--least:${leastWidth(drawing, view)}px">
${drawing.trim()}
</figure>
<p class="hint narrow">Чертёж прокручивается вбок.</p>
<section aria-label="Цвета">
${paletteRow('carcass', carcass)}
${paletteRow('facade', facade)}
<noscript><p class="hint">Показаны выбранные цвета. Чтобы менять их кнопками, разрешите скрипты на странице.</p></noscript>
</section>
<h2>Модули</h2>
${unitTable(sceneOf(order))}
</main>
<p class="foot">Цвета показаны условно. Размеры в миллиметрах.${until}</p>
<script>
${PALETTE_SCRIPT}
</script>
</body>
</html>
`;
}

/** The width at which the drawing's text can still be read on a phone, px; wider than the screen, it scrolls. */
function leastWidth(drawing: string, view: ViewName): number {
  const wide = Number(/viewBox="\S+ \S+ (\d+)/.exec(drawing)?.[1] ?? 0);
  return Math.min(2400, Math.round(wide * (view === 'front' ? 0.16 : 0.1)));
}
