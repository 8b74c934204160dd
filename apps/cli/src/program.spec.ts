import { garniturInProcess } from '../../../test/support/garnitur-in-process.js';

/** Nothing here opens a data folder. */
const garnitur = (...args: string[]) => garniturInProcess({}, args);

describe('wrong usage', () => {
  it.each([
    [['frobnicate'], 'garnitur takes: company, coins, partner'],
    [['company', 'creat'], 'garnitur company takes: create, subscribe, access'],
    [['company', 'create'], "required option '--title <title>' not specified"],
    [['company', 'create', '--title', 'T', '--colour', 'red'], "unknown option '--colour'"],
    [['company', 'create', '--title', 'T', '--status', 'gold'], 'trial, active, past_due, canceled, none'],
    [['company', 'create', '--title', 'T', '--coins-included', '-1'], 'a whole number from 0 to 1000000000'],
    [['company', 'create', '--title', 'T', '--period-end', 'soon'], 'ISO 8601'],
    [['company', 'access', '--company', 'c', '--role', 'king'], 'owner, auditor, workplace'],
    [['coins', 'add', '--company', 'c', '--coins', '0'], 'a whole number from 1 to 1000000000'],
    [['partner', 'update', '--partner', 'p'], '--name or --webhook-url'],
    [['seat', 'revoke', '--company', 'c', '--seat', 'one'], 'a whole number from 1'],
    [['replay', '--conversation', 'c', '--turn', '-1'], 'a whole number from 0'],
    [['replay', '--conversation', 'c', '--format', 'png'], 'json, text, svg'],
    [['replay', '--conversation', 'c', '--diff', '1'], '--diff takes two turns'],
    [['replay', '--conversation', 'c', '--diff', '1', '2', '3'], '--diff takes two turns'],
    [['replay', '--conversation', 'c', '--diff', '1', '2', '--turn', '1'], 'no --turn'],
    [['replay', '--conversation', 'c', '--diff', '1', 'two'], 'a whole number from 0'],
    [['export', 'turns', '--format', 'xml'], 'ndjson, csv'],
    [['export'], 'name'],
    [['webhooks', 'list', '--state', 'lost'], 'scheduled, delivered, given_up, undeliverable'],
    [['order', 'render', 'x.json', '--view', 'top'], 'front, iso, plan'],
    [['order', 'render', 'x.json', '--format', 'png'], 'svg, html, pdf, glb'],
    [['order', 'render', 'x.json', '--facade', 'pink'], 'clear, white, milk'],
    [['catalogue', 'show', 'B'], "required option '--width <mm>' not specified"],
    [['catalogue', 'list', 'all'], 'too many arguments'],
  ])('%j is told in one line, with what would be accepted', async (args, told) => {
    const { code, out, err } = await garnitur(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(told);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });

  it('no command at all shows what there is, on stderr', async () => {
    const { code, out, err } = await garnitur();
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('Usage: garnitur');
  });
});

describe('the furniture engine on the command line', () => {
  it('gives help to whoever asks for it', async () => {
    expect(await garnitur('order', '--help')).toMatchObject({ code: 0, err: '' });
  });

  it('lists the catalogue', async () => {
    const { code, out } = await garnitur('catalogue', 'list', '--json');
    const list: unknown = JSON.parse(out);
    expect(code).toBe(0);
    expect(list).toContainEqual({
      code: 'ШНЯ3',
      ascii: 'BD3',
      title: 'Шкаф нижний: три ящика',
      tier: 'base',
      widths: [300, 350, 400, 450, 500, 600, 700, 800, 900],
    });
  });

  it('shows a module by its Russian and by its Latin code, in the shape that scripts rely on', async () => {
    const russian = await garnitur('--json', 'catalogue', 'show', 'шня3', '--width', '600');
    const latin = await garnitur('catalogue', 'show', 'BD3', '--width', '600', '--height', '720', '--json');
    expect(latin).toEqual(russian);
    const shown = JSON.parse(latin.out);
    expect(Object.keys(shown)).toEqual(['code', 'ascii', 'title', 'width', 'height', 'depth', 'parts', 'bom']);
    expect(shown.parts[0]).toEqual({ qty: 2, name: 'Боковина', length: 720, width: 560, material: 'chip' });
    expect(Object.keys(shown.bom)).toEqual(['sheets', 'linear', 'edges', 'pieces']);
  });

  it.each([
    [['catalogue', 'show', 'XX', '--width', '600'], 'no module "XX"'],
    [['catalogue', 'show', 'BD3', '--width', '617'], 'the nearest is 600 or 700'],
    [['catalogue', 'show', 'BD3', '--width', '600', '--height', '1'], 'mm high, not 1'],
    [['order', 'check', '/nowhere/order.json'], '/nowhere/order.json cannot be read'],
  ])('%j cannot be done, and says why', async (args, told) => {
    const { code, out, err } = await garnitur(...args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(told);
  });
});
