import type { MessagePort } from 'node:worker_threads';
import type { ProcessingLog } from '../log.js';
import { createProjector, type Projector, type ProjectorOptions } from '../projector/projector.js';
import { type Answers, packed, type Question, type Reply, type Request } from './protocol.js';

/** Work at a stretch before the thread looks at its messages, ms: longer than where requests are served. */
const SLICE_MS = 10;

type Answer = Answers[keyof Answers];

/**
 * Runs a projector in this thread for the `ThreadedProjector` at the other end of the port.
 * Resolves when that one has stopped it.
 */
export async function serveProjector(
  port: MessagePort,
  options: Omit<ProjectorOptions, 'log' | 'onMoved' | 'onSwitched'>,
): Promise<void> {
  const post = (reply: Reply<Answer>) => port.postMessage(reply);
  const tellPositions = () => post({ kind: 'moved', positions: packed(projector.positions().values()) });
  const projector = createProjector({
    sliceMs: SLICE_MS,
    ...options,
    log: logOver(port),
    onMoved: tellPositions,
    onSwitched: () => post({ kind: 'switched' }),
  });
  await projector.start();
  tellPositions();
  post({ kind: 'started' });
  await new Promise<void>((stopped) => {
    port.on('message', async ({ ticket, request }: Question) => {
      try {
        post({ kind: 'done', ticket, value: await answer(projector, request) });
      } catch (error) {
        post({ kind: 'failed', ticket, error: error instanceof Error ? error.message : String(error) });
      }
      if (request.kind === 'stop') stopped();
    });
  });
}

/** What is said here is written by the log at the other end. */
export function logOver(port: MessagePort): ProcessingLog {
  const say = (level: 'info' | 'warn' | 'error') => (facts: object, message: string) =>
    port.postMessage({ kind: 'log', level, facts, message } satisfies Reply);
  return { info: say('info'), warn: say('warn'), error: say('error') };
}

async function answer(projector: Projector, request: Request): Promise<Answer> {
  switch (request.kind) {
    case 'ready':
      return void (await projector.ready());
    case 'rebuild':
      return projector.rebuild(request.name);
    case 'retry':
      return projector.retry(request.name, request.key);
    case 'watch':
      return void projector.watch(request.watched);
    case 'status':
      return projector.status();
    case 'parked':
      return projector.parked();
    case 'health':
      return projector.health();
    case 'stop':
      return projector.stop(request.deadlineMs);
  }
}
