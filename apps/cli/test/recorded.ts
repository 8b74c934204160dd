import type { RecordedEvent } from '#libs/event-store';

/** An event as a store gives it, for specs of folds; `second` is its time. */
export function recorded<const Type extends string, Data>(
  type: Type,
  data: Data,
  {
    stream = 'conversation-c',
    position = 1,
    second = position,
  }: { stream?: string; position?: number; second?: number } = {},
): RecordedEvent<Type, Data> {
  const at = new Date(Date.UTC(2031, 0, 1, 0, 0, second)).toISOString();
  const id = `00000000-0000-7000-8000-${String(position).padStart(12, '0')}`;
  const metadata = { at, schema: 1, hash: '', conversation_id: 'c', partner_id: 'p', company_id: 'm' };
  return { id, stream, revision: position, position: BigInt(position), type, data, metadata };
}
