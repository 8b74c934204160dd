/** What is wrong with a document, where, and what would be right. `path` is `runs[0].nodes[3].w`; `` is the document itself. */
export interface OrderFault {
  path: string;
  msg: string;
}

const MAX_FAULTS = 50;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** A value as a message shows it: one line, long values cut. */
const shown = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads an object with these fields and no others; `?` marks those that may be absent. Faults are added to the list of
 * the whole document. What is absent or wrong is read as undefined, '' or an empty list.
 */
export class Reader {
  private readonly value: Record<string, unknown>;

  constructor(
    value: unknown,
    fields: readonly string[],
    private readonly path = '',
    readonly faults: OrderFault[] = [],
  ) {
    this.value = isRecord(value) ? value : {};
    if (!isRecord(value)) {
      this.report(path, `must be an object, is ${shown(value)}`);
      return;
    }
    const allowed = fields.map((field) => field.replace('?', ''));
    for (const key of Object.keys(value)) {
      if (!allowed.includes(key)) this.fault(key, `no such field; there are ${allowed.join(', ')}`);
    }
    for (const field of fields) {
      if (!field.endsWith('?') && !this.has(field)) this.fault(field, 'is missing');
    }
  }

  private report(path: string, msg: string): void {
    if (this.faults.length < MAX_FAULTS) this.faults.push({ path, msg });
  }

  private at(field: string): string {
    return this.path ? `${this.path}.${field}` : field;
  }

  fault(field: string, msg: string): void {
    this.report(this.at(field), msg);
  }

  has(field: string): boolean {
    return Object.hasOwn(this.value, field);
  }

  get(field: string): unknown {
    return this.has(field) ? this.value[field] : undefined;
  }

  /** The value of a field where it is as `is` says. */
  private read<T>(field: string, is: (value: unknown) => value is T, expected: string): T | undefined {
    const value = this.get(field);
    if (value === undefined || is(value)) return value;
    this.fault(field, `must be ${expected}, is ${shown(value)}`);
    return undefined;
  }

  /** An object in a field; one without fields where it is absent. */
  object(field: string, fields: readonly string[]): Reader {
    const value = this.get(field);
    return value === undefined
      ? new Reader({}, [], this.at(field), this.faults)
      : new Reader(value, fields, this.at(field), this.faults);
  }

  list(field: string, max: number): readonly unknown[] {
    const value = this.read(field, Array.isArray, 'a list') ?? [];
    if (value.length <= max) return value;
    this.fault(field, `must hold at most ${max} entries, holds ${value.length}`);
    return [];
  }

  /** Reads the objects of a list one after another. */
  each<T>(
    field: string,
    list: readonly unknown[],
    fields: readonly string[],
    of: (entry: Reader, i: number) => T,
  ): T[] {
    return list.map((value, i) => of(new Reader(value, fields, `${this.at(field)}[${i}]`, this.faults), i));
  }

  id(field: string): string {
    const is = (value: unknown): value is string =>
      typeof value === 'string' &&
      value.trim() !== '' &&
      value.length <= 200 &&
      !LONE_SURROGATE.test(value) &&
      !value.includes('\0');
    return this.read(field, is, 'a text of 1 to 200 characters') ?? '';
  }

  whole(field: string, min: number, max: number, what = 'whole millimetres'): number | undefined {
    const is = (value: unknown): value is number =>
      typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
    return this.read(field, is, `${what} from ${min} to ${max}, as a number`);
  }

  /** A number of millimetres written as a decimal text: `"1270"`. */
  decimal(field: string, max: number): string {
    const is = (value: unknown): value is string =>
      typeof value === 'string' && /^(0|[1-9]\d{0,5})$/.test(value) && Number(value) <= max;
    return this.read(field, is, `whole millimetres from 0 to ${max}, as a text like "1270"`) ?? '0';
  }

  flag(field: string): boolean | undefined {
    return this.read(field, (value): value is boolean => typeof value === 'boolean', 'true or false');
  }

  one<T extends string>(field: string, allowed: readonly T[]): T | undefined {
    const is = (value: unknown): value is T => allowed.some((name) => name === value);
    return this.read(field, is, `one of ${allowed.join(', ')}`);
  }
}
