import { Readable } from 'node:stream';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Problem } from '#libs/kernel';
import { fieldsProblem } from './problems.js';
import { isInherited, readJson } from './read-json.js';
import { requestOf } from './request.js';

/** Two pictures of 5 MB in base64, their frame, and 4,000 characters of text. */
export const MAX_BODY_BYTES = 15 * 1024 * 1024;

/** Routes whose query parameters are not looked at; on all others those that no DTO takes are refused. */
export const AnyQuery = Reflector.createDecorator<void, true>({ transform: () => true });

/**
 * What a request may carry: no query parameter without a `@Query()` DTO, and a body only as JSON within its limits, also
 * where the handler takes none. The last of the guards: until the others have let a request pass, its body is an unread
 * stream. (A guard, because an interceptor would wrap every answer into an Observable.)
 */
@Injectable()
export class InputGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    this.refuseUnknownParameters(context, request);
    if (request.body instanceof Readable) request.body = await readBody(request, request.body);
    return true;
  }

  private refuseUnknownParameters(context: ExecutionContext, { query }: FastifyRequest): void {
    const names = typeof query === 'object' && query !== null ? Object.keys(query) : [];
    if (names.length === 0 || this.reflector.get(AnyQuery, context.getHandler())) return;
    // The DTO names the rest, except what every object inherits.
    const refused = hasQueryDto(context) ? names.filter(isInherited) : names;
    if (refused.length > 0)
      throw fieldsProblem(refused.map((path) => ({ path, message: 'is not a field of this request' })));
  }
}

function hasQueryDto(context: ExecutionContext): boolean {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) ?? {};
  return Object.keys(parameters).some((key) => key.startsWith(`${RouteParamtypes.QUERY}:`));
}

/** Every body of this API is a JSON object; one that is empty counts as none. */
async function readBody({ headers }: FastifyRequest, stream: Readable): Promise<unknown> {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? ''))
    throw new Problem('unsupported_media_type', 'the body must be application/json');
  const bytes = await readBytes(stream, Number(headers['content-length'] ?? 0));
  if (bytes.length === 0) return undefined;
  const body = readJson(bytes);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw new Problem('invalid_request', 'the body must be a JSON object');
}

function readBytes(stream: Readable, declaredBytes: number): Promise<Buffer> {
  const tooLarge = () => new Problem('payload_too_large', 'the body is larger than the service takes');
  if (declaredBytes > MAX_BODY_BYTES) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const brokeOff = () => reject(new Problem('invalid_request', 'the body did not arrive whole'));
    stream.on('error', brokeOff).on('close', brokeOff);
    stream.on('end', () => {
      // A stream closes after its end too: no refusal is made for that.
      stream.off('close', brokeOff);
      resolve(Buffer.concat(chunks));
    });
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= MAX_BODY_BYTES) return;
      // Left unread, not destroyed: its socket has the refusal to carry.
      stream.pause();
      reject(tooLarge());
    });
  });
}
