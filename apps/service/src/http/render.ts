import type { FastifyReply } from 'fastify';
import { drawFront, drawHtml, drawIso, type Finish, type Order } from '#libs/furniture';

export interface Picture {
  readonly format: 'svg' | 'html';
  readonly view: 'front' | 'iso';
  readonly carcass: Finish;
  readonly facade: Finish;
}

/** Pictures are opened in browsers from links: nothing but their own inline script and style runs. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** Draws the picture and sets its content type. */
export function renderPicture(order: Order, { format, view, carcass, facade }: Picture, reply: FastifyReply): string {
  reply.header('content-security-policy', PAGE_POLICY);
  if (format === 'html') {
    reply.type('text/html; charset=utf-8');
    return drawHtml(order, { view, carcass, facade, title: order.id });
  }
  reply.type('image/svg+xml; charset=utf-8');
  return view === 'iso' ? drawIso(order, { carcass, facade }) : drawFront(order, { carcass, facade });
}
