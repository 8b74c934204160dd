import { timingSafeEqual } from 'node:crypto';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#libs/kernel';
import { METRICS, type Metrics } from '../../metrics.js';
import { AnyQuery, Public } from '../guards.js';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** Prometheus; no key, only from loopback unless `METRICS_TOKEN` is set (contract.md). */
@ApiExcludeController()
@Public()
@Controller('metrics')
export class MetricsController {
  constructor(@Inject(METRICS) private readonly metrics: Metrics) {}

  @Get()
  @AnyQuery()
  async read(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    if (!this.mayRead(request))
      throw new Problem('forbidden', 'metrics are read from this machine, or with METRICS_TOKEN as bearer token');
    reply.type(this.metrics.registry.contentType);
    return this.metrics.registry.metrics();
  }

  private mayRead(request: FastifyRequest): boolean {
    const { token } = this.metrics;
    // Through a proxy on this machine every caller would look like loopback.
    const direct =
      LOOPBACK.test(request.ip) &&
      request.headers['x-forwarded-for'] === undefined &&
      request.headers.forwarded === undefined;
    if (token === undefined) return direct;
    const given = Buffer.from(request.headers.authorization ?? '');
    const right = Buffer.from(`Bearer ${token}`);
    return direct || (given.length === right.length && timingSafeEqual(given, right));
  }
}
