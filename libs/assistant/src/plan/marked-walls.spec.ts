import type { Order } from '#libs/furniture';
import { PlayedConversation } from '../../test/play.js';
import { floorRow } from '../units/units.js';

const KITCHEN =
  'Угловая: левая стена с окном 2,4 м, глухая стена 3 м, окно 120 см в 60 см от левого угла. Мойка под окном, на глухой плита электро и холодильник';

const wallsOf = (order: Order | undefined, ...kinds: ('sink' | 'stove' | 'fridge' | 'dishwasher')[]) =>
  kinds.map((kind) => order && floorRow(order).find((unit) => unit.kinds.has(kind))?.wall);

it('«глухая» is the other wall than that of the window, in the message that tells of it and later', async () => {
  const conversation = new PlayedConversation();
  const { order } = await conversation.say(KITCHEN);
  expect(wallsOf(order, 'sink', 'stove', 'fridge')).toEqual(['A', 'B', 'B']);
  const { order: later } = await conversation.say('добавьте посудомойку 45 на глухую стену');
  expect(wallsOf(later, 'dishwasher')).toEqual(['B']);
});
