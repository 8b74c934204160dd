import { type CommandContext, type FollowingAggregates, withMetadata } from '#libs/event-store';
import type { Clock } from '#libs/kernel';

/**
 * Aggregates whose events bear the time of the story that their command is of. Commands of many stories share an append,
 * which is decided in the time of whichever came first.
 */
export function datedAggregates(inner: FollowingAggregates, clock: Clock): FollowingAggregates {
  const dated = (context: CommandContext) => withMetadata(context, { at: clock.now().toISOString() });
  return {
    handle: (stream, decider, command, context, options) =>
      inner.handle(stream, decider, command, dated(context), options),
    followUp: (stream, decider, command, context) => inner.followUp(stream, decider, command, dated(context)),
    load: (stream, decider, options) => inner.load(stream, decider, options),
    forget: (stream) => inner.forget(stream),
    follow: (events, signal) => inner.follow(events, signal),
  };
}
