/** What processing says of itself; pino fits. */
export interface ProcessingLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** Injection token of `ProcessingLog`. */
export const PROCESSING_LOG = Symbol('ProcessingLog');

export const silent: ProcessingLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** One line of an error, whatever was thrown. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.split('\n', 1)[0] ?? text;
}

/** For `.catch`: a failure that is made up for elsewhere is said in the log and nowhere else. */
export function logged(log: ProcessingLog, facts: object, message: string): (error: unknown) => void {
  return (error) => log.warn({ ...facts, error: messageOf(error) }, message);
}
