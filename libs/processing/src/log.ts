/** What processing says of itself; pino fits. */
export interface ProcessingLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

export const silent: ProcessingLog = { info: () => undefined, warn: () => undefined };

/** One line of an error, whatever was thrown. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.split('\n', 1)[0] ?? text;
}
