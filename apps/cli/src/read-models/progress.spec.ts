import { jest } from '@jest/globals';
import { ProgressBar } from './progress.js';

function terminal(isTTY: boolean) {
  const written: string[] = [];
  return { written, isTTY, write: (text: string) => written.push(text) > 0 };
}

const far = { done: 4, of: 16, name: 'turns', documents: 0 };

afterEach(() => jest.restoreAllMocks());

describe('a progress bar', () => {
  it('is drawn over itself on a terminal, and gone at the end', () => {
    jest.spyOn(performance, 'now').mockReturnValue(1_000);
    const screen = terminal(true);
    const bar = new ProgressBar(screen);
    bar.show(far);
    bar.show({ ...far, documents: 1 }); // Within a tenth of a second: not drawn.
    bar.clear();
    expect(screen.written).toEqual(['\r\u001b[K█████░░░░░░░░░░░░░░░ 4/16 turns 0', '\r\u001b[K']);
  });

  it('is nothing on a pipe', () => {
    const pipe = terminal(false);
    const bar = new ProgressBar(pipe);
    bar.show(far);
    bar.clear();
    expect(pipe.written).toEqual([]);
  });
});
