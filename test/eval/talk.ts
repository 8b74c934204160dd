import type { Conversation } from '../../libs/assistant/test/talk/conversation.js';
import type { Api } from '../support/api.js';
import { image, png } from '../support/images.js';
import { orderOf, TURN_MS } from './judge.js';

const PICTURE_SIDE = 700;

/** A new conversation through the public API. */
export async function talkOver(api: Api): Promise<Conversation> {
  const id = await api.conversation();
  return {
    say: async (text, withImage) => {
      const images = withImage ? { images: [image(png(PICTURE_SIDE, PICTURE_SIDE))] } : {};
      const { status, state, result } = await api.outcome(await api.send(id, text, images), TURN_MS);
      return { note: '', ...result, status: status ?? state, order: await orderOf(api, id) };
    },
  };
}
