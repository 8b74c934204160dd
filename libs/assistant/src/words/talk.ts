import type { Topic } from '../meaning/meaning.js';

const INVITE = 'Расскажите о кухне: какой длины стена и какая техника нужна?';
const CHANGE = 'Что изменить в кухне?';
const IF_KITCHEN = 'Если нужна кухня, расскажите о ней: какой длины стена и какая техника?';

/** An invitation to go on; `aside`: after something else than kitchens was spoken of. */
export const invite = (standing: boolean, aside: boolean): string => (standing ? CHANGE : aside ? IF_KITCHEN : INVITE);

/** What is said to small talk and to what is no order; each ends with an invitation where it is all that was said. */
export const TALK: Readonly<Record<Topic, string>> = {
  greeting: 'Здравствуйте!',
  thanks: 'Пожалуйста, рад помочь! Если захотите что-то поменять, просто напишите.',
  praise: 'Спасибо, приятно слышать! Если захотите что-то поменять, просто напишите.',
  complaint: 'Простите, что так вышло. Напишите, что не так, и я исправлю.',
  swearing: 'Понимаю, что досадно. Напишите, что сделать иначе, и я исправлю.',
  price: 'Цену здесь не считаем: её назовёт менеджер салона, она зависит от материалов и фурнитуры.',
  discount: 'Об акциях и особых условиях расскажет менеджер салона.',
  delivery: 'О доставке расскажет менеджер салона: куда и когда привозят, знает он.',
  installation: 'Сборку и установку организует салон, подробности подскажет менеджер.',
  deadline: 'Сроки назовёт менеджер салона, когда кухня будет согласована.',
  warranty: 'О гарантии расскажет менеджер салона.',
  payment: 'Об оплате и договоре расскажет менеджер салона.',
  measuring: 'На замер приезжает мастер салона: договориться поможет менеджер.',
  hardware: 'Материал фасадов, петли и направляющие подбирает салон: обсудите их с менеджером.',
  who: 'Я помощник салона: собираю кухню по вашему описанию и меняю её по вашим словам.',
  human: 'Менеджер салона поможет лично, а я пока могу собрать кухню по вашему описанию.',
  other_furniture: 'К сожалению, такую мебель не делаем: я помогаю только с кухонными гарнитурами.',
  other_language: 'Напишите, пожалуйста, по-русски: другие языки я понимаю плохо.',
  off_topic: 'С этим не помогу: я собираю только кухонные гарнитуры.',
  injection: 'С такой просьбой не помогу: я только собираю кухни.',
  drawing: 'Чертёж и вид кухни обновляются после каждого изменения, их покажет салон.',
};

/** Topics after which nothing is asked: the customer did not come for an answer. */
export const CLOSED: readonly Topic[] = ['thanks', 'praise', 'complaint', 'swearing'];
/** Topics after which nothing of a kitchen is asked for, unless the message speaks of one too. */
export const ASIDE: readonly Topic[] = ['off_topic', 'other_furniture', 'injection', 'other_language'];
/** Topics that want no sentence beside a kitchen that was built. */
export const PASSED_OVER: readonly Topic[] = [
  'greeting',
  'thanks',
  'praise',
  'other_language',
  'injection',
  'off_topic',
  'drawing',
];
export const APOLOGY = 'Простите за неудобство.';

/** A picture without words: it is read by the other assistant only. */
export const PICTURE =
  'Картинку вижу, но прочитать её не получится: опишите кухню словами — длину стены и что стоит слева направо.';
