// The commit worker. Runs from sources (Node strips the types) and from the build alike, so its parts come by address.
import { parentPort, workerData } from 'node:worker_threads';
import type { Reply, Request, WriterData } from './protocol.js';

const { file, busyMs, maxPages, modules }: WriterData = workerData;
const chain: typeof import('../chain.js') = await import(modules.chain);
const schema: typeof import('./schema.js') = await import(modules.schema);
const { Committer }: typeof import('./committer.js') = await import(modules.committer);

const opened = schema.openForWriting(file, { busyMs, maxPages });
if ('tooNew' in opened) {
  reply({ kind: 'too-new', schema: opened.tooNew });
} else {
  const committer = new Committer(opened.db, chain.eventHash);
  parentPort?.on('message', (request: Request) => {
    try {
      reply(answer(request));
    } catch (error) {
      reply({ kind: 'failed', ticket: request.ticket, reason: error instanceof Error ? error.message : String(error) });
    }
    if (request.kind === 'close') parentPort?.close();
  });
  reply({ kind: 'ready' });

  function answer(request: Request): Reply {
    const { ticket } = request;
    switch (request.kind) {
      case 'append':
        return { kind: 'appended', ticket, result: committer.append(request) };
      case 'delete':
        return { kind: 'deleted', ticket, ...committer.delete(request.stream) };
      case 'close':
        if ('db' in opened) opened.db.close();
        return { kind: 'done', ticket };
      case 'ping':
        return { kind: 'done', ticket };
    }
  }
}

function reply(message: Reply): void {
  parentPort?.postMessage(message);
}
