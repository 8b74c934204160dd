import { setTimeout as pause } from 'node:timers/promises';
import { OfflineAssistant } from '#libs/assistant';

/**
 * The service with an assistant that takes its time, as a model does, so that a kill meets turns that run. At the word
 * «виси» it never answers.
 */
const NEVER_MS = 2 ** 31 - 1;
const THINKS_MS = 150;

const { answer } = OfflineAssistant.prototype;
OfflineAssistant.prototype.answer = async function thinking(request, signal, computing) {
  const ms = request.words.includes('виси') ? NEVER_MS : Math.random() * THINKS_MS;
  await pause(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
  return answer.call(this, request, signal, computing);
};

await import('../../apps/service/src/main.js');
