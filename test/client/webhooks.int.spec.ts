import { RotateWebhookSecret } from '#libs/companies';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { builds } from '../support/answers.js';
import { eventually } from '../support/api.js';
import { faultsOfWebhook } from '../support/api-document.js';
import { Receiver } from '../support/receiver.js';
import { TestService } from '../support/service.js';

describe('the webhooks of the document', () => {
  it('are the webhooks that come: each event, with its headers and its body', async () => {
    const receiver = await Receiver.start();
    const assistant = new ScriptedAssistant(({ words }) =>
      words === 'собери' ? builds : words === 'молчи' ? 'hang' : new Error('no answer'),
    );
    const service = await TestService.start({ assistant });
    try {
      const { api, partner_id } = await service.partner({ webhook_url: receiver.url });
      const id = await api.conversation({ external_id: 'lead-1' });
      await api.say(id, 'собери');
      await api.say(id, 'сломайся');
      const stopped = await api.send(await api.conversation(), 'молчи');
      await api.post(`/v1/turns/${stopped}/stop`);
      // From here on with two signatures.
      await service.service.commands.execute(new RotateWebhookSecret(partner_id, { actor: 'test' }));
      expect((await api.post('/v1/webhooks/test')).status).toBe(202);
      await eventually(() => new Set(receiver.bodies().map(({ event }) => event)).size === 4);
      const ping = receiver.received.find(({ headers }) => headers['x-service-event'] === 'ping');
      expect(ping?.headers).toHaveProperty('x-service-signature-previous');
      for (const { headers, body } of receiver.received)
        expect(
          faultsOfWebhook(new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)])), body),
        ).toEqual([]);
    } finally {
      await service.stop();
      await receiver.stop();
    }
  });
});
