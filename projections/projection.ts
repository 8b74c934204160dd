import { type EventOf, type EventTable, isEventOf, type RecordedEvent, type Typed } from '#libs/event-store';
import type { Document, Projection } from '#libs/read-models';

/** The events of a table that are of these types. */
export type Folded<Table extends EventTable, Type extends string> = Typed<Extract<EventOf<Table>, { type: Type }>>;

/** How a field stands in a table: `time` is ISO 8601, `day` its date, `json` what has parts of its own. */
export type ColumnType = 'text' | 'time' | 'day' | 'integer' | 'number' | 'boolean' | 'json';

type ColumnOf<Value> = [Value] extends [boolean]
  ? 'boolean'
  : [Value] extends [number]
    ? 'integer' | 'number'
    : [Value] extends [string]
      ? 'text' | 'time' | 'day'
      : 'json';

/** A column for each field of a document, in the order in which tables have them. */
export type Columns<Doc> = { readonly [Field in keyof Required<Doc>]: ColumnOf<NonNullable<Doc[Field]>> };

/** A projection of this service: it says whose its documents are, so that `verify --conversation` passes none by, and their columns. */
export interface ServiceProjection<Doc extends Document = Document> extends Projection<Doc> {
  /** `none` where a document is not made of one conversation's events alone. */
  readonly conversation: 'none' | ConversationDocuments;
  /** What exports have of its documents (`garnitur export`, `garnitur query`). */
  readonly columns: { readonly [field: string]: ColumnType };
}

/** Read models whose documents are each made of one conversation's events. */
export interface ConversationDocuments {
  /** Where a document holds the conversation's id: a path with dots. Absent where it does not say. */
  readonly field?: string;
  /** Whether they go with their conversation (design section 7). */
  readonly erased: boolean;
}

interface Fold<Table extends EventTable, Type extends string, Doc extends Document> {
  readonly types: readonly Type[];
  readonly anew?: readonly NoInfer<Type>[];
  keys(event: Folded<Table, Type>): readonly string[];
  readonly columns: Columns<NoInfer<Doc>>;
  evolve(document: NoInfer<Doc> | undefined, event: Folded<Table, Type>, key: string): NoInfer<Doc> | undefined;
}

/** A projection over events of a context's table (or of several, spread into one): its fold sees the types that it lists. */
export function projection<Table extends EventTable, Type extends keyof Table & string, Doc extends Document>(
  table: Table,
  {
    types,
    keys,
    evolve,
    ...rest
  }: Fold<Table, Type, Doc> & Pick<ServiceProjection, 'name' | 'version' | 'conversation' | 'indexes'>,
): ServiceProjection<Doc> {
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
