import { TestService } from '../support/service.js';

describe('the service', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start();
  });
  afterAll(() => service.stop());

  it('turns a Russian sentence into a kitchen', async () => {
    const { api } = await service.partner();
    const id = await api.conversation({ external_id: 'lead-1' });
    const turn = await api.say(id, 'Прямая кухня 2400 мм: мойка 600, посудомойка 45, духовой шкаф с электрической варочной, остальное тумбы. Верхние шкафы и вытяжка нужны, холодильник отдельно в другом месте.');
    expect(turn).toMatchObject({ state: 'done', status: 'built' });
    const svg = await api.get(`/v1/conversations/${id}/render?facade=oak`);
    expect(svg.status).toBe(200);
    console.log(turn, svg.text.length, (await api.get(`/v1/conversations/${id}/bom`)).json, await api.usage());
  });
});
