import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Companies } from '#libs/companies';
import type { StandingOrder } from '#libs/conversations';
import { Computing, type Drawing, type Papers } from '#libs/platform';

/** Pictures are opened in browsers from links: nothing but their own inline script and style runs. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
/** Browsers show a document in a viewer of their own, which is an object to them. */
const DOCUMENT_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";
/** How bytes leave: their media type, what a browser may do with them, and their name where they are kept as a file. */
interface Format {
  readonly type: string;
  readonly policy?: string;
  readonly disposition?: string;
}

/** The forms in which an order is shown. */
export const FORMS = {
  html: { type: 'text/html; charset=utf-8', policy: PAGE_POLICY },
  svg: { type: 'image/svg+xml; charset=utf-8', policy: PAGE_POLICY },
  pdf: { type: 'application/pdf', policy: DOCUMENT_POLICY, disposition: 'inline; filename="sheets.pdf"' },
  glb: { type: 'model/gltf-binary', policy: PAGE_POLICY, disposition: 'inline; filename="kitchen.glb"' },
} satisfies Record<string, Format>;
export type Form = keyof typeof FORMS;
const JSON_LIST: Format = { type: 'application/json; charset=utf-8' };
const CSV_LIST: Format = { type: 'text/csv; charset=utf-8', disposition: 'attachment; filename="parts.csv"' };

export const isForm = (text: unknown): text is Form => typeof text === 'string' && Object.hasOwn(FORMS, text);

/** What is kept may take of the memory. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

interface Rendered {
  readonly body: Buffer;
  /** Strong: of the very bytes. */
  readonly etag: string;
}

type Make = () => Promise<string | Uint8Array>;

/** What is asked for, of the order that a turn made. */
export interface Shown extends Omit<Drawing, 'format'> {
  readonly format: Form;
  readonly turn: number;
  readonly made_at: string;
}

/** An order, and the number of the last ended turn. */
type Standing = Pick<StandingOrder, 'order' | 'turn'>;

/**
 * Drawings, papers, bills and lists of orders, made in worker threads and kept by content: the same order looks the same to
 * whoever asks.
 */
@Injectable()
export class Pictures {
  private readonly kept = new LRUCache<string, Rendered, Make>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ body }) => body.length,
    // Those who ask for what is being made wait for the same one, also where it is not kept then.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _old, { context: make }) => {
      const body = Buffer.from(await make());
      return { body, etag: `"${hash('sha256', body, 'base64url')}"` };
    },
  });

  constructor(
    private readonly computing: Computing,
    private readonly companies: Companies,
  ) {}

  /** A picture, the papers or the model, with the answer's headers set; undefined with 304 where the caller has it. */
  async answer(reply: FastifyReply, companyId: string, shown: Shown): Promise<Buffer | undefined> {
    const { order, format, view, carcass, facade } = shown;
    if (format === 'pdf') {
      const papers = await this.papers(companyId, shown);
      return this.send(reply, FORMS.pdf, papers, () => this.computing.papers(companyId, papers));
    }
    const drawing = { order, format, view, carcass, facade, ...linksOf(shown) };
    return this.send(reply, FORMS[format], drawing, () => this.computing.draw(companyId, drawing));
  }

  /** The bill of materials. @returns as `answer`. */
  async bom(reply: FastifyReply, companyId: string, { order, turn }: Standing): Promise<Buffer | undefined> {
    return this.send(reply, JSON_LIST, { list: 'bom', order, turn }, async () =>
      JSON.stringify({ ok: true, order_id: order.id, turn, bom: await this.computing.bom(companyId, order) }),
    );
  }

  /** Every part. @returns as `answer`. */
  async parts(reply: FastifyReply, companyId: string, { order, turn }: Standing): Promise<Buffer | undefined> {
    return this.send(reply, JSON_LIST, { list: 'parts', order, turn }, async () =>
      JSON.stringify({ ok: true, order_id: order.id, turn, ...(await this.computing.parts(companyId, order)) }),
    );
  }

  /** The parts as CSV. @returns as `answer`. */
  async partsCsv(reply: FastifyReply, companyId: string, { order }: Standing): Promise<Buffer | undefined> {
    const make = () => this.computing.partsCsv(companyId, order);
    return this.send(reply, CSV_LIST, { list: 'csv', order }, make);
  }

  /** @param content all that the bytes depend on. */
  private async send(
    reply: FastifyReply,
    { type, policy, disposition }: Format,
    content: object,
    make: Make,
  ): Promise<Buffer | undefined> {
    const key = hash('sha256', JSON.stringify(content), 'base64url');
    const { body, etag } = await this.kept.forceFetch(key, { context: make });
    reply.headers({ etag, 'cache-control': 'private, no-cache' });
    // With 304 too: its headers take the place of those that the caller has kept.
    if (policy) reply.header('content-security-policy', policy);
    if (isAmong(reply.request.headers['if-none-match'], etag)) {
      reply.status(304);
      return undefined;
    }
    reply.type(type);
    if (disposition) reply.header('content-disposition', disposition);
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
