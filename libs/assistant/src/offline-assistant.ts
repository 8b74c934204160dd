import type { Answer, Assistant, AssistantRequest, TurnComputing, Usage } from './port.js';

const USAGE: Usage = { model: 'offline', promptTokens: 0, completionTokens: 0, costUsd: 0 };

/** The embedded assistant: a grammar of Russian, no network and no model; deterministic. */
export class OfflineAssistant implements Assistant {
  readonly model = 'offline';

  async answer(
    request: AssistantRequest,
    signal: AbortSignal,
    computing: TurnComputing,
  ): Promise<{ answer: Answer; usage: Usage }> {
    signal.throwIfAborted();
    // What there are of pictures is looked at, and not into them: megabytes that need not be copied.
    const pictures = request.pictures.map((picture) => ({ ...picture, bytes: new Uint8Array() }));
    return { answer: await computing.understand({ ...request, pictures }, signal), usage: USAGE };
  }
}
