import { type Assistant, accountFor, applyChange, type OpenAiOptions, openAiAssistant, runTurn } from '#libs/assistant';
import { ModelServer, type Step } from './model-server.js';
import { KEY } from './openai-service.js';

/** Turns of the OpenAI-compatible assistant without a service around it, and the server that it calls. */
export class ModelTurns {
  private constructor(readonly server: ModelServer) {}

  static async start(): Promise<ModelTurns> {
    return new ModelTurns(await ModelServer.start());
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  /** A service that has just started, as far as its assistant goes. */
  assistant(options: Partial<OpenAiOptions> = {}): Promise<Assistant> {
    const { url: baseUrl } = this.server;
    return openAiAssistant({ apiKey: KEY, baseUrl, model: 'kitchen-7b', backoff: { firstMs: 1 }, ...options });
  }

  /** One turn of a new conversation. */
  async turn(assistant: Assistant, ...steps: Step[]) {
    this.server.script(...steps);
    const nexts: string[] = [];
    const operations: unknown[] = [];
    const outcome = await runTurn({
      assistant,
      computing: {
        understand: () => Promise.reject(new Error('not asked')),
        apply: async (change) => applyChange(change),
        account: async (request) => accountFor(request),
      },
      request: { words: 'прямая 3 м', pictures: [], history: [], order: undefined, orderId: 'lead-1' },
      signal: new AbortController().signal,
      onAttempt: (report) => {
        nexts.push(report.next);
        operations.push(...report.operations);
      },
    });
    return { outcome, nexts, operations, calls: this.server.calls.map(({ body }) => body) };
  }
}
