import { type Broken, type EventStore, type RecordedEvent, verify } from '#libs/event-store';

/**
 * Whether a copy is the source: every chain of the target recomputed, and each event beside the source's, in order, by
 * id, place and hash. The hash covers all that came before it in its stream.
 */
export async function compareStores(source: EventStore, target: EventStore): Promise<readonly Broken[]> {
  const { broken } = await verify(target);
  const copies = target.readAll()[Symbol.asyncIterator]();
  for await (const event of source.readAll()) {
    const { value: copy, done } = await copies.next();
    const reason = done ? 'the copy ends before it' : difference(event, copy);
    if (reason === undefined) continue;
    return [...broken, { stream: event.stream, revision: event.revision, reason }];
  }
  return broken;
}

function difference(event: RecordedEvent, copy: RecordedEvent): string | undefined {
  if (copy.id !== event.id) return `the copy has ${copy.id} in its place`;
  if (copy.stream !== event.stream || copy.revision !== event.revision)
    return `the copy lies at ${copy.stream} ${copy.revision}`;
  return copy.metadata.hash === event.metadata.hash ? undefined : 'the copy has another hash';
}
