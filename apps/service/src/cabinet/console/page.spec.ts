import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { newId } from '#libs/kernel';
import { ConsoleFiles } from './console-files.js';
import { PageController } from './page.controller.js';

const missing = new ConsoleFiles(() => Promise.reject(new Error('ENOENT')));

@Module({ controllers: [PageController], providers: [{ provide: ConsoleFiles, useValue: missing }] })
class WithoutConsole {}

describe('the console where it was not built', () => {
  let app: NestFastifyApplication;
  beforeAll(async () => {
    app = await NestFactory.create<NestFastifyApplication>(WithoutConsole, new FastifyAdapter(), { logger: false });
    await app.init();
  });
  afterAll(() => app.close());

  it.each(['/cabinet', `/cabinet/${newId('cmp')}`, `/cabinet/${newId('cmp')}/balance`])(
    '%s says so, and what to do, to whoever opens it',
    async (url) => {
      const { statusCode, headers, body } = await app.inject({ url });
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect(body).toContain('<h1>Кабинет не собран</h1>');
      expect(body).toContain('<code>npm run build</code>');
      expect(body).not.toMatch(/<script|https?:/);
    },
  );

  it('a file of it is not there', async () => {
    for (const url of ['/cabinet/icon.svg', '/cabinet/assets/index.js'])
      expect((await app.inject({ url })).statusCode).not.toBe(200);
  });
});
