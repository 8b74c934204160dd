import { Upcasting } from '#libs/event-store';

/** Older versions of event types, read as the newest. None has one yet: a changed payload adds its step here. */
export const upcasting = new Upcasting();
