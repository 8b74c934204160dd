import { type Assistant, OfflineAssistant, type Picture } from '../../src/index.js';
import { PlayedConversation } from '../play.js';
import type { Reply } from './scene.js';

/** A conversation with an assistant, in process or through the API; `image`: a picture with nothing on it comes along. */
export interface Conversation {
  say(text: string, image: boolean): Promise<Reply>;
}

const PICTURE: Picture = {
  mime: 'image/png',
  bytes: new Uint8Array(),
  width: 700,
  height: 700,
  from: 'this_turn',
};

/** Without a service: what a worker does with each turn. */
export function talkDirectly(assistant: Assistant = new OfflineAssistant()): Conversation {
  const conversation = new PlayedConversation(assistant);
  return {
    say: async (text, image) => {
      const { outcome, order } = await conversation.say(text, image ? [PICTURE] : []);
      return { ...outcome, order };
    },
  };
}
