import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EndConversation, HandOffOrder, StartConversation } from '#libs/conversations';
import { CreateConversationDto, HandoffDto } from '../dto/conversation.dto.js';
import { ReadSide } from '../read-side.js';
import { callerOf, contextOf } from '../request.js';
import { conversationView } from '../views.js';
import { VISIBILITY, type Visibility } from '../visibility.js';

@ApiTags('conversations')
@ApiBearerAuth()
@Controller('v1/conversations')
export class ConversationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly reads: ReadSide,
    @Inject(VISIBILITY) private readonly visibility: Visibility,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Creates a conversation (201), or finds it again by external_id (200)' })
  async create(
    @Body() body: CreateConversationDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { partner_id, company_id } = callerOf(request);
    const started = await this.commands.execute(
      new StartConversation({ partner_id, company_id }, { ...body }, contextOf(request)),
    );
    await this.visibility.visible(started.position);
    reply.status(started.created ? 201 : 200);
    return {
      ok: true,
      conversation: conversationView(await this.reads.conversation(started.conversation_id, partner_id)),
    };
  }

  @Get(':id')
  @ApiOperation({ summary: 'A conversation' })
  async get(@Param('id') id: string, @Req() request: FastifyRequest) {
    return {
      ok: true,
      conversation: conversationView(await this.reads.conversation(id, callerOf(request).partner_id)),
    };
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Removes correspondence, pictures and turn history; irreversible' })
  async remove(@Param('id') id: string, @Req() request: FastifyRequest): Promise<void> {
    const { partner_id } = callerOf(request);
    const ended = await this.commands.execute(new EndConversation(id, partner_id, 'deleted', contextOf(request)));
    await this.visibility.visible(ended.position);
  }

  @Post(':id/handoff')
  @HttpCode(200)
  @ApiOperation({ summary: 'Puts the assembled order as a card onto a workplace of the company' })
  async handOff(@Param('id') id: string, @Body() body: HandoffDto, @Req() request: FastifyRequest) {
    const { partner_id } = callerOf(request);
    const done = await this.commands.execute(new HandOffOrder(id, partner_id, { ...body }, contextOf(request)));
    await this.visibility.visible(done.position);
    return { ok: true, handoff: done.handoff };
  }
}
