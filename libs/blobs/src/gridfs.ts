import { Binary, type Collection, type Db, MongoBulkWriteError } from 'mongodb';
import { type Blobs, checkedName } from './port.js';

/** What blobs need of a connection to MongoDB; the read models' one is shared with them. */
export interface BlobDatabase {
  readonly db: Db;
  /** Runs work that bears to be done twice; throws when the server stays away. */
  withRetries<T>(work: () => Promise<T>): Promise<T>;
}

interface FileRow {
  /** `<owner>/<name>`; an owner has no slash. */
  _id: string;
  length: number;
  chunkSize: number;
  uploadDate: Date;
  filename: string;
  metadata: { owner: string; name: string; complete: boolean };
}

interface ChunkRow {
  files_id: string;
  n: number;
  data: Binary;
}

/** GridFS's own default. */
const CHUNK_BYTES = 261_120;
/** Chunks of one command: 4 MB, far below what a message may hold. */
const CHUNKS_PER_WRITE = 16;
/** A removal of the whole conversation can come between; more than once means that it is being deleted. */
const MAX_TRIES = 3;

/**
 * Blobs in GridFS (bucket `blobs`), under ids derived from their names, so that a put whose answer was lost can be
 * repeated. The file's row is written first and removed last, and marked complete once its chunks are there: no chunk is
 * ever without a row by which it is found and removed.
 */
export function gridFsBlobs({ db, withRetries }: BlobDatabase): Blobs {
  const files = db.collection<FileRow>('blobs.files');
  const chunks = db.collection<ChunkRow>('blobs.chunks');
  const indexed = once(async () => {
    await chunks.createIndex({ files_id: 1, n: 1 }, { unique: true });
    await files.createIndex({ filename: 1, uploadDate: 1 });
  });

  const write = async (owner: string, name: string, bytes: Uint8Array): Promise<boolean> => {
    const _id = idOf(owner, name);
    const row = {
      length: bytes.length,
      chunkSize: CHUNK_BYTES,
      filename: _id,
      metadata: { owner, name, complete: false },
    };
    // An existing row, complete or not, stays: another put of the same bytes may be under way or done.
    await files.updateOne({ _id }, { $setOnInsert: row, $set: { uploadDate: new Date() } }, { upsert: true });
    const count = Math.ceil(bytes.length / CHUNK_BYTES);
    for (let from = 0; from < count; from += CHUNKS_PER_WRITE) await writeChunks(chunks, _id, bytes, from);
    const { matchedCount } = await files.updateOne({ _id }, { $set: { 'metadata.complete': true } });
    return matchedCount > 0;
  };

  return {
    put: (owner, name, bytes) => {
      checkedName(owner, name);
      return withRetries(async () => {
        await indexed();
        for (let tries = 0; tries < MAX_TRIES; tries += 1) {
          if (await touch(files, idOf(owner, name))) return;
          if (await write(owner, name, bytes)) return;
          // The row was removed while the chunks were written: they must not stay without it.
          await chunks.deleteMany({ files_id: idOf(owner, name) });
        }
        throw new Error(`blob ${owner}/${name} is removed again and again while it is put`);
      });
    },
    get: (owner, name) => {
      checkedName(owner, name);
      return withRetries(async () => {
        const file = await complete(files, idOf(owner, name));
        if (!file) return undefined;
        const rows = await chunks.find({ files_id: file._id }).sort({ n: 1 }).toArray();
        const bytes = Buffer.concat(rows.map(({ data }) => data.buffer.subarray(0, data.position)));
        return bytes.length === file.length ? bytes : undefined;
      });
    },
    remove: async (owner, name) => {
      checkedName(owner, name);
      await withRetries(async () => {
        await chunks.deleteMany({ files_id: idOf(owner, name) });
        await files.deleteOne({ _id: idOf(owner, name) });
      });
    },
    removeAll: async (owner) => {
      checkedName(owner, 'x');
      // Everything that begins with `<owner>/`: the next character after the slash ends it.
      const among = { $gte: `${owner}/`, $lt: `${owner}0` };
      await withRetries(async () => {
        await chunks.deleteMany({ files_id: among });
        await files.deleteMany({ _id: among });
      });
    },
    async *list() {
      for (let after = ''; ; ) {
        const rows = await withRetries(() =>
          files
            .find({ _id: { $gt: after } })
            .sort({ _id: 1 })
            .limit(500)
            .toArray(),
        );
        for (const { metadata, uploadDate } of rows) {
          yield { owner: metadata.owner, name: metadata.name, modified: uploadDate };
        }
        const last = rows.at(-1);
        if (!last) return;
        after = last._id;
      }
    },
  };
}

function idOf(owner: string, name: string): string {
  return `${owner}/${name}`;
}

function complete(files: Collection<FileRow>, _id: string): Promise<FileRow | null> {
  return files.findOne({ _id, 'metadata.complete': true });
}

/** Whether the file is there whole, now with the time of this moment. */
async function touch(files: Collection<FileRow>, _id: string): Promise<boolean> {
  const now = { $set: { uploadDate: new Date() } };
  const { matchedCount } = await files.updateOne({ _id, 'metadata.complete': true }, now);
  return matchedCount > 0;
}

/** A name is the digest of its bytes, so a chunk that another put has written is the same. */
async function writeChunks(chunks: Collection<ChunkRow>, files_id: string, bytes: Uint8Array, from: number) {
  const operations = [];
  for (let n = from; n < from + CHUNKS_PER_WRITE && n * CHUNK_BYTES < bytes.length; n += 1) {
    const data = new Binary(bytes.subarray(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES));
    operations.push({ updateOne: { filter: { files_id, n }, update: { $set: { data } }, upsert: true } });
  }
  try {
    await chunks.bulkWrite(operations, { ordered: false });
  } catch (error) {
    if (!onlyDuplicates(error)) throw error;
  }
}

/** Whether every failed write only met a chunk of another put; after a lost connection no write has an error. */
function onlyDuplicates(error: unknown): boolean {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) return false;
  const errors = [error.writeErrors].flat();
  return errors.length > 0 && errors.every(({ code }) => code === 11_000);
}

/** Runs until it has succeeded once. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work().catch((error) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}
