import { setTimeout as pause } from 'node:timers/promises';
import { OfflineAssistant } from '#libs/assistant';

/**
 * Loaded before the service: the offline assistant takes its time, as a model does, so that a kill meets turns that run.
 * At the word «виси» it never answers.
 */
const { answer } = OfflineAssistant.prototype;

OfflineAssistant.prototype.answer = async function thinking(request, signal) {
  const ms = request.words.includes('виси') ? 2 ** 31 - 1 : Math.random() * 150;
  await pause(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
  return answer.call(this, request, signal);
};
