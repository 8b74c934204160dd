// What other contexts and read models may know of this one, without its commands and their framework.
export * from './events/company-events.js';
export * from './events/partner-events.js';
