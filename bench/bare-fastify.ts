import Fastify from 'fastify';

/** The yardstick: a POST that parses JSON and answers it, and nothing else. */
const server = Fastify();
server.post('/v1/conversations/:id/turns', async (_request, reply) => {
  reply.status(202);
  return { ok: true, turn: { id: 'trn_0', state: 'queued' } };
});
process.send?.({ url: await server.listen({ port: 0, host: '127.0.0.1' }) });
