// What other contexts and read models may know of this one, without its commands and their framework.
export * from './events/delivery-events.js';
