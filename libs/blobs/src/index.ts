export { fileBlobs } from './files.js';
export { BLOBS, type Blobs } from './port.js';
