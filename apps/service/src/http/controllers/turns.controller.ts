import { hash } from 'node:crypto';
import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { GetTurn, ListTurns, QueueTurn, StopTurn } from '#libs/conversations';
import type { CommandContext } from '#libs/event-store';
import { PageQuery, pageOf } from '../dto/query.dto.js';
import { MAX_NAME, NOT_BLANK, nameProblem } from '../dto/rules.js';
import { CreateTurnDto } from '../dto/turn.dto.js';
import { InputValidation } from '../dto/validation.js';
import { Caller, Context, LoadOwned, MaxBodyBytes, Owned } from '../guards.js';
import { type InspectedImage, inspectImage } from '../images.js';
import { MAX_TURN_BODY_BYTES } from '../json-body.js';
import { type FieldProblem, fieldsProblem } from '../problems.js';
import { ReadYourWrites } from '../read-your-writes.js';

@ApiTags('turns')
@ApiBearerAuth()
@Controller('v1')
export class TurnsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly writes: ReadYourWrites,
  ) {}

  @Post('conversations/:id/turns')
  @HttpCode(202)
  @LoadOwned('conversation')
  @MaxBodyBytes(MAX_TURN_BODY_BYTES)
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: "The partner's message id; unique within a conversation",
    schema: { type: 'string', maxLength: MAX_NAME, pattern: NOT_BLANK },
  })
  @ApiOperation({ summary: "Queues a customer's request; poll the turn or wait for the webhook" })
  async queue(
    @Owned() owned: Owned,
    @Body(InputValidation) body: CreateTurnDto,
    @Headers('idempotency-key') key: string | undefined,
    @Caller() { key_id }: Caller,
    @Context() context: CommandContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const text = body.text.trim();
    const images = inspect(body, key);
    const words = {
      text,
      images,
      body_digest: digestOf(text, images),
      ...(key === undefined ? {} : { idempotency_key: key }),
    };
    const queued = await this.commands.execute(new QueueTurn(owned, words, context, key_id));
    await this.writes.visible(queued.position);
    if (queued.replayed) reply.header('idempotency-replayed', 'true');
    return { ok: true, turn: { id: queued.turn_id, state: queued.state } };
  }

  @Get('turns/:id')
  @ApiOperation({ summary: 'A turn and, once it has ended, its outcome' })
  async get(@Param('id') id: string, @Caller() { partner_id }: Caller) {
    const { turn } = await this.queries.execute(new GetTurn(id, partner_id));
    return { ok: true, turn };
  }

  @Post('turns/:id/stop')
  @HttpCode(200)
  @LoadOwned('turn')
  @ApiOperation({ summary: 'Stops a queued or running turn; it is not charged' })
  async stop(@Param('id') id: string, @Owned() owned: Owned, @Context() context: CommandContext) {
    const stopped = await this.commands.execute(new StopTurn(owned, id, context));
    await this.writes.visible(stopped.position);
    return { ok: true, turn_id: id, state: stopped.state };
  }

  @Get('conversations/:id/turns')
  @ApiOperation({ summary: "A conversation's turns, oldest first" })
  async list(@Param('id') id: string, @Query(InputValidation) query: PageQuery, @Caller() { partner_id }: Caller) {
    return { ok: true, ...(await this.queries.execute(new ListTurns(id, partner_id, pageOf(query)))) };
  }
}

/** @throws {Problem} `invalid_request` that names the key and every picture that cannot be taken. */
function inspect({ images = [] }: CreateTurnDto, key: string | undefined): InspectedImage[] {
  const problems: FieldProblem[] = [];
  const keyProblem = key === undefined ? undefined : nameProblem(key);
  if (keyProblem) problems.push({ path: 'Idempotency-Key', message: keyProblem });
  const inspected = images.flatMap((image, index) => {
    // class-validator looks into an array in the array, and takes an empty one for a picture without faults.
    const verdict = Array.isArray(image) ? undefined : inspectImage(image.mime, image.b64);
    if (verdict && 'ref' in verdict) return [verdict];
    const path = verdict ? `images[${index}].b64` : `images[${index}]`;
    problems.push({ path, message: verdict?.problem ?? 'must be an object' });
    return [];
  });
  if (problems.length > 0) throw fieldsProblem(problems);
  return inspected;
}

/** Tells a repeat under the same key with another body, which is logged. */
function digestOf(text: string, images: readonly InspectedImage[]): string {
  return hash('sha256', [text, ...images.map(({ ref }) => ref.digest)].join('\0'), 'hex');
}
