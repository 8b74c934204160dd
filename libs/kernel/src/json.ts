export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };
export type JsonObject = { readonly [key: string]: Json | undefined };

/** Whether an object can be a JSON object: no array. That its fields are JSON too is for its own type to say. */
export function isJsonObject(value: object): value is JsonObject {
  return !Array.isArray(value);
}
