import type { MongoConnection } from '#libs/read-models';
import type { Blobs } from './port.js';

export { fileBlobs } from './files.js';
export { BLOBS, type Blobs } from './port.js';

/** See gridfs.ts. Loaded when it is asked for: blobs in files start without the driver's modules. */
export async function openGridFsBlobs(mongo: MongoConnection): Promise<Blobs> {
  return (await import('./gridfs.js')).gridFsBlobs(mongo);
}
