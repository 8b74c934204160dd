import { type Finish, PALETTE, readOrder } from '#libs/furniture';
import { type Drawn, frontFile, isoFile, planFile } from './draw.js';

const STYLE = `
:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;padding:20px 16px 48px;background:#f6f5f2;color:#1a1a1a;font:16px/1.45 system-ui,sans-serif}
main,header{max-width:1240px;margin:0 auto}
h1{margin:0 0 4px;font-size:26px}
h2{margin:0;font-size:18px;line-height:1.3}
header p,.finish{margin:0;color:#5a5a57}
section{margin:20px 0 0;padding:16px;background:#fff;border:1px solid #dddbd5;border-radius:10px}
.look{margin:4px 0 0}
.views{display:grid;grid-template-columns:1fr 1fr;gap:12px;margin:12px 0}
.wide{grid-column:1/-1}
figure{margin:0;min-width:0}
figcaption{color:#5a5a57;font-size:14px}
.views a{display:block;min-width:0}
.views img{display:block;width:100%;height:400px;object-fit:contain}
.views .wide img{height:auto;max-height:560px}
summary{cursor:pointer;padding:10px 0}
details p{margin:0 0 8px}
@media(max-width:720px){section{padding:12px}.views{grid-template-columns:minmax(0,1fr)}.views img{height:auto}}`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => ENTITIES[c] ?? c);

const picture = (file: string, title: string, view: string, part = file): string =>
  `<figure${part === file && view === FRONT ? ' class="wide"' : ''}><a href="${file}"><img src="${part}" alt="${escaped(`${title}, ${view}`)}" loading="lazy"></a><figcaption>${escaped(view)}</figcaption></figure>`;

const FRONT = 'вид спереди';

/** The elevation of each wall, or of the one that there is. */
const elevations = ({ kitchen, walls }: Drawn): string[] => {
  const file = frontFile(kitchen);
  if (walls.length === 0) return [picture(file, kitchen.title, FRONT)];
  return walls.map(({ wall, box: { x, y, w, h } }) =>
    picture(file, kitchen.title, `${FRONT}, стена ${wall}`, `${file}#svgView(viewBox(${x},${y},${w},${h}))`),
  );
};

const drawnName = (finish: Finish): string => PALETTE[finish].drawn ?? PALETTE[finish].name;

function section(drawn: Drawn): string {
  const { kitchen, order } = drawn;
  const { name, title, look, facade, carcass } = kitchen;
  const words = readOrder(order)
    .split('\n')
    .map((line) => `<p>${escaped(line)}</p>`);
  return `<section id="${name}">
<h2>${name.slice(0, 2)}. ${escaped(title)}</h2>
<p class="finish">Фасады: ${drawnName(facade)}; корпус: ${drawnName(carcass)}</p>
<p class="look">На что смотреть: ${escaped(look)}.</p>
<div class="views">
${elevations(drawn).join('\n')}
${picture(isoFile(kitchen), title, 'общий вид')}
${picture(planFile(kitchen), title, 'план')}
</div>
<details><summary>Состав словами</summary>
${words.join('\n')}
</details>
</section>`;
}

/** The gallery's index page: Russian, its only requests are the drawings beside it. Pure: the same kitchens, the same bytes. */
export const galleryPage = (drawn: readonly Drawn[]): string => `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Галерея кухонь</title>
<link rel="icon" href="data:,">
<style>${STYLE}
</style>
</head>
<body>
<header>
<h1>Галерея кухонь</h1>
<p>${drawn.length} кухонь: вид каждой стены спереди, общий вид, план. Чертёж открывается по нажатию.</p>
</header>
<main>
${drawn.map(section).join('\n')}
</main>
</body>
</html>
`;

/** What `docs/gallery` holds, by file name: the index page and three drawings a kitchen. */
export function galleryFiles(drawn: readonly Drawn[]): Map<string, string> {
  const files = new Map([['index.html', galleryPage(drawn)]]);
  for (const { kitchen, front, iso, plan } of drawn) {
    files.set(frontFile(kitchen), front);
    files.set(isoFile(kitchen), iso);
    files.set(planFile(kitchen), plan);
  }
  return files;
}
