import { csvRow } from './lines.js';

describe('a row of CSV', () => {
  it('has a cell for each column, empty where a document has no such field', () => {
    expect(
      csvRow({ id: 'a', turn: 3, error: null, status: 'built' }, ['id', 'status', 'turn', 'error', 'result']),
    ).toBe('a,built,3,,\r\n');
  });
});
