import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { builds } from '../support/answers.js';
import { eventually } from '../support/api.js';
import { image, png } from '../support/images.js';
import { Receiver } from '../support/receiver.js';
import { TestService } from '../support/service.js';

/** What a partner tells of one customer, each as it may be found again. */
const PLANTED = {
  lead: '+7 912 345-67-89',
  words: 'потайная_кладовка',
  reply: 'сокровенный_ответ',
  meta: 'откуда_пришёл',
  address: 'улица-Ленина-7',
  'request id': 'lead:79123456789@shop',
  'idempotency key': 'ключ_79123456789',
  picture: Buffer.from('7069782d6f662d7468652d706c616e2d00ff10', 'hex').toString('latin1'),
};

/** Ways in which a file may hold a text. */
function encodings(text: string): readonly Buffer[] {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [
    Buffer.from(text, 'latin1'),
    Buffer.from(text),
    Buffer.from(text, 'utf16le'),
    Buffer.from(escaped),
    Buffer.from(encodeURIComponent(text)),
  ];
}

describe('a conversation that was deleted', () => {
  let service: TestService;
  let receiver: Receiver;

  beforeAll(async () => {
    const assistant = new ScriptedAssistant(() => ({ ...builds, reply: `${PLANTED.reply} `.repeat(40) }));
    service = await TestService.start({ assistant });
    receiver = await Receiver.start();
  });
  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  /** Which of what was planted lies in which files, while the service runs. */
  const found = async () => {
    const entries = await readdir(service.dataDir, { recursive: true, withFileTypes: true });
    const lying: string[] = [];
    for (const { name, parentPath } of entries.filter((entry) => entry.isFile())) {
      // A picture may go between the listing and the reading.
      const bytes = await readFile(join(parentPath, name)).catch(() => Buffer.alloc(0));
      for (const [what, text] of Object.entries(PLANTED))
        if (encodings(text).some((needle) => bytes.includes(needle))) lying.push(`${what} in ${name}`);
    }
    return lying.sort();
  };

  it('leaves nothing of its customer in any file, write-ahead logs included, though nobody stops the service', async () => {
    const { api, company_id } = await service.partner();
    const seat = await service.addSeat(company_id, 'Цех 1');
    const id = await api.conversation({
      external_id: PLANTED.lead,
      webhook_url: `${receiver.url}${encodeURIComponent(PLANTED.address)}`,
      meta: { from: `${PLANTED.meta} `.repeat(50) },
    });
    const headers = {
      'x-request-id': PLANTED['request id'],
      'idempotency-key': encodeURIComponent(PLANTED['idempotency key']),
    };
    const picture = image(Buffer.concat([png(700, 700), ...Array(50).fill(Buffer.from(PLANTED.picture, 'latin1'))]));
    await api.outcome(await api.send(id, `собери ${`${PLANTED.words} `.repeat(60)}`, {}, { headers }));
    await api.say(id, `план ${`${PLANTED.words} `.repeat(60)}`, { images: [picture] });
    expect((await api.post(`/v1/conversations/${id}/handoff`, { seat: String(seat) }, { headers })).status).toBe(200);
    await eventually(async () => (await api.usage()).coins_used === 9);
    const planted = (await found()).map((one) => one.split(' in ')[0]);
    expect(planted).toEqual(expect.arrayContaining(['address', 'lead', 'meta', 'picture', 'words']));
    expect((await api.call('DELETE', `/v1/conversations/${id}`, undefined, { headers })).status).toBe(204);
    let left: string[] = [];
    await eventually(async () => {
      left = await found();
      return left.length === 0;
    }, 10_000).catch(() => undefined);
    expect(left).toEqual([]);
  });
});
