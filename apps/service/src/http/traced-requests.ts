import type { FastifyInstance } from 'fastify';
import type { Tracing } from '#libs/processing';

/**
 * A span for each request, in its caller's trace where it names one. It is known by its route: a path names whose
 * conversation it is, or is a credential itself, and a query may hold either.
 */
export function traceRequests(instance: FastifyInstance, tracing: Tracing): void {
  instance.addHook('onRequest', (request, reply, done) => {
    const { method, headers, routeOptions } = request;
    const { traceparent } = headers;
    const route = routeOptions.url ?? 'none';
    const from = typeof traceparent === 'string' ? [traceparent] : [];
    const facts = { 'http.request.method': method, 'http.route': route, 'garnitur.correlation_id': request.id };
    void tracing.span(`${method} ${route}`, { kind: 'server', from, facts }, async (span) => {
      done();
      await new Promise((resolve) => reply.raw.once('close', resolve));
      span.add({ 'http.response.status_code': reply.statusCode });
    });
  });
}
