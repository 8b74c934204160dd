import { type ProcessingLog, type Tracing, untraced } from '#libs/processing';
import type { Environment } from '../settings/environment.js';

export interface StartedTracing {
  readonly tracing: Tracing;
  close(): Promise<void>;
}

const NONE: StartedTracing = { tracing: untraced, close: async () => undefined };

/**
 * What the environment's OTEL_… variables ask for.
 * @param node which node it is, in OpenTelemetry's words: said of every span.
 */
export async function startTracing(
  settings: Environment['tracing'],
  node: { readonly id: string; readonly version: string; readonly role: string },
  log: ProcessingLog,
): Promise<StartedTracing> {
  if (settings === undefined) return NONE;
  const { OpenTelemetry } = await import('./open-telemetry.js');
  const facts = { 'service.instance.id': node.id, 'service.version': node.version, 'garnitur.role': node.role };
  const tracing = new OpenTelemetry(settings, facts, log);
  return { tracing, close: () => tracing.close() };
}
