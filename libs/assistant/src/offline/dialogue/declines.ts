import type { Lex } from '../lexicon/words.js';
import { plain } from '../text/normalise.js';
import { has, type Token } from '../text/token.js';

/** Prompt injection; refused without repeating it. */
const INJECTION = [
  /(игнор|забуд|отмен|обойд|не обращай|не слушай|пренебрег|нарушь)[^.!?]{0,60}(правил|инструкц|указан|предыдущ|ограничен|систем|все что)/,
  /(систем|скрыт|внутренн|исходн|секретн)[^.!?]{0,20}(промпт|инструкц|сообщен|настройк|подсказк|код)/,
  /промпт|prompt|jailbreak|джейлбрейк/,
  /\b(ignore|disregard|forget)\b[^.!?]{0,60}\b(previous|above|all|instructions?|rules?)\b/,
  /\b(system|developer)\s*(message|role|:)/,
  /(ты теперь|притворись|представь что ты|веди себя как|отвечай как|действуй как|you are now|act as|pretend)/,
  /(api|апи)[\s-]*(key|ключ|токен)|парол[ья]|(покажи|выведи|напечатай|раскрой)[^.!?]{0,30}(инструкц|ключ|токен|секрет)/,
  /<\/?(system|assistant|user|script)>|\[\/?inst\]|drop\s+table|\$\{|\{\{/,
];

/** Furniture other than kitchens. */
const OTHER_FURNITURE =
  /шкаф[\s-]*купе|прихож|гардероб|кроват|диван|кресл|комод|детск(ая|ую|ой) |спальн|гостин(ая|ую|ой)|стенк[ауи] в |тумб[ауы] под тв|тумб[ауы] под телевиз|письменн|компьютерн[а-я]* стол|обеденн[а-я]* стол|стулья|стульев|мебель для ванн|ванн(ую|ой|ая) комнат|туалетн/;

/** Off-topic requests. */
const OFF_TOPIC =
  /рецепт|борщ|погод|анекдот|шутк|стих|сказк|песн|курс (доллар|валют|евро)|биткоин|политик|президент|футбол|хоккей|гороскоп|напиши (код|программ|сочинен|эссе|письм)|реши (задач|уравн|пример)|переведи|столица|сколько будет \d|кто ты|как тебя зовут|расскажи (о себе|про себя|историю)|посоветуй (фильм|книг|сериал|ресторан)|доставк[аиу] (пицц|суши|еды)|как (приготов|свар|пожар|испеч)/;

const ABOUT = 'Я собираю кухонные гарнитуры по описанию';
const INVITE = 'скажите, какой длины стена, какой формы кухня и какая техника нужна';

/** The reply that declines an off-topic message; undefined for a message about kitchens. */
export function declineOf(text: string, tokens: readonly Token[]): string | undefined {
  const words = plain(text);
  if (INJECTION.some((pattern) => pattern.test(words))) {
    return `${ABOUT} и с такой просьбой помочь не могу. Если нужна кухня, ${INVITE}.`;
  }
  const kitchen = has(tokens, 'kitchen', 'sink', 'dishwasher', 'hob', 'oven', 'stove', 'fridge', 'hood', 'worktop');
  if (OTHER_FURNITURE.test(words) && !kitchen) return `${ABOUT}, другую мебель не делаю. Если нужна кухня, ${INVITE}.`;
  if (OFF_TOPIC.test(words) && !has(tokens, 'kitchen', 'sink', 'dishwasher', 'hob', 'oven', 'hood'))
    return `${ABOUT}, с этим помочь не смогу. Если нужна кухня, ${INVITE}.`;
  return undefined;
}

/** Layouts with a row off the wall are not made; the reply offers those that are. */
export function unsupportedReply(kind: 'island' | 'peninsula' | 'parallel'): string {
  const name = { island: 'Остров', peninsula: 'Полуостров', parallel: 'Два ряда друг напротив друга' }[kind];
  return `${name} пока не собираем: ${kind === 'parallel' ? 'ряды стоят вдоль стен, которые сходятся в углу' : 'каждый ряд стоит у стены'}. Могу собрать прямую, угловую или П-образную кухню вдоль стен. Какая форма подойдёт и какой длины стена?`;
}

const POLITE: readonly Lex[] = ['yes', 'all', 'how', 'no', 'want'];
const PRAISE = /^(отлич|супер|класс|здоров|нрав|прекрас|замечат|устраива|круто|идеальн)/;
const PLEASED = 'Рад, что подошло! Если нужно что-то изменить в кухне, скажите.';

/** Thanks, greetings and praise without a request. */
export function smallTalk(tokens: readonly Token[], standing: boolean): string | undefined {
  if (
    tokens.length > 7 ||
    tokens.some(({ lex, quantity, finish }) => (lex && !POLITE.includes(lex)) || quantity || finish)
  )
    return undefined;
  if (tokens.some(({ text }) => /^(умее|умеешь|можете|можешь|робот|человек|живой|помощ|помог|работае)/.test(text)))
    return standing
      ? `${ABOUT}: могу переставить, заменить, перекрасить. Что изменить в кухне?`
      : `${ABOUT}: ${INVITE}.`;
  if (tokens.some(({ text }) => /^(менеджер|оператор|консультант|дизайнер|мастер)/.test(text)))
    return `Менеджера пригласит салон. ${ABOUT}: ${standing ? 'скажите, что изменить в кухне' : INVITE}.`;
  if (standing && has(tokens, 'all', 'yes') && tokens.some(({ text }) => PRAISE.test(text))) return PLEASED;
  if (standing && tokens.length <= 4 && !has(tokens, 'no') && tokens.some(({ text }) => PRAISE.test(text)))
    return PLEASED;
  if (tokens.some(({ text }) => /^(спасиб|благодар)/.test(text)))
    return standing
      ? 'Пожалуйста! Если нужно что-то изменить в кухне, скажите.'
      : `Пожалуйста! Чтобы собрать кухню, ${INVITE}.`;
  if (tokens.some(({ text }) => /^(привет|здравствуй|добрый|доброе|добрый)/.test(text)))
    return standing ? 'Здравствуйте! Что изменить в кухне?' : `Здравствуйте! ${ABOUT}: ${INVITE}.`;
  return undefined;
}
