import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { csvTable } from '#libs/formats';
import type { Bom } from '#libs/furniture';
import { Problem } from '#libs/kernel';
import { Computing } from '#libs/platform';
import type { PartsQuery, RenderQuery } from './dto/query.dto.js';
import { Pictures } from './pictures.js';
import { givenOrder, type StoredOrder } from './shown-order.js';

/** What the cabinet shows of an order: pictures and lists as a partner gets them, the bill of materials also as CSV. */
@Injectable()
export class OrderViews {
  constructor(
    private readonly computing: Computing,
    private readonly pictures: Pictures,
  ) {}

  /** @throws {Problem} `png_unsupported`, `invalid_request` for a link: a session needs none. */
  render(reply: FastifyReply, stored: StoredOrder, query: RenderQuery): Promise<Buffer | undefined> {
    const { format = 'svg', view = 'front', carcass = 'clear', facade = 'clear', link } = query;
    if (format === 'png') throw new Problem('png_unsupported', 'pictures are vector drawings: ask for format=svg');
    if (link !== undefined) throw new Problem('invalid_request', 'link is not a field of this request');
    const { turn } = stored;
    return this.pictures.answer(reply, givenOrder(stored), { turn, format, view, carcass, facade });
  }

  async bom(reply: FastifyReply, stored: StoredOrder, { format = 'json' }: PartsQuery) {
    if (format === 'json') return this.pictures.bom(reply, givenOrder(stored), stored.turn);
    const csv = bomCsv(await this.computing.bom(stored.company_id, stored.order));
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="bom.csv"');
    return csv;
  }

  parts(reply: FastifyReply, stored: StoredOrder, { format = 'json' }: PartsQuery) {
    const shown = givenOrder(stored);
    return format === 'csv' ? this.pictures.partsCsv(reply, shown) : this.pictures.parts(reply, shown, stored.turn);
  }
}

/** One row a line of the bill; areas in mm², lengths in mm. */
function bomCsv({ sheets, linear, edges, pieces }: Bom): string {
  return csvTable([
    ['kind', 'code', 'name', 'qty', 'area_mm2', 'length_mm'],
    ...sheets.map(({ material, name, parts, area_mm2 }) => ['sheet', material, name, `${parts}`, `${area_mm2}`, '']),
    ...linear.map(({ key, name, parts, length_mm }) => ['linear', key, name, `${parts}`, '', `${length_mm}`]),
    ...edges.map(({ edge, name, length_mm }) => ['edge', edge, name, '', '', `${length_mm}`]),
    ...pieces.map(({ article, name, qty }) => ['piece', article, name, `${qty}`, '', '']),
  ]);
}
