/**
 * What JSON text can hold. An object's field may also be undefined, which `JSON.stringify` leaves out; an item of an array
 * may not: it would be written as null and read as something else.
 */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/** What events, documents and details of a problem are made of. */
export type JsonObject = { readonly [key: string]: Json | undefined };

/**
 * Whether an object can be a JSON object: no array. That its fields are JSON too is for its own type to say: an interface
 * has no index signature, so the compiler cannot see by itself that it is one.
 */
export function isJsonObject(value: object): value is JsonObject {
  return !Array.isArray(value);
}
