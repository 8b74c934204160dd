import { Binary, type Collection, MongoBulkWriteError } from 'mongodb';
import type { MongoConnection } from '#libs/read-models';
import { checkedName } from './names.js';
import type { Blobs } from './port.js';

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

/** GridFS's own default, bytes. */
const CHUNK = 261_120;
/** Chunks of one command: 4 MB, far below what a message may hold. */
const CHUNKS_AT_ONCE = 16;
/** A removal of the whole conversation can come between; twice is a conversation that is being deleted. */
const TRIES = 3;

/**
 * Blobs in GridFS (bucket `blobs`), under ids of our own instead of new ones: so a put can be repeated when its answer was
 * lost. The file's row comes first and goes last, and is complete once its chunks are there: no chunk of a picture is
 * ever without a row that the sweep can find it by.
 */
export function gridFsBlobs({ db, patiently }: MongoConnection): Blobs {
  const files = db.collection<FileRow>('blobs.files');
  const chunks = db.collection<ChunkRow>('blobs.chunks');
  const indexed = once(async () => {
    await chunks.createIndex({ files_id: 1, n: 1 }, { unique: true });
    await files.createIndex({ filename: 1, uploadDate: 1 });
  });

  const write = async (owner: string, name: string, bytes: Uint8Array): Promise<boolean> => {
    const _id = idOf(owner, name);
    const row = { length: bytes.length, chunkSize: CHUNK, filename: _id, metadata: { owner, name, complete: false } };
    // A row that is there, complete or not, stays as it is: another put of the same bytes may have answered just now.
    await files.updateOne({ _id }, { $setOnInsert: row, $set: { uploadDate: new Date() } }, { upsert: true });
    const count = Math.ceil(bytes.length / CHUNK);
    for (let from = 0; from < count; from += CHUNKS_AT_ONCE) await writeChunks(chunks, _id, bytes, from);
    const { matchedCount } = await files.updateOne({ _id }, { $set: { 'metadata.complete': true } });
    return matchedCount > 0;
  };

  return {
    put: (owner, name, bytes) => {
      checkedName(owner, name);
      return patiently(async () => {
        await indexed();
        for (let tries = 0; tries < TRIES; tries += 1) {
          if (await complete(files, idOf(owner, name))) return;
          if (await write(owner, name, bytes)) return;
          // The row went while the chunks came: they must not stay without it.
          await chunks.deleteMany({ files_id: idOf(owner, name) });
        }
        throw new Error(`blob ${owner}/${name} is removed again and again while it is put`);
      });
    },
    get: (owner, name) => {
      checkedName(owner, name);
      return patiently(async () => {
        const file = await complete(files, idOf(owner, name));
        if (!file) return undefined;
        const rows = await chunks.find({ files_id: file._id }).sort({ n: 1 }).toArray();
        const bytes = Buffer.concat(rows.map(({ data }) => data.buffer.subarray(0, data.position)));
        return bytes.length === file.length ? bytes : undefined;
      });
    },
    remove: async (owner, name) => {
      checkedName(owner, name);
      await patiently(async () => {
        await chunks.deleteMany({ files_id: idOf(owner, name) });
        await files.deleteOne({ _id: idOf(owner, name) });
      });
    },
    removeAll: async (owner) => {
      checkedName(owner, 'x');
      // Everything that begins with `<owner>/`: the next character after the slash ends it.
      const among = { $gte: `${owner}/`, $lt: `${owner}0` };
      await patiently(async () => {
        await chunks.deleteMany({ files_id: among });
        await files.deleteMany({ _id: among });
      });
    },
    async *list() {
      for (let after = ''; ; ) {
        const rows = await patiently(() =>
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

/** A name is the digest of its bytes, so what another put has written there already is the same. */
async function writeChunks(chunks: Collection<ChunkRow>, files_id: string, bytes: Uint8Array, from: number) {
  const operations = [];
  for (let n = from; n < from + CHUNKS_AT_ONCE && n * CHUNK < bytes.length; n += 1) {
    const data = new Binary(bytes.subarray(n * CHUNK, (n + 1) * CHUNK));
    operations.push({ updateOne: { filter: { files_id, n }, update: { $set: { data } }, upsert: true } });
  }
  try {
    await chunks.bulkWrite(operations, { ordered: false });
  } catch (error) {
    if (!onlyDuplicates(error)) throw error;
  }
}

/** Two puts of one name at once: the other one's chunk is there. Of a lost connection no write has an error. */
function onlyDuplicates(error: unknown): boolean {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) return false;
  const errors = [error.writeErrors].flat();
  return errors.length > 0 && errors.every(({ code }) => code === 11_000);
}

/** Once it has succeeded, never again. */
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
