import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { METRICS, type Metrics } from '../../metrics.js';
import { AnyQuery, Public } from '../guards.js';
import { refuseStrangers } from './operators.js';

/** Prometheus; no key, only from loopback unless `METRICS_TOKEN` is set (contract.md). */
@ApiExcludeController()
@Public()
@Controller('metrics')
export class MetricsController {
  constructor(@Inject(METRICS) private readonly metrics: Metrics) {}

  @Get()
  @AnyQuery()
  async read(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    refuseStrangers('metrics are', request, this.metrics.token);
    reply.type(this.metrics.registry.contentType);
    return this.metrics.registry.metrics();
  }
}
