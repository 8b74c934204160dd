import { CommanderError } from 'commander';
import { Problem } from '#libs/kernel';
import { exitOf, Failure, WrongUsage } from './errors.js';

describe('what an error means to the shell', () => {
  it('a refusal is 1, in its own words and in one line', () => {
    expect(exitOf(new Problem('not_found', 'company x not found'))).toEqual({
      code: 1,
      line: 'company x not found',
    });
    expect(exitOf(new Failure('a\n  b'))).toEqual({ code: 1, line: 'a b' });
    expect(exitOf(new Error('the store is away'))).toEqual({ code: 1, line: 'the store is away' });
  });

  it('what can never be accepted is wrong usage, 2', () => {
    expect(exitOf(new WrongUsage('nothing to change'))).toEqual({ code: 2, line: 'nothing to change' });
    expect(exitOf(new Problem('invalid_request', 'title is ""'))).toEqual({ code: 2, line: 'title is ""' });
    expect(exitOf(new CommanderError(1, 'commander.unknownOption', 'said already'))).toEqual({ code: 2 });
  });

  it('help that was asked for is no failure', () => {
    expect(exitOf(new CommanderError(0, 'commander.helpDisplayed', ''))).toEqual({ code: 0 });
  });

  it('a defect says that it is one, without a stack', () => {
    const { code, line } = exitOf(new TypeError('x is not a function'));
    expect(code).toBe(1);
    expect(line).toMatch(/^a defect of this program: TypeError: x is not a function/);
    expect(line).not.toContain('at ');
  });
});
