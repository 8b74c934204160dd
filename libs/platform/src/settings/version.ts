/**
 * Version of this code, as nodes tell each other during an update: an older node leaves its jobs to a newer one
 * (design section 9). The same as package.json's, which a built image need not carry.
 */
export const VERSION = '0.1.0';
