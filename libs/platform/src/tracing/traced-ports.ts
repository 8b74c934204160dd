import type { Assistant, TurnComputing } from '#libs/assistant';
import type { Saga, ScheduledTask, Tracing } from '#libs/processing';
import type { FoundProcesses } from '../background-processes.js';
import { Computing } from '../computing/computing.js';

/** The assistant with a span for each attempt: the model that answered, what it took, and the kind of its answer. */
export function tracedAssistant(assistant: Assistant, tracing: Tracing): Assistant {
  return {
    model: assistant.model,
    ...(assistant.caps && { caps: assistant.caps }),
    ...(assistant.confidential && { confidential: assistant.confidential }),
    answer: (request, signal, computing) => {
      const facts = { 'garnitur.attempt': request.attempt, 'garnitur.pictures': request.pictures.length };
      return tracing.span('ask assistant', { kind: 'client', facts }, async (span) => {
        const answered = await assistant.answer(request, signal, computing);
        const { answer, usage } = answered;
        span.add({
          'gen_ai.response.model': usage.model,
          'gen_ai.usage.input_tokens': usage.promptTokens,
          'gen_ai.usage.output_tokens': usage.completionTokens,
          'garnitur.answer': answer.kind,
        });
        return answered;
      });
    },
  };
}

/** What worker threads compute, each task with the time that it waits for a thread. */
export class TracedComputing extends Computing {
  constructor(
    budgetMs: number,
    private readonly tracing: Tracing,
  ) {
    super(budgetMs);
  }

  override forTurn(companyId: string): TurnComputing {
    const turn = super.forTurn(companyId);
    return {
      understand: (request, signal) => this.traced('understand', () => turn.understand(request, signal)),
      apply: (change, signal) => this.traced('apply', () => turn.apply(change, signal)),
      account: (request, signal) => this.traced('account', () => turn.account(request, signal)),
    };
  }

  override draw(...given: Parameters<Computing['draw']>) {
    return this.traced('draw', () => super.draw(...given));
  }

  override papers(...given: Parameters<Computing['papers']>) {
    return this.traced('papers', () => super.papers(...given));
  }

  override bom(...given: Parameters<Computing['bom']>) {
    return this.traced('bom', () => super.bom(...given));
  }

  override parts(...given: Parameters<Computing['parts']>) {
    return this.traced('parts', () => super.parts(...given));
  }

  override partsCsv(...given: Parameters<Computing['partsCsv']>) {
    return this.traced('partsCsv', () => super.partsCsv(...given));
  }

  private traced<Result>(task: string, work: () => Promise<Result>): Promise<Result> {
    return this.tracing.span(`compute ${task}`, {}, work);
  }
}

/** What goes on without being asked: sagas in the trace of their event, scheduled tasks each in a trace of its own. */
export function tracedProcesses({ sagas, scheduled, ...others }: FoundProcesses, tracing: Tracing): FoundProcesses {
  return {
    ...others,
    sagas: sagas.map((saga) => tracedSaga(saga, tracing)),
    scheduled: scheduled.map((task) => tracedTask(task, tracing)),
  };
}

function tracedSaga(saga: Saga, tracing: Tracing): Saga {
  const { name, types } = saga;
  return {
    ...{ name, types },
    partition: (event) => saga.partition(event),
    handle: (event, signal) => {
      const { traceparent } = event.metadata;
      const from = traceparent === undefined ? [] : [traceparent];
      const facts = { 'garnitur.event': event.type };
      return tracing.span(`saga ${name}`, { kind: 'consumer', from, facts }, () => saga.handle(event, signal));
    },
  };
}

function tracedTask<Item>(task: ScheduledTask<Item>, tracing: Tracing): ScheduledTask<Item> {
  const { name, everyMs, concurrency } = task;
  return {
    ...{ name, everyMs },
    ...(concurrency === undefined ? {} : { concurrency }),
    due: (now, limit) => task.due(now, limit),
    key: (item) => task.key(item),
    run: (item, signal) => tracing.span(`task ${name}`, { kind: 'consumer', from: [] }, () => task.run(item, signal)),
  };
}
