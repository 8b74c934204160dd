import { Controller, Get, Headers, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { isId, notFound } from '#libs/kernel';
import { AnyQuery, Public } from '../../http/guards.js';
import { type ConsoleFile, ConsoleFiles } from './console-files.js';

/** The one style that react-aria writes into the page, for how buttons are touched; a browser test tells when it changes. */
const TOUCH_STYLE = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='";

/** Scripts, styles and data of this service alone; pictures also as the page draws them to be saved. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${TOUCH_STYLE}`,
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The build names its assets by their content. */
const FOR_EVER = 'public, max-age=31536000, immutable';

const NOT_BUILT = `<!doctype html>
<html lang="ru">
<meta charset="utf-8">
<title>Кабинет</title>
<h1>Кабинет не собран</h1>
<p>Соберите его: <code>npm run build</code>, и запустите сервис снова. Данные доступны по адресу <code>/cabinet/api</code>.</p>
</html>
`;

/** The web console, the same files for everybody: who is asked for, and who is signed in, is the API's to say. */
@ApiExcludeController()
@Public()
@Controller('cabinet')
export class PageController {
  constructor(private readonly files: ConsoleFiles) {}

  @Get('icon.svg')
  async icon(
    @Headers('accept-encoding') accepted: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(await this.files.find('icon.svg'), accepted, reply);
  }

  @Get('assets/:name')
  async asset(
    @Param('name') name: string,
    @Headers('accept-encoding') accepted: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const file = await this.files.find(`assets/${name}`);
    if (file) reply.header('cache-control', FOR_EVER);
    return send(file, accepted, reply);
  }

  @Get()
  @AnyQuery()
  async page(
    @Headers('accept-encoding') accepted: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    reply.header('content-security-policy', POLICY);
    const page = await this.files.find('index.html');
    if (page) return send(page, accepted, reply);
    return reply.type('text/html; charset=utf-8').send(NOT_BUILT);
  }

  @Get(':company')
  @AnyQuery()
  home(
    @Param('company') company: string,
    @Headers('accept-encoding') accepted: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (!isId('cmp', company)) throw notFound('this page');
    return this.page(accepted, reply);
  }

  /** Screens have addresses of their own; which there are the page knows. */
  @Get(':company/*')
  @AnyQuery()
  screen(
    @Param('company') company: string,
    @Headers('accept-encoding') accepted: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.home(company, accepted, reply);
  }
}

/** @throws {Problem} `not_found` */
function send(file: ConsoleFile | undefined, accepted = '', reply: FastifyReply): Buffer {
  if (!file) throw notFound('this page');
  reply.type(file.type).headers({ etag: file.etag, vary: 'accept-encoding' });
  if (!/\bgzip\b/.test(accepted)) return file.bytes;
  reply.header('content-encoding', 'gzip');
  return file.packed;
}
