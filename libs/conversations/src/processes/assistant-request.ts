import type { Exchange, Picture } from '#libs/assistant';
import type { Blobs } from '#libs/blobs';
import type { ConversationState, TurnRecord } from '../domain/conversation-state.js';

/** What the assistant is told of the turns before; enough for every reference back, bounded in memory. */
const HISTORY_TURNS = 30;

/** Earlier turns, oldest first, without the one that runs. */
export function historyOf(state: ConversationState, running: TurnRecord): Exchange[] {
  return state.turns
    .filter((turn) => turn.turn < running.turn)
    .slice(-HISTORY_TURNS)
    .map((turn) => ({
      turn: turn.turn,
      words: turn.text,
      ...(turn.reply === undefined ? {} : { reply: turn.reply }),
      ...(turn.status === undefined ? {} : { status: turn.status }),
      ...(turn.order === undefined ? {} : { order: turn.order }),
    }));
}

/** The turn's own pictures and those of the turn before: a picture is remembered for exactly one following turn. */
export async function picturesOf(
  blobs: Blobs,
  conversationId: string,
  state: ConversationState,
  running: TurnRecord,
): Promise<Picture[]> {
  const before = state.turns.find((turn) => turn.turn === running.turn - 1);
  const wanted = [
    ...running.images.map((image) => ({ image, from: 'this_turn' as const })),
    ...(before?.images ?? []).map((image) => ({ image, from: 'previous_turn' as const })),
  ];
  const pictures: Picture[] = [];
  for (const { image, from } of wanted) {
    const bytes = await blobs.get(conversationId, image.digest);
    if (bytes) pictures.push({ mime: image.mime, bytes, width: image.width, height: image.height, from });
  }
  return pictures;
}
