import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded before the service: the offline assistant takes its time, as a model does, so that a kill meets turns that run.
 * At the word «виси» it never answers.
 */
const NEVER_MS = 2 ** 31 - 1;
const THINKS_MS = 150;

// A preload is loaded into the service's worker threads too, which have no assistant.
if (isMainThread) {
  const { OfflineAssistant } = await import('#libs/assistant');
  const { answer } = OfflineAssistant.prototype;
  OfflineAssistant.prototype.answer = async function thinking(request, signal) {
    const ms = request.words.includes('виси') ? NEVER_MS : Math.random() * THINKS_MS;
    await pause(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
    return answer.call(this, request, signal);
  };
}
