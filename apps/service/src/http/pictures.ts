import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Companies } from '#libs/companies';
import { TurnFeed } from '#libs/conversations';
import { Computing, type Drawing } from '#libs/platform';
import { READ_MODEL_PROGRESS, type ReadModelProgress } from '#libs/processing';
import type { ShownOrder } from './shown-order.js';

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
const MAX_KEPT_BYTES = 24 * 1024 * 1024;
/** Of each of them beside its bytes and its key: its objects, its ETag and its place in the cache. */
const ENTRY_BYTES = 500;

interface Rendered {
  readonly body: Buffer;
  /** Strong: of the very bytes. */
  readonly etag: string;
}

type Make = () => Promise<string | Uint8Array>;

/** What is asked for, of the order that a turn made. */
export interface Shown extends Omit<Drawing, 'order' | 'format'> {
  readonly format: Form;
  readonly turn: number;
}

/** How long what was read before a conversation's end may still be on its way, ms: as long as read models may be behind. */
const MAX_BEHIND_MS = 60_000;

/**
 * Drawings, papers, bills and lists of orders, made in worker threads and kept by order and what is asked for: an order does
 * not change, so what is kept is sent without reading it. What is kept goes with its conversation.
 */
@Injectable()
export class Pictures {
  private readonly kept = new LRUCache<string, Rendered>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ body }, key) => body.length + key.length + ENTRY_BYTES,
  });
  /** Those who ask for what is being made wait for the same one. */
  private readonly making = new Map<string, Promise<Rendered>>();

  constructor(
    @Inject(Computing) private readonly computing: Pick<Computing, 'draw' | 'papers' | 'bom' | 'parts' | 'partsCsv'>,
    @Inject(Companies) private readonly companies: Pick<Companies, 'registered'>,
    @Inject(READ_MODEL_PROGRESS) private readonly progress: Pick<ReadModelProgress, 'waitFor'>,
    @Inject(TurnFeed) feed: Pick<TurnFeed, 'onEnd'>,
  ) {
    feed.onEnd((conversationId, position) => void this.forgetFor(conversationId, position));
  }

  /** A picture, the papers or the model, with the answer's headers set; undefined with 304 where the caller has it. */
  async answer(reply: FastifyReply, shown: ShownOrder, asked: Shown): Promise<Buffer | undefined> {
    const { format, view, carcass, facade, links, turn } = asked;
    const { company_id } = shown;
    if (format === 'pdf') {
      // A title block names the company as it is called now.
      const { title } = await this.companies.registered(company_id);
      return this.send(reply, FORMS.pdf, keyOf(shown, format, carcass, facade, turn, title), async () => {
        const papers = { ...(await shown.read()), format, carcass, facade, company: title, turn };
        return this.computing.papers(company_id, papers);
      });
    }
    // A page leads on to the same link's other forms; other drawings are the same with links and without.
    const leads = format === 'html' && links ? { links } : {};
    return this.send(reply, FORMS[format], keyOf(shown, format, view, carcass, facade, leads.links), async () => {
      const { order } = await shown.read();
      return this.computing.draw(company_id, { order, format, view, carcass, facade, ...leads });
    });
  }

  /** The bill of materials. @param turn the number that it is told with. @returns as `answer`. */
  async bom(reply: FastifyReply, shown: ShownOrder, turn: number): Promise<Buffer | undefined> {
    return this.send(reply, JSON_LIST, keyOf(shown, 'bom', turn), async () => {
      const { order } = await shown.read();
      const bom = await this.computing.bom(shown.company_id, order);
      return JSON.stringify({ ok: true, order_id: order.id, turn, bom });
    });
  }

  /** Every part. @param turn the number that they are told with. @returns as `answer`. */
  async parts(reply: FastifyReply, shown: ShownOrder, turn: number): Promise<Buffer | undefined> {
    return this.send(reply, JSON_LIST, keyOf(shown, 'parts', turn), async () => {
      const { order } = await shown.read();
      const parts = await this.computing.parts(shown.company_id, order);
      return JSON.stringify({ ok: true, order_id: order.id, turn, ...parts });
    });
  }

  /** The parts as CSV. @returns as `answer`. */
  async partsCsv(reply: FastifyReply, shown: ShownOrder): Promise<Buffer | undefined> {
    return this.send(reply, CSV_LIST, keyOf(shown, 'csv'), async () =>
      this.computing.partsCsv(shown.company_id, (await shown.read()).order),
    );
  }

  private async send(
    reply: FastifyReply,
    { type, policy, disposition }: Format,
    key: string,
    make: Make,
  ): Promise<Buffer | undefined> {
    const { body, etag } = this.kept.get(key) ?? (await this.made(key, make));
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
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

  private made(key: string, make: Make): Promise<Rendered> {
    const begun = this.making.get(key);
    if (begun) return begun;
    const making = this.make(key, make);
    this.making.set(key, making);
    return making;
  }

  private async make(key: string, make: Make): Promise<Rendered> {
    // Not within the call that keeps the promise in `making`.
    await undefined;
    const making = this.making.get(key);
    try {
      const body = ownBytes(await make());
      const rendered = { body, etag: `"${hash('sha256', body, 'base64url')}"` };
      // Forgotten meanwhile: the one who waits may have it, nobody else.
      if (this.making.get(key) === making) this.kept.set(key, rendered);
      return rendered;
    } finally {
      if (this.making.get(key) === making) this.making.delete(key);
    }
  }

  /** Once more when no read model shows the conversation any longer: until then its order could be read and kept again. */
  private async forgetFor(conversationId: string, position: bigint): Promise<void> {
    this.forget(conversationId);
    await this.progress.waitFor(position, { timeoutMs: MAX_BEHIND_MS });
    this.forget(conversationId);
  }

  private forget(conversationId: string): void {
    for (const some of [this.kept, this.making])
      for (const key of [...some.keys()]) if (key.startsWith(conversationId)) some.delete(key);
  }
}

/** Bytes in memory of their own: what is cut from Node's pool keeps all 64 KB of its slab as long as it is kept itself. */
function ownBytes(made: string | Uint8Array): Buffer {
  const own = Buffer.allocUnsafeSlow(Buffer.byteLength(made));
  if (typeof made === 'string') own.write(made);
  else own.set(made);
  return own;
}

/** All that the bytes depend on. */
function keyOf({ key }: ShownOrder, ...asked: readonly unknown[]): string {
  return `${key} ${JSON.stringify(asked)}`;
}

/** Weak comparison, as If-None-Match asks for (RFC 9110, 13.1.2). */
function isAmong(given: string | undefined, etag: string): boolean {
  if (given === undefined) return false;
  return given.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);
}
