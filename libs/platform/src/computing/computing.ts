import type { TurnComputing } from '#libs/assistant';
import type { Bom, Order, OrderParts } from '#libs/furniture';
import { BudgetExceeded, builtAddress, Problem } from '#libs/kernel';
import { type WorkerLoad, WorkerPool } from '#libs/processing';
import type { Drawing, Papers, Tasks } from './tasks.js';

/** Drawings, bills and lists that a company may have waiting; a request beyond it is refused as `unavailable`. */
const MAX_WAITING = 200;

/** What the service has computed in worker threads, each company in its turn. */
export class Computing {
  private readonly pool = new WorkerPool<Tasks>(builtAddress('libs/platform/src/computing/tasks'));

  /** @param budgetMs processor time that one turn, or one drawing, may take (TURN_CPU_BUDGET). */
  constructor(private readonly budgetMs: number) {}

  /** With a budget of the turn's own. */
  forTurn(companyId: string): TurnComputing {
    const owned = { owner: companyId, budget: { leftMs: this.budgetMs } };
    return {
      understand: (request, signal) => this.pool.run('understand', request, { ...owned, signal }),
      apply: (change, signal) => this.pool.run('apply', change, { ...owned, signal }),
      account: (request, signal) => this.pool.run('account', request, { ...owned, signal }),
    };
  }

  /** @throws {Problem} `unavailable` where the order takes too long, or too much is waiting. */
  draw(companyId: string, drawing: Drawing): Promise<string | Uint8Array> {
    return this.pool.run('draw', drawing, this.forRead(companyId)).catch(refuse);
  }

  /** The sheets as PDF. @throws {Problem} as `draw`. */
  papers(companyId: string, papers: Papers): Promise<Uint8Array> {
    return this.pool.run('papers', papers, this.forRead(companyId)).catch(refuse);
  }

  /** @throws {Problem} as `draw`. */
  bom(companyId: string, order: Order): Promise<Bom> {
    return this.pool.run('bom', order, this.forRead(companyId)).catch(refuse);
  }

  /** @throws {Problem} as `draw`. */
  parts(companyId: string, order: Order): Promise<OrderParts> {
    return this.pool.run('parts', order, this.forRead(companyId)).catch(refuse);
  }

  /** The parts as CSV. @throws {Problem} as `draw`. */
  partsCsv(companyId: string, order: Order): Promise<string> {
    return this.pool.run('partsCsv', order, this.forRead(companyId)).catch(refuse);
  }

  get load(): WorkerLoad {
    return this.pool.load;
  }

  close(): void {
    this.pool.close();
  }

  private forRead(owner: string) {
    return { owner, budget: { leftMs: this.budgetMs }, maxWaiting: MAX_WAITING };
  }
}

function refuse(error: unknown): never {
  throw error instanceof BudgetExceeded
    ? new Problem('unavailable', 'this order takes too long to be drawn or counted')
    : error;
}
