import { AddCoins, ledger, ledgerStream, SettleCoins } from '#libs/coins';
import { ChangeSubscription, company as companyDecider, companyStream } from '#libs/companies';
import type { Aggregates } from '#libs/event-store';
import { newId } from '#libs/kernel';
import { accounts, autumn, refusal, summer, winter } from '../test/accounts.js';

/** Accounts from commands to balances: the handlers of coins and companies, and the folds that their queries read. */

const turn = newId('trn');

describe('an account', () => {
  it('reads as the specification shows it', async () => {
    const { company, usage, reserve, commands } = await accounts();
    const id = await company({ plan: 'big', status: 'trial', coins_included: 10, period_end: summer });
    await commands.execute(new AddCoins({ company_id: id, coins: 5 }, {}));
    const { ledger: stream } = await reserve(id, 8, turn);
    await commands.execute(new SettleCoins({ ledger: stream, turn_id: turn, coins: 8 }, {}));
    await reserve(id, 3);
    expect(await usage(id)).toEqual({
      plan: 'big',
      status: 'trial',
      coins_left: 4,
      coins_used: 8,
      coins_included: 10,
      extra_coins: 5,
      period_end: summer,
      cabinet: `https://kitchens.example/cabinet/${id}`,
    });
  });

  it('without a subscription reads as none and canceled, with no coins; what was added waits for one', async () => {
    const { company, usage, commands } = await accounts();
    const id = await company({ status: 'none' });
    const added = await commands.execute(new AddCoins({ company_id: id, coins: 5 }, {}));
    expect(added).toMatchObject({ company_id: id, extra_coins: 5 });
    expect(await usage(id)).toMatchObject({
      plan: 'none',
      status: 'canceled',
      coins_left: 0,
      coins_used: 0,
      coins_included: 0,
      extra_coins: 0,
    });
    await commands.execute(new ChangeSubscription({ company_id: id, coins_included: 3 }, {}));
    expect(await usage(id)).toMatchObject({ plan: 'standard', status: 'active', coins_left: 8, extra_coins: 5 });
  });

  it('is refused for its reasons in their order', async () => {
    const { company, reserve, at } = await accounts();
    const none = await company({ status: 'none' });
    const canceled = await company({ status: 'canceled', period_end: summer });
    const active = await company({ status: 'active', coins_included: 2, period_end: summer });
    expect(await refusal(reserve(active, 8))).toBe('out_of_coins');
    at(autumn);
    expect(await refusal(reserve(none, 1))).toBe('no_subscription');
    expect(await refusal(reserve(canceled, 1))).toBe('canceled');
    expect(await refusal(reserve(active, 8))).toBe('period_over');
    expect(await refusal(reserve(newId('cmp'), 1))).toBe('not_found');
    expect(await refusal(reserve('nonsense', 1))).toBe('not_found');
  });

  it('is never overspent by turns that come at once', async () => {
    const { company, reserve, usage } = await accounts();
    const id = await company({ coins_included: 10, period_end: summer });
    const answers = await Promise.allSettled(Array.from({ length: 30 }, () => reserve(id, 1)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await usage(id)).toMatchObject({ coins_left: 0 });
  });

  it('tops up once a key, also when it is repeated in a later period', async () => {
    const { company, commands, at } = await accounts();
    const id = await company({ period_end: summer });
    const topUp = new AddCoins({ company_id: id, coins: 5, idempotency_key: 'pay-1' }, {});
    await Promise.all([commands.execute(topUp), commands.execute(topUp)]);
    at(autumn);
    await commands.execute(new ChangeSubscription({ company_id: id, period_end: winter }, {}));
    expect(await commands.execute(topUp)).toMatchObject({ extra_coins: 5 });
  });

  it('shows another number of included coins at once', async () => {
    const { company, commands, usage, reserve } = await accounts();
    const id = await company({ coins_included: 10, period_end: summer });
    await reserve(id, 4);
    await commands.execute(new ChangeSubscription({ company_id: id, coins_included: 20 }, {}));
    expect(await usage(id)).toMatchObject({ coins_included: 20, coins_left: 16 });
  });
});

describe('a new period', () => {
  it('renews included coins, keeps extra ones and forgets what was used', async () => {
    const { company, commands, usage, reserve, at } = await accounts();
    const id = await company({ coins_included: 10, period_end: summer });
    await commands.execute(new AddCoins({ company_id: id, coins: 5 }, {}));
    const { ledger: stream } = await reserve(id, 12, turn);
    await commands.execute(new SettleCoins({ ledger: stream, turn_id: turn, coins: 12 }, {}));
    at(autumn);
    await commands.execute(new ChangeSubscription({ company_id: id, period_end: winter }, {}));
    expect(await usage(id)).toMatchObject({
      coins_left: 13,
      coins_used: 0,
      coins_included: 10,
      extra_coins: 3,
      period_end: winter,
    });
  });

  it('settles a turn in the period that it was reserved in, and hands its extra coins over once', async () => {
    const { company, commands, usage, reserve, at } = await accounts();
    const id = await company({ coins_included: 2, period_end: summer });
    await commands.execute(new AddCoins({ company_id: id, coins: 20 }, {}));
    const { ledger: stream } = await reserve(id, 8, turn);
    at(autumn);
    await commands.execute(new ChangeSubscription({ company_id: id, period_end: winter }, {}));
    expect(await usage(id)).toMatchObject({ coins_left: 16, extra_coins: 14 });
    const stopped = new SettleCoins({ ledger: stream, turn_id: turn, coins: 0 }, {});
    await Promise.all([commands.execute(stopped), commands.execute(stopped)]);
    await commands.execute(stopped);
    expect(await usage(id)).toMatchObject({ coins_left: 22, coins_used: 0, extra_coins: 20 });
  });

  it('answers a repeated turn with the ledger that holds its coins, and never reserves it twice', async () => {
    const { company, commands, usage, reserve, at } = await accounts();
    const id = await company({ coins_included: 10, period_end: summer });
    const held = await reserve(id, 8, turn);
    at(autumn);
    await commands.execute(new ChangeSubscription({ company_id: id, period_end: winter }, {}));
    expect(await reserve(id, 8, turn)).toEqual({ ledger: held.ledger, position: undefined, followed: false });
    await commands.execute(new SettleCoins({ ledger: held.ledger, turn_id: turn, coins: 8 }, {}));
    expect(await refusal(reserve(id, 8, turn))).toBe('conflict_state');
    expect(await usage(id)).toMatchObject({ coins_left: 10, coins_used: 0 });
  });

  it('is completed by whoever comes next, wherever the change was broken off', async () => {
    for (const steps of [0, 1]) {
      const { company, commands, usage, reserve, at, aggregates } = await accounts();
      const id = await company({ coins_included: 10, period_end: summer });
      await commands.execute(new AddCoins({ company_id: id, coins: 5 }, {}));
      at(autumn);
      await brokenOff(aggregates, id, steps);
      expect(await usage(id)).toMatchObject({ coins_left: 12, coins_used: 0, coins_included: 7, extra_coins: 5 });
      expect(await reserve(id, 8)).toMatchObject({ ledger: ledgerStream(id, 2) });
      expect(await usage(id)).toMatchObject({ coins_left: 4, coins_included: 7, extra_coins: 5 });
    }
  });
});

/** A process that died after the subscription was changed, or one step later. */
async function brokenOff(aggregates: Aggregates, id: string, steps: number): Promise<void> {
  const command = {
    type: 'ChangeSubscription' as const,
    input: { period_end: winter, coins_included: 7 },
    now: autumn,
  };
  await aggregates.handle(companyStream(id), companyDecider, command, {});
  if (steps > 0)
    await aggregates.handle(
      ledgerStream(id, 1),
      ledger,
      { type: 'CloseCoinPeriod', coins_included: 7, change: 2, now: autumn },
      {},
    );
}
