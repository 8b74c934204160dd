import { hash } from 'node:crypto';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { isId, notFound } from '#libs/kernel';
import { AnyQuery, Public } from '../http/guards.js';

/**
 * Opens a session only when the button is pressed: a messenger that looks at the link for a preview must not use it up.
 * The token leaves the address bar and the history at once.
 */
const SCRIPT = `
const [, , company] = location.pathname.split('/');
const access = new URLSearchParams(location.search).get('access');
history.replaceState(null, '', location.pathname);
const button = document.querySelector('button');
const words = document.querySelector('[role=status]');
const headers = { 'content-type': 'application/json', 'x-cabinet': '1' };
const say = ({ company_title, role }) => {
  button.hidden = true;
  words.textContent = 'Вы вошли: ' + company_title + ', ' + { owner: 'владелец', auditor: 'аудитор', workplace: 'рабочее место' }[role] + '.';
};
if (company && access) button.hidden = false;
else fetch('/cabinet/api/session').then(async (answer) => answer.ok && say((await answer.json()).session));
button.addEventListener('click', async () => {
  button.disabled = true;
  const body = JSON.stringify({ company_id: company, access });
  const answer = await fetch('/cabinet/api/session', { method: 'POST', headers, body }).catch(() => undefined);
  if (answer?.ok) say((await answer.json()).session);
  else if (answer?.status === 401) words.textContent = 'Ссылка уже использована или устарела. Попросите новую.';
  else {
    words.textContent = 'Войти не удалось. Попробуйте ещё раз через минуту.';
    button.disabled = false;
  }
});
`;

const PAGE = `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Кабинет</title>
<link rel="icon" href="data:,">
<style>
:root{color-scheme:light dark}
body{max-width:36rem;margin:15vh auto;padding:0 20px;font:16px/1.5 Arial,"Liberation Sans",sans-serif}
h1{margin:0 0 12px;font-size:24px}
button{padding:12px 24px;font:inherit;cursor:pointer}
</style>
</head>
<body>
<h1>Кабинет</h1>
<p>Веб-консоль в этой сборке отсутствует. Её данные доступны по адресу <code>/cabinet/api</code>.</p>
<p><button type="button" hidden>Войти</button></p>
<p role="status"></p>
<noscript><p>Для входа нужен JavaScript.</p></noscript>
<script>${SCRIPT}</script>
</body>
</html>
`;

const POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${hash('sha256', SCRIPT, 'base64')}'`,
  `style-src 'unsafe-inline'`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The cabinet's page, the same for everybody: who is asked for, and who is signed in, is the API's to say. */
@ApiExcludeController()
@Public()
@Controller('cabinet')
export class PageController {
  @Get()
  @AnyQuery()
  page(@Res({ passthrough: true }) reply: FastifyReply): string {
    reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY);
    return PAGE;
  }

  @Get(':company')
  @AnyQuery()
  pageOfCompany(@Param('company') company: string, @Res({ passthrough: true }) reply: FastifyReply): string {
    if (!isId('cmp', company)) throw notFound('this page');
    return this.page(reply);
  }
}
