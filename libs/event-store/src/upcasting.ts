import type { JsonObject } from '#libs/kernel';

type Step = (data: JsonObject) => JsonObject;

/**
 * Old versions of event types, read as the newest. A step lifts one type's data from one schema to the next; stored
 * events are never rewritten, so their hashes stay as they are.
 */
export class Upcasting {
  private readonly steps = new Map<string, Step[]>();

  /** Adds the step from `from` to `from + 1`; steps of a type are added in order from 1. */
  add(type: string, from: number, step: Step): this {
    const steps = this.steps.get(type) ?? [];
    if (from !== steps.length + 1) {
      throw new Error(`upcasting of ${type} from schema ${from} added; the next one due is from ${steps.length + 1}`);
    }
    this.steps.set(type, [...steps, step]);
    return this;
  }

  /** The schema that new events of a type are written with. */
  newest(type: string): number {
    return (this.steps.get(type)?.length ?? 0) + 1;
  }

  /** Data of an event that was written with `schema`, as the newest one has it. */
  lift(type: string, schema: number, data: JsonObject): JsonObject {
    const steps = this.steps.get(type);
    if (!steps) return data;
    return steps.slice(schema - 1).reduce((lifted, step) => step(lifted), data);
  }
}
