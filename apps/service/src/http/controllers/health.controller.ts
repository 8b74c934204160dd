import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ASSISTANT, type Assistant } from '#libs/assistant';
import { NoQuery } from '../dto/query.dto.js';

@ApiTags('service')
@Controller('v1/health')
export class HealthController {
  constructor(@Inject(ASSISTANT) private readonly assistant: Assistant) {}

  @Get()
  @ApiOperation({ summary: 'Whether the service answers, and which model is in use (no key)' })
  health(@Query() _query: NoQuery) {
    return { ok: true, version: 1, model: this.assistant.model };
  }
}
