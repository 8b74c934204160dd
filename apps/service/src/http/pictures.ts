import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Companies } from '#libs/companies';
import { Computing, type Drawing, type Papers } from '#libs/platform';

/** Pictures are opened in browsers from links: nothing but their own inline script and style runs. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
/** Browsers show a document in a viewer of their own, which is an object to them. */
const DOCUMENT_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";
/** The forms in which an order is shown, by media type. */
export const FORM_TYPES = {
  html: 'text/html; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  pdf: 'application/pdf',
  glb: 'model/gltf-binary',
} as const;
export type Form = keyof typeof FORM_TYPES;
/** What a form is called when it is kept as a file. */
const FILES: Partial<Record<Form, string>> = { pdf: 'sheets.pdf', glb: 'kitchen.glb' };

export const isForm = (text: unknown): text is Form => typeof text === 'string' && Object.hasOwn(FORM_TYPES, text);

/** What drawn pictures may take of the memory. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

interface Rendered {
  readonly body: Buffer;
  /** Strong: of the very bytes. */
  readonly etag: string;
}

interface Wanted {
  readonly drawing: Drawing | Papers;
  readonly companyId: string;
}

/** What is asked for, of the order that a turn made. */
export interface Shown extends Omit<Drawing, 'format'> {
  readonly format: Form;
  readonly turn: number;
  readonly made_at: string;
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
      const drawn =
        drawing.format === 'pdf' ? this.computing.papers(companyId, drawing) : this.computing.draw(companyId, drawing);
      const body = Buffer.from(await drawn);
      return { body, etag: `"${hash('sha256', body, 'base64url')}"` };
    },
  });

  constructor(
    private readonly computing: Computing,
    private readonly companies: Companies,
  ) {}

  /** What answers the request, with its headers set: undefined with 304 where the caller has it already. */
  async answer(reply: FastifyReply, companyId: string, shown: Shown): Promise<Buffer | undefined> {
    const { order, format, view, carcass, facade } = shown;
    const drawing =
      format === 'pdf'
        ? await this.papers(companyId, shown)
        : { order, format, view, carcass, facade, ...linksOf(shown) };
    const key = hash('sha256', JSON.stringify(drawing), 'base64url');
    const { body, etag } = await this.kept.forceFetch(key, { context: { drawing, companyId } });
    reply.headers({
      etag,
      'cache-control': 'private, no-cache',
      'content-security-policy': format === 'pdf' ? DOCUMENT_POLICY : PAGE_POLICY,
    });
    if (isAmong(reply.request.headers['if-none-match'], etag)) {
      reply.status(304);
      return undefined;
    }
    reply.type(FORM_TYPES[format]);
    const file = FILES[format];
    if (file) reply.header('content-disposition', `inline; filename="${file}"`);
    return body;
  }

  /** A title block names the company as it is called now. */
  private async papers(companyId: string, { order, carcass, facade, turn, made_at }: Shown): Promise<Papers> {
    const { title } = await this.companies.registered(companyId);
    return { order, format: 'pdf', carcass, facade, company: title, turn, made_at };
  }
}

/** A page leads on to the same link's other forms; other drawings are the same with links and without. */
const linksOf = ({ format, links }: Shown): Pick<Drawing, 'links'> => (format === 'html' && links ? { links } : {});

/** Weak comparison, as If-None-Match asks for (RFC 9110, 13.1.2). */
function isAmong(given: string | undefined, etag: string): boolean {
  if (given === undefined) return false;
  return given.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);
}
