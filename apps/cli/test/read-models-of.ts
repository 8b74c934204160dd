import type { Document, Page, ReadModels, Stored } from '#libs/read-models';

type Documents = Readonly<Record<string, Iterable<Document> | AsyncIterable<Document>>>;

/** Read models that hold these documents, by name; only their streams are read. */
export function readModelsOf(documents: Documents): ReadModels {
  return {
    get: async () => undefined,
    find: async <Doc>(): Promise<Page<Doc>> => ({ documents: [], next: undefined }),
    async *stream<Doc extends Document>(name: string): AsyncGenerator<Stored<Doc>> {
      let position = 0n;
      for await (const document of documents[name] ?? []) {
        position += 1n;
        yield { id: String(position), position, document: document as Doc };
      }
    },
  };
}
