import type { Answer, Assistant, AssistantRequest, Usage } from '../src/port.js';

export type Script = readonly ScriptStep[] | ((request: AssistantRequest) => ScriptStep);
/** An answer; an error to throw; or `hang`: never answers until aborted. */
export type ScriptStep = Answer | Error | 'hang';

/** An assistant with scripted answers for tests and benchmarks; the last step repeats. */
export class ScriptedAssistant implements Assistant {
  readonly model = 'scripted';
  readonly requests: AssistantRequest[] = [];
  readonly #script: Script;
  readonly #usage: Usage;

  constructor(script: Script, usage: Partial<Omit<Usage, 'model'>> = {}) {
    this.#script = script;
    this.#usage = { model: 'scripted', promptTokens: 0, completionTokens: 0, costUsd: 0, ...usage };
  }

  async answer(request: AssistantRequest, signal: AbortSignal): Promise<{ answer: Answer; usage: Usage }> {
    signal.throwIfAborted();
    this.requests.push(request);
    const step =
      typeof this.#script === 'function'
        ? this.#script(request)
        : this.#script[Math.min(this.requests.length, this.#script.length) - 1];
    if (step === undefined) throw new Error('ScriptedAssistant: the script is empty');
    if (step instanceof Error) throw step;
    if (step === 'hang') return aborted(signal);
    return { answer: step, usage: this.#usage };
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
