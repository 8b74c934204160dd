import { EventRegistry } from '#libs/event-store';

/** The event types of all contexts: what is stored is read and written through their schemas. */
export const registry = new EventRegistry();
