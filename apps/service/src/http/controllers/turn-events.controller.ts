import { Controller, Get, Headers, type OnModuleDestroy, Param, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FollowTurn } from '#libs/conversations';
import { Caller } from '../guards.js';

/** A comment line keeps proxies from closing a stream in which nothing happens, ms. */
const KEEP_ALIVE_MS = 15_000;

/** `GET /v1/turns/{id}/events` (contract.md): server-sent events until the turn has ended. */
@ApiTags('turns')
@ApiBearerAuth()
@Controller('v1/turns/:id/events')
export class TurnEventsController implements OnModuleDestroy {
  /** Open streams end when the service stops; their readers resume elsewhere by Last-Event-ID. */
  private readonly stopping = new AbortController();

  constructor(private readonly queries: QueryBus) {}

  @Get()
  @ApiOperation({
    summary: 'Server-sent events: queued, running, attempt, done | stopped | failed; resumes by Last-Event-ID',
  })
  async events(
    @Param('id') id: string,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Caller() { partner_id }: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const gone = new AbortController();
    reply.raw.on('close', () => gone.abort());
    const over = AbortSignal.any([gone.signal, this.stopping.signal]);
    const steps = await this.queries.execute(new FollowTurn(id, partner_id, revisionOf(lastEventId), over));
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': request.id,
    });
    const keepAlive = setInterval(() => raw.write(': still here\n\n'), KEEP_ALIVE_MS);
    try {
      for await (const { revision, name, data } of steps)
        raw.write(`id: ${revision}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    } catch (error) {
      if (!over.aborted)
        request.log.warn({ err: error }, 'an event stream broke off; its reader resumes by Last-Event-ID');
    } finally {
      clearInterval(keepAlive);
      raw.end();
    }
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }
}

/** From the beginning where the header is no revision. */
function revisionOf(lastEventId: string | undefined): number {
  return lastEventId !== undefined && /^\d{1,9}$/.test(lastEventId) ? Number(lastEventId) : -1;
}
