import Fastify from 'fastify';
import type { BareAnswer } from './bare-server.js';

/**
 * The yardsticks: a POST that parses JSON and answers it, and for each path of its parent's message a GET that answers the
 * same as ours, and nothing else. Tells its address, and when it is asked its processor time.
 */
process.once('message', async (answers: Readonly<Record<string, BareAnswer>>) => {
  const server = Fastify();
  server.post('/v1/conversations/:id/turns', async (_request, reply) => {
    reply.status(202);
    return { ok: true, turn: { id: 'trn_0', state: 'queued' } };
  });
  for (const [path, answer] of Object.entries(answers)) {
    if ('object' in answer) server.get(path, async () => answer.object);
    else {
      const bytes = Buffer.from(answer.text);
      server.get(path, async (_request, reply) => reply.type(answer.type).send(bytes));
    }
  }
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuUs: user + system });
  });
  process.send?.({ url: await server.listen({ port: 0, host: '127.0.0.1' }) });
});
