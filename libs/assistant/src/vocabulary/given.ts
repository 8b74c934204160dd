/** `{key: value}` where there is a value, else nothing: optional fields are absent, never null. */
export function given<Key extends string, const Value extends {}>(
  key: Key,
  value: Value | null | undefined,
): Partial<Record<Key, Value>> {
  const fields: Partial<Record<Key, Value>> = {};
  if (value !== null && value !== undefined) fields[key] = value;
  return fields;
}
