import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Problem } from '#libs/kernel';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** What operators alone may see: from this machine, or with METRICS_TOKEN as bearer token. @throws {Problem} `forbidden` */
export function refuseStrangers(what: string, request: FastifyRequest, token: string | undefined): void {
  // Through a proxy on this machine every caller would look like loopback.
  const direct =
    LOOPBACK.test(request.ip) &&
    request.headers['x-forwarded-for'] === undefined &&
    request.headers.forwarded === undefined;
  if (direct || (token !== undefined && bears(request, token))) return;
  throw new Problem('forbidden', `${what} read from this machine, or with METRICS_TOKEN as bearer token`);
}

function bears({ headers }: FastifyRequest, token: string): boolean {
  const given = Buffer.from(headers.authorization ?? '');
  const right = Buffer.from(`Bearer ${token}`);
  return given.length === right.length && timingSafeEqual(given, right);
}
