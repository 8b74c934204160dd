import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import type { JsonSchema } from '../vocabulary/strict.js';

type Params = ChatCompletionCreateParamsNonStreaming;
export type Messages = Params['messages'];

/** What an answer has to look like. */
export interface Format {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** A request by a strict schema: the model cannot leave it. What never changes stands first, for the prompt cache. */
export const strictly = (model: string, messages: Messages, { name, schema }: Format, tokens: number): Params => ({
  model,
  response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
  messages,
  max_completion_tokens: tokens,
});

/** The same for servers without strict schemas: the schema is told, and code alone holds the answer to it. */
export function plainly(model: string, messages: Messages, { schema }: Format, tokens: number): Params {
  const told = `\n\nThe answer is one JSON object by this JSON schema:\n${JSON.stringify(schema)}`;
  return {
    model,
    response_format: { type: 'json_object' },
    messages: messages.map((message) =>
      message.role === 'system' && typeof message.content === 'string'
        ? { ...message, content: message.content + told }
        : message,
    ),
    max_tokens: tokens,
  };
}
