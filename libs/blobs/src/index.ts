import type { BlobDatabase } from './gridfs.js';
import type { Blobs } from './port.js';

export { fileBlobs } from './files.js';
export type { BlobDatabase } from './gridfs.js';
export { BLOBS, type Blobs } from './port.js';

/** Loaded on demand (gridfs.ts): blobs in files start without the driver's modules. */
export async function openGridFsBlobs(database: BlobDatabase): Promise<Blobs> {
  return (await import('./gridfs.js')).gridFsBlobs(database);
}
