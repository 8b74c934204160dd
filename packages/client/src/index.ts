export {
  builtTurn,
  Chat,
  type ChatState,
  type Choice,
  choicesOf,
  type Exchange,
  exchangesOf,
  finishesOf,
} from './chat.js';
export { Garnitur, type GarniturOptions, hasEnded, type Picture, type Waiting, type Words } from './client.js';
export { GarniturError } from './errors.js';
export type * from './types.js';
export { verifyWebhook, WebhookError, type WebhookRefusal, type WebhookRequest, webhookRefusal } from './webhook.js';
