import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets so many of those who ask begin in each turn of the event loop, and the rest in later ones. */
export class TurnBudget {
  private begun = 0;

  constructor(private readonly most: number) {}

  async begin(): Promise<void> {
    while (this.begun >= this.most) await nextTurn();
    this.begun += 1;
    if (this.begun > 1) return;
    setImmediate(() => {
      this.begun = 0;
    });
  }
}
