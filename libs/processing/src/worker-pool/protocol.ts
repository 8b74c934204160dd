/** What a worker thread can be asked: functions by name, each of one argument that structured cloning copies; some are async. */
export interface TaskTable {
  readonly [name: string]: (input: never) => unknown;
}

/** What a thread is started with. */
export interface ThreadSettings {
  /** Address of the module that exports `tasks`. */
  readonly tasks: string;
}

/** To the thread. */
export interface Request {
  readonly name: string;
  readonly input: unknown;
}

/** From the thread; `usedMs` is the processor time that it has taken since it began. */
export type Reply =
  | { readonly kind: 'ready'; readonly usedMs: number }
  /** `value` is of the type that the task's caller knows. */
  | { readonly kind: 'done'; readonly usedMs: number; readonly value: never }
  | { readonly kind: 'threw'; readonly usedMs: number; readonly error: unknown };
