import { hash } from 'node:crypto';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { QueueTurn, StopTurn } from '#libs/conversations';
import { READ_MODELS, type ReadModels } from '#libs/read-models';
import type { TurnDocument } from '#projections';
import { DEFAULT_PAGE, PageQuery } from '../dto/query.dto.js';
import { nameProblem } from '../dto/rules.js';
import { CreateTurnDto } from '../dto/turn.dto.js';
import { type FieldProblem, fieldsProblem } from '../fields.js';
import { inspectImage } from '../images.js';
import { ReadSide } from '../read-side.js';
import { callerOf, contextOf } from '../request.js';
import { turnView } from '../views.js';
import { VISIBILITY, type Visibility } from '../visibility.js';

type Image = Extract<ReturnType<typeof inspectImage>, { ref: unknown }>;

@ApiTags('turns')
@ApiBearerAuth()
@Controller('v1')
export class TurnsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly reads: ReadSide,
    @Inject(READ_MODELS) private readonly models: ReadModels,
    @Inject(VISIBILITY) private readonly visibility: Visibility,
  ) {}

  @Post('conversations/:id/turns')
  @HttpCode(202)
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: "The partner's message id; unique within a conversation",
  })
  @ApiOperation({ summary: "Queues a customer's request; poll the turn or wait for the webhook" })
  async queue(
    @Param('id') id: string,
    @Body() body: CreateTurnDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const key = request.headers['idempotency-key'];
    const images = this.inspect(body, key);
    const words = {
      text: body.text.trim(),
      images,
      body_digest: digestOf(body.text.trim(), images),
      ...(typeof key === 'string' ? { idempotency_key: key } : {}),
    };
    const { partner_id, key_id } = callerOf(request);
    const queued = await this.commands.execute(new QueueTurn(id, partner_id, words, contextOf(request), key_id));
    await this.visibility.visible(queued.position);
    if (queued.replayed) reply.header('idempotency-replayed', 'true');
    return { ok: true, turn: { id: queued.turn_id, state: queued.state } };
  }

  @Get('turns/:id')
  @ApiOperation({ summary: 'A turn and, once it has ended, its outcome' })
  async get(@Param('id') id: string, @Req() request: FastifyRequest) {
    return { ok: true, turn: turnView(await this.reads.turn(id, callerOf(request).partner_id)) };
  }

  @Post('turns/:id/stop')
  @HttpCode(200)
  @ApiOperation({ summary: 'Stops a queued or running turn; it is not charged' })
  async stop(@Param('id') id: string, @Req() request: FastifyRequest) {
    const { partner_id } = callerOf(request);
    const turn = await this.reads.turn(id, partner_id);
    const stopped = await this.commands.execute(new StopTurn(turn.conversation_id, id, partner_id, contextOf(request)));
    await this.visibility.visible(stopped.position);
    return { ok: true, turn_id: id, state: stopped.state };
  }

  @Get('conversations/:id/turns')
  @ApiOperation({ summary: "A conversation's turns, oldest first" })
  async list(@Param('id') id: string, @Query() query: PageQuery, @Req() request: FastifyRequest) {
    await this.reads.conversation(id, callerOf(request).partner_id);
    const page = await this.models.find<TurnDocument>('turns', {
      where: { conversation_id: id },
      sort: [['turn', 'asc']],
      limit: Number(query.limit ?? DEFAULT_PAGE),
      ...(query.after === undefined ? {} : { after: query.after }),
    });
    return { ok: true, turns: page.documents.map(({ document }) => turnView(document)), next: page.next ?? null };
  }

  private inspect(body: CreateTurnDto, key: string | string[] | undefined): Image[] {
    const problems: FieldProblem[] = [];
    const keyProblem = key === undefined ? undefined : nameProblem(key);
    if (keyProblem) problems.push({ path: 'Idempotency-Key', message: keyProblem });
    const images: Image[] = [];
    body.images?.forEach((image, index) => {
      // The validator looks into an array in the array, and takes an empty one for a picture without faults.
      const verdict = Array.isArray(image) ? undefined : inspectImage(image.mime, image.b64);
      if (!verdict) problems.push({ path: `images[${index}]`, message: 'must be an object' });
      else if ('problem' in verdict) problems.push({ path: `images[${index}].b64`, message: verdict.problem });
      else images.push(verdict);
    });
    if (problems.length > 0) throw fieldsProblem(problems);
    return images;
  }
}

/** Tells a repeat under the same key with another body, which is logged. */
function digestOf(text: string, images: readonly Image[]): string {
  return hash('sha256', [text, ...images.map(({ ref }) => ref.digest)].join('\0'), 'hex');
}
