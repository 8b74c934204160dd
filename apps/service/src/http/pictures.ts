import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Computing, type Drawing } from '#libs/platform';

/** Pictures are opened in browsers from links: nothing but their own inline script and style runs. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
const TYPES = { html: 'text/html; charset=utf-8', svg: 'image/svg+xml; charset=utf-8' } as const;

/** What drawn pictures may take of the memory. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

interface Rendered {
  readonly body: Buffer;
  /** Strong: of the very bytes. */
  readonly etag: string;
}

interface Wanted {
  readonly drawing: Drawing;
  readonly companyId: string;
}

/** Drawings of orders, made in worker threads and kept by content: the same order looks the same to whoever asks. */
@Injectable()
export class Pictures {
  private readonly kept = new LRUCache<string, Rendered, Wanted>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ body }) => body.length,
    // Those who ask for a picture that is being drawn wait for the same one, also where it is not kept then.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _old, { context: { drawing, companyId } }) => {
      const body = Buffer.from(await this.computing.draw(companyId, drawing));
      return { body, etag: `"${hash('sha256', body, 'base64url')}"` };
    },
  });

  constructor(private readonly computing: Computing) {}

  /** What answers the request, with its headers set: undefined with 304 where the caller has it already. */
  async answer(reply: FastifyReply, companyId: string, drawing: Drawing): Promise<Buffer | undefined> {
    const { order, format, view, carcass, facade } = drawing;
    const key = `${hash('sha256', JSON.stringify(order), 'base64url')} ${format} ${view} ${carcass} ${facade}`;
    const { body, etag } = await this.kept.forceFetch(key, { context: { drawing, companyId } });
    reply.headers({ etag, 'cache-control': 'private, no-cache', 'content-security-policy': PAGE_POLICY });
    if (isAmong(reply.request.headers['if-none-match'], etag)) {
      reply.status(304);
      return undefined;
    }
    reply.type(TYPES[format]);
    return body;
  }
}

/** Weak comparison, as If-None-Match asks for (RFC 9110, 13.1.2). */
function isAmong(given: string | undefined, etag: string): boolean {
  if (given === undefined) return false;
  return given.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);
}
