import { Body, Controller, Delete, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { DeleteConversation, GetConversation, HandOffOrder, StartConversation } from '#libs/conversations';
import type { CommandContext } from '#libs/event-store';
import { CreateConversationDto, HandoffDto } from '../dto/conversation.dto.js';
import { InputValidation } from '../dto/validation.js';
import { Caller, Context, LoadOwned, Owned } from '../guards.js';
import { ReadYourWrites } from '../read-your-writes.js';

@ApiTags('conversations')
@ApiBearerAuth()
@Controller('v1/conversations')
export class ConversationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly writes: ReadYourWrites,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Creates a conversation (201), or finds it again by external_id (200)' })
  async create(
    @Body(InputValidation) body: CreateConversationDto,
    @Caller() { partner_id, company_id }: Caller,
    @Context() context: CommandContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const started = await this.commands.execute(
      new StartConversation({ partner_id, company_id }, { ...body }, context),
    );
    await this.writes.visible(started.position);
    reply.status(started.created ? 201 : 200);
    const conversation = await this.queries.execute(new GetConversation(started.conversation_id, partner_id));
    return { ok: true, conversation };
  }

  @Get(':id')
  @ApiOperation({ summary: 'A conversation' })
  async get(@Param('id') id: string, @Caller() { partner_id }: Caller) {
    return { ok: true, conversation: await this.queries.execute(new GetConversation(id, partner_id)) };
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Removes correspondence, pictures and turn history; irreversible' })
  async remove(@Param('id') id: string, @Caller() { partner_id }: Caller, @Context() context: CommandContext) {
    const ended = await this.commands.execute(new DeleteConversation(id, partner_id, context));
    await this.writes.visible(ended.position);
  }

  @Post(':id/handoff')
  @HttpCode(200)
  @LoadOwned('conversation')
  @ApiOperation({ summary: 'Puts the assembled order as a card onto a workplace of the company' })
  async handOff(@Owned() owned: Owned, @Body(InputValidation) body: HandoffDto, @Context() context: CommandContext) {
    const done = await this.commands.execute(new HandOffOrder(owned, { ...body }, context));
    await this.writes.visible(done.position);
    return { ok: true, handoff: done.handoff };
  }
}
