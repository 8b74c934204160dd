import type { DuckDBTypeId, DuckDBValueConverter, Json } from '@duckdb/node-api';

/**
 * What a cell of a query's answer is in JSON. Whole numbers and decimals are numbers while they are exact, else text;
 * times are ISO 8601 in UTC with milliseconds, as in the API.
 */
export function converter(plain: DuckDBValueConverter<Json>, types: typeof DuckDBTypeId): DuckDBValueConverter<Json> {
  const numbers = new Set([types.BIGINT, types.UBIGINT, types.HUGEINT, types.UHUGEINT, types.BIGNUM, types.DECIMAL]);
  const times = new Set([
    types.TIMESTAMP,
    types.TIMESTAMP_S,
    types.TIMESTAMP_MS,
    types.TIMESTAMP_NS,
    types.TIMESTAMP_TZ,
  ]);
  return (value, type, nested) => {
    const json = plain(value, type, nested);
    if (typeof json !== 'string') return json;
    if (numbers.has(type.typeId)) return exactly(json);
    if (times.has(type.typeId)) return isoTime(json);
    return json;
  };
}

function exactly(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) || (text.includes('.') && text.length <= 15) ? number : text;
}

/** `2031-01-31 00:00:00.5+00`, or what is no time, such as `infinity`, as it is. */
function isoTime(text: string): string {
  const time = new Date(`${text.replace(' ', 'T').replace(/\+00$/, '')}Z`);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}

/** A column of type JSON comes as text. */
export function parsed(json: Json | null): Json | null {
  if (typeof json !== 'string') return json;
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
