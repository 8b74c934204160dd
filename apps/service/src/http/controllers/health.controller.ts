import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ASSISTANT, type Assistant } from '#contracts/assistant';
import { HEALTH, type Health } from '../../health.js';
import { METRICS, type Metrics } from '../../metrics.js';
import { HealthQuery } from '../dto/query.dto.js';
import { InputValidation } from '../dto/validation.js';
import { Public } from '../guards.js';
import { refuseStrangers } from './operators.js';

@ApiTags('service')
@Public()
@Controller('v1/health')
export class HealthController {
  constructor(
    @Inject(ASSISTANT) private readonly assistant: Assistant,
    @Inject(HEALTH) private readonly health: Health,
    @Inject(METRICS) private readonly metrics: Metrics,
  ) {}

  /** 200 as long as this node answers, also where a part is not well: what to do about that is an operator's to say. */
  @Get()
  @ApiOperation({ summary: 'Whether the service answers, and which model is in use (no key)' })
  async read(@Query(InputValidation) { verbose }: HealthQuery, @Req() request: FastifyRequest) {
    const answer = { ok: true, version: 1, model: this.assistant.model };
    if (verbose === undefined) return answer;
    refuseStrangers('the parts of the health are', request, this.metrics.token);
    return { ...answer, ...(await this.health.parts()) };
  }
}
