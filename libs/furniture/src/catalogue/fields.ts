import { isRecord } from '../order/reader.js';
import { type Formula, formula } from './formula.js';

/** Reads fields of a JSON object and notes each fault as one line: `catalogue.json: ШН: parts[3].L: …`. */
export class Fields {
  private readonly value: Record<string, unknown>;

  constructor(
    value: unknown,
    readonly path: string,
    readonly faults: string[],
  ) {
    this.value = isRecord(value) ? value : {};
    if (!isRecord(value)) this.fault('', 'must be an object');
  }

  fault(field: string, rule: string): void {
    this.faults.push(`${this.path}${field && ': '}${field}: ${rule}`);
  }

  has(field: string): boolean {
    return this.value[field] !== undefined && this.value[field] !== null;
  }

  private need<T>(field: string, is: (value: unknown) => value is T, what: string, otherwise: T): T {
    const value = this.value[field];
    if (is(value)) return value;
    this.fault(field, value === undefined ? 'is missing' : `must be ${what}, is ${JSON.stringify(value)}`);
    return otherwise;
  }

  text(field: string): string {
    const is = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
    return this.need(field, is, 'a text', '');
  }

  whole(field: string): number {
    const is = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;
    return this.need(field, is, 'a whole number of millimetres', 0);
  }

  flag(field: string): boolean {
    return this.need(field, (value): value is boolean => typeof value === 'boolean', 'true or false', false);
  }

  list(field: string): unknown[] {
    return this.need(field, Array.isArray, 'a list', []);
  }

  one<T extends string>(field: string, allowed: readonly T[]): T {
    const [first] = allowed;
    if (first === undefined) throw new TypeError('nothing is allowed');
    const is = (value: unknown): value is T => allowed.some((name) => name === value);
    return this.need(field, is, `one of ${allowed.join(', ')}`, first);
  }

  entries(field: string): [string, unknown][] {
    return Object.entries(this.need(field, isRecord, 'an object', {}));
  }

  names(field: string): Record<string, string> {
    const found: [string, string][] = [];
    for (const [key, value] of this.entries(field)) {
      if (typeof value === 'string' && value !== '') found.push([key, value]);
      else this.fault(`${field}.${key}`, 'must be a name');
    }
    return Object.fromEntries(found);
  }

  numbers(field: string): Record<string, number> {
    const found: [string, number][] = [];
    for (const [key, value] of this.entries(field)) {
      if (typeof value === 'number' && Number.isInteger(value)) found.push([key, value]);
      else this.fault(`${field}.${key}`, 'must be a whole number');
    }
    return Object.fromEntries(found);
  }

  formula(field: string): Formula {
    return this.parsed(field, this.text(field) || '0');
  }

  formulas(field: string): [string, Formula][] {
    return this.entries(field).map(([key, value]) => [key, this.parsed(`${field}.${key}`, String(value))]);
  }

  private parsed(field: string, text: string): Formula {
    try {
      return formula(text);
    } catch (error) {
      this.fault(field, error instanceof Error ? error.message : String(error));
      return formula('0');
    }
  }
}
