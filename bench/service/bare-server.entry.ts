import Fastify from 'fastify';

/**
 * The yardsticks: a POST that parses JSON and answers it, and a GET that answers an object of the same bytes as ours (JSON,
 * the first argument), and nothing else.
 */
const [answer = '{}'] = process.argv.slice(2);
const turn: object = JSON.parse(answer);
const server = Fastify();
server.post('/v1/conversations/:id/turns', async (_request, reply) => {
  reply.status(202);
  return { ok: true, turn: { id: 'trn_0', state: 'queued' } };
});
server.get('/v1/turns/:id', async () => turn);
process.send?.({ url: await server.listen({ port: 0, host: '127.0.0.1' }) });
