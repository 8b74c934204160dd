export { fileBlobs } from './files.js';
export { gridFsBlobs } from './gridfs.js';
export { BLOBS, type Blobs } from './port.js';
