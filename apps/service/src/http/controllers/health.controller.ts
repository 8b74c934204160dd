import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ASSISTANT, type Assistant } from '#contracts/assistant';
import { Public } from '../guards.js';

@ApiTags('service')
@Public()
@Controller('v1/health')
export class HealthController {
  constructor(@Inject(ASSISTANT) private readonly assistant: Assistant) {}

  @Get()
  @ApiOperation({ summary: 'Whether the service answers, and which model is in use (no key)' })
  health() {
    return { ok: true, version: 1, model: this.assistant.model };
  }
}
