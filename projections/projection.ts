import { type EventOf, type EventTable, isEventOf, type RecordedEvent, type Typed } from '#libs/event-store';
import type { Document, Projection } from '#libs/read-models';

/** The events of a table that are of these types. */
export type Folded<Table extends EventTable, Type extends string> = Typed<Extract<EventOf<Table>, { type: Type }>>;

interface Fold<Table extends EventTable, Type extends string, Doc extends Document> {
  readonly types: readonly Type[];
  keys(event: Folded<Table, Type>): readonly string[];
  evolve(document: NoInfer<Doc> | undefined, event: Folded<Table, Type>, key: string): NoInfer<Doc> | undefined;
}

/** A projection over events of a context's table (or of several, spread into one): its fold sees the types that it lists. */
export function projection<Table extends EventTable, Type extends keyof Table & string, Doc extends Document>(
  table: Table,
  { types, keys, evolve, ...rest }: Fold<Table, Type, Doc> & Pick<Projection, 'name' | 'version' | 'indexes'>,
): Projection<Doc> {
  const listed = new Set<string>(types);
  const isFolded = (event: RecordedEvent): event is RecordedEvent & Folded<Table, Type> =>
    listed.has(event.type) && isEventOf(table, event);
  return {
    ...rest,
    types,
    keys: (event) => (isFolded(event) ? keys(event) : []),
    evolve: (document, event, key) => (isFolded(event) ? evolve(document, event, key) : document),
  };
}
