import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Controller, Get, Headers, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { kitchenTitle, type Order, viewAzimuth } from '#contracts/furniture';
import { Public } from './guards.js';

const { resolve } = createRequire(import.meta.url);
const { version }: { version: string } = createRequire(import.meta.url)('@google/model-viewer/package.json');

/** The script's name changes with its version: whoever has it never asks again. */
const SCRIPT = `model-viewer-${version}.js`;

/**
 * What the page of the model may do beyond the pages of pictures: run the viewer's script and fetch the model, from this
 * service alone. The viewer hands itself pictures and data as blobs, and compiles its readers of packed meshes, which are
 * WebAssembly within the script; `wasm-unsafe-eval` allows that and no evaluation of text.
 */
export const VIEWER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; connect-src 'self' blob:; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'";

/**
 * The page that shows an order in three dimensions, at a signed link with `as=3d`: model, drawings and picture are the
 * same link in other forms, so that no address is written into the page. Without scripts it shows the picture.
 */
export function viewerPage(order: Order): string {
  // Of our words and of numbers alone: nothing that a customer wrote stands in the page.
  const title = kitchenTitle(order);
  return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} в 3D</title>
<link rel="icon" href="data:,">
<style>
*{box-sizing:border-box}
html,body{margin:0;height:100%}
body{display:flex;flex-direction:column;font:16px/1.4 Arial,"Liberation Sans",sans-serif;color:#1a1a1a;background:#e9edf0}
header{display:flex;flex-wrap:wrap;gap:8px 20px;align-items:baseline;padding:12px 20px;background:#fff;border-bottom:1px solid #cfd6db}
h1{flex:1 1 auto;margin:0;font-size:18px}
a{color:#24527a}
a:focus-visible,model-viewer:focus-visible{outline:3px solid #24527a;outline-offset:2px}
model-viewer{flex:1 1 auto;min-height:280px;width:100%;background:linear-gradient(#e9edf0,#cfd6db);--poster-color:transparent}
.wait{position:absolute;inset:0;display:grid;place-items:center;color:#555}
.still{overflow:auto}
img{display:block;max-width:100%;margin:20px auto;background:#fff}
@media(max-width:700px){.still img{max-width:none;height:64vh;margin:12px}}
p{margin:0;padding:8px 20px;font-size:14px;color:#555}
@media print{header a,p,model-viewer{display:none}}
</style>
<script type="module" src="/assets/${SCRIPT}"></script>
</head>
<body>
<header><h1>${title} в 3D</h1><a href="?as=html">К чертежам</a><a href="?as=glb" download="kitchen.glb">Скачать модель, GLB</a></header>
<model-viewer src="?as=glb" alt="Модель кухни, которую можно поворачивать" camera-controls touch-action="pan-y" interaction-prompt="none" camera-orbit="${viewAzimuth(order)}deg 67deg 97%" min-camera-orbit="auto 15deg 15%" max-camera-orbit="auto 92deg 180%" exposure="0.8" shadow-intensity="0"><span class="wait" slot="poster">Модель загружается…</span><span slot="progress-bar"></span></model-viewer>
<noscript><style>model-viewer,.turn{display:none}</style><div class="still" tabindex="0" role="region" aria-label="Чертёж"><img src="?as=svg" alt="Чертёж кухни"></div><p>Модель показывает скрипт, а он в этом браузере выключен. <a href="?as=html">Чертежи</a> открываются и без него.</p></noscript>
<p class="turn">Поворот: мышью или пальцем, ближе и дальше: колесом или двумя пальцами, с клавиатуры: стрелками и клавишами «+» и «−». Цвета условные.</p>
</body>
</html>
`;
}

const pack = promisify(gzip);

/** The viewer's script, from this service like all else: the page asks no other server for anything. */
@ApiExcludeController()
@Public()
@Controller('assets')
export class AssetsController {
  /** Packed when the first page asks for it. */
  private packed: Promise<Buffer> | undefined;

  @Get(SCRIPT)
  async script(@Headers('accept-encoding') accepted = '', @Res({ passthrough: true }) reply: FastifyReply) {
    reply.type('text/javascript; charset=utf-8');
    reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' });
    if (!/\bgzip\b/.test(accepted)) return readScript();
    reply.header('content-encoding', 'gzip');
    this.packed ??= readScript().then((script) => pack(script));
    return this.packed;
  }
}

const readScript = (): Promise<Buffer> => readFile(resolve('@google/model-viewer/dist/model-viewer.min.js'));
