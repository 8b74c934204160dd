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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Collects faults while a document is read; after the first fifty it only counts. */
export class Reader {
  readonly faults: OrderFault[] = [];
  /** Whether what was read differs from the document. */
  get failed(): boolean {
    return this.faults.length > 0;
  }

  fault(path: string, msg: string): void {
    if (this.faults.length < MAX_FAULTS) this.faults.push({ path, msg });
  }

  /** An object with these fields and no others; `?` marks those that may be absent. `undefined` when it is no object. */
  object(value: unknown, path: string, fields: readonly string[]): ((field: string) => unknown) | undefined {
    if (!isRecord(value)) {
      this.fault(path, `must be an object, is ${shown(value)}`);
      return undefined;
    }
    const allowed = fields.map((field) => field.replace('?', ''));
    for (const key of Object.keys(value)) {
      if (!allowed.includes(key)) {
        this.fault(path ? `${path}.${key}` : key, `no such field; there are ${allowed.join(', ')}`);
      }
    }
    for (const field of fields) {
      if (!field.endsWith('?') && !Object.hasOwn(value, field))
        this.fault(path ? `${path}.${field}` : field, 'is missing');
    }
    return (field) => (Object.hasOwn(value, field) ? value[field] : undefined);
  }

  list(value: unknown, path: string, max: number): unknown[] {
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.fault(path, `must be a list, is ${shown(value)}`);
      return [];
    }
    if (value.length <= max) return value;
    this.fault(path, `must hold at most ${max} entries, holds ${value.length}`);
    return [];
  }

  id(value: unknown, path: string): string {
    if (value === undefined) return '';
    if (
      typeof value === 'string' &&
      value.trim() !== '' &&
      value.length <= 200 &&
      !LONE_SURROGATE.test(value) &&
      !value.includes('\0')
    ) {
      return value;
    }
    this.fault(path, `must be a text of 1 to 200 characters, is ${shown(value)}`);
    return '';
  }

  whole(value: unknown, path: string, min: number, max: number, what = 'whole millimetres'): number {
    if (value === undefined) return 0;
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
    this.fault(path, `must be ${what} from ${min} to ${max}, as a number, is ${shown(value)}`);
    return 0;
  }

  /** A number of millimetres written as a decimal text: `"1270"`. */
  decimal(value: unknown, path: string, max: number): string {
    if (value === undefined) return '0';
    if (typeof value === 'string' && /^(0|[1-9]\d{0,5})$/.test(value) && Number(value) <= max) return value;
    this.fault(path, `must be whole millimetres from 0 to ${max}, as a text like "1270", is ${shown(value)}`);
    return '0';
  }

  flag(value: unknown, path: string): boolean {
    if (value === undefined || typeof value === 'boolean') return value ?? false;
    this.fault(path, `must be true or false, is ${shown(value)}`);
    return false;
  }

  one<T extends string>(value: unknown, path: string, allowed: readonly [T, ...T[]]): T {
    const known = allowed.find((name) => name === value);
    if (known === undefined && value !== undefined) {
      this.fault(path, `must be one of ${allowed.join(', ')}, is ${shown(value)}`);
    }
    return known ?? allowed[0];
  }
}
