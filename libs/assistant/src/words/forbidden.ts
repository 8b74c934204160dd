/**
 * What no sentence of a reply may carry to a customer (design section 11): whatever a model was talked into, these never
 * leave. Patterns are tried on folded text (fold.ts): lower case, one alphabet a word, nothing invisible.
 */
export interface Ban {
  readonly name: 'link' | 'contact' | 'price' | 'status' | 'secret' | 'instructions' | 'others' | 'markup';
  readonly pattern: RegExp;
}

const END = '(?![а-яa-z0-9_])';
const START = '(?<![а-яa-z0-9_])';

const ban = (name: Ban['name'], ...patterns: readonly (RegExp | string)[]): Ban[] =>
  patterns.map((pattern) => ({ name, pattern: typeof pattern === 'string' ? new RegExp(pattern) : pattern }));

export const BANS: readonly Ban[] = [
  ...ban(
    'link',
    /:\s*\/\//,
    `${START}(?:www|wap)\\s*\\.`,
    `${START}(?:https?|ftp|mailto|javascript|data|tel|tg|file)\\s*:`,
    /[a-z0-9][a-z0-9-]*\.[a-z]{2,24}(?![a-z])/,
    /[а-я0-9][а-я0-9-]*\.(?:рф|рус|онлайн|сайт|москва|орг|ком|ру)(?![а-я])/,
    /[[({]\s*(?:\.|dot|точка)\s*[\])}]/,
    `${START}(?:dot|точка)\\s+(?:ру|ru|com|ком|org|орг|net|нет|рф|io)${END}`,
    /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/,
    /xn--/,
  ),
  ...ban(
    'contact',
    /[^\s@]+@[^\s@]+/,
    /(?:^|[\s(])@[a-z0-9_]{3,}/,
    /(?:\+7|(?<!\d)[78])[\s(-]{0,3}\d{3}[\s)-]{0,3}\d{3}[\s-]?\d{2}[\s-]?\d{2}(?!\d)/,
    /\+\d{9,}/,
    /(?<!\d)\d{11,}(?!\d)/,
    `${START}(?:telegram|телеграм|whatsapp|ватсап|вотсап|viber|вайбер|вконтакте|инстаграм)`,
  ),
  ...ban(
    'price',
    /[₽$€£¥₴₸]/,
    `${START}(?:руб(?:л[а-я]+|\\.)?|копе(?:йк|ек)[а-я]*|доллар[а-я]*|евро|тенге|usd|eur|rub|btc|usdt)${END}`,
    /\d\s*(?:к\s+)?р(?:\.|уб)/,
    /\d\s*тыс(?:\.|яч)/,
    `${START}(?:скидк|промокод|кэшбек|кешбек|купон|бесплатн|даром|распродаж)`,
    /(?:в\s+подарок|за\s+полцены)/,
    `${START}(?:цен[аыуео]|ценой|стоимост[а-я]+|предоплат[а-я]+|оплат[а-я]+)${END}[^.!?]*(?:\\d|тысяч|сто${END}|ноль|нол[ья])`,
    // «Мойка стоит 600 мм от стены» is no price.
    `${START}(?:стоит|стоят|обойдется|обойдутся)\\s+(?:всего|около|примерно|от|до)?\\s*(?=\\d)(?![\\d\\s.,]*(?:мм|см|м)${END})`,
    `${START}(?:монет|коин)`,
  ),
  ...ban(
    'status',
    /(?:оплачен|оплата\s+(?:получена|принята|прошла)|подтвержден[аоы]?\s+(?:менеджер|администратор)|передан[аоы]?\s+в\s+производство|заказ\s+(?:отправлен|доставлен|отменен|оформлен|подтвержден))/,
    /(?:режим|права|доступ)\s+(?:администратора|разработчика|суперпользователя|отладки)/,
  ),
  ...ban(
    'secret',
    `${START}(?:sk|pk|rk|whsec|ghp|xox[bp]|akia)[-_][a-z0-9_-]{4,}`,
    `${START}(?:cnv|trn|evt|prt|cmp|key|nod|crd|pwd|tok)_[a-z0-9]+`,
    `${START}bearer\\s+\\S+`,
    /(?=[a-z0-9+/=_-]*\d)(?=[a-z0-9+/=_-]*[a-z])[a-z0-9+/=_-]{20,}/,
    `${START}(?:password|passwd|api[\\s_-]?key|secret|token|env)${END}`,
    `${START}(?:пароль|api[\\s-]?ключ|секретн[а-я]+\\s+ключ|токен)`,
    /-----begin/,
  ),
  ...ban(
    'instructions',
    /систем[а-я]*\s+(?:промпт|промт|подсказк|инструкц|сообщени|роль)/,
    `${START}(?:промпт|промт|prompt|system|developer|assistant|instructions?|ignore|jailbreak|openai|chatgpt|gpt|llm)`,
    /(?:мо[ийе][а-я]*|мне\s+(?:дан|задан)[а-я]*|внутренн[а-я]+|скрыт[а-я]+)\s+(?:инструкци|правил|указани|настройк)/,
    /языков[а-я]+\s+модел/,
    /[a-z]+_[a-z_]+/,
  ),
  ...ban(
    'others',
    /(?:друг(?:ого|ой|им|их|ому)|чуж(?:ой|ого|их|ому)|предыдущ(?:его|ий|ему|их)|соседн(?:его|ий|ему|их))\s+(?:клиент|покупател|заказчик|заказ|разговор|диалог|лид)/,
    /(?:клиент|покупател|заказчик)[а-я]*\s+(?:иванов|петров|сидоров|по\s+имени|с\s+номером)/,
  ),
  ...ban('markup', /[{}\\]/, /```|~~~/, /<\s*\/?\s*[a-z!]/, /&(?:#\d+|[a-z]+);/),
];

const either = (...stems: readonly string[]): RegExp => new RegExp(`(?<!не\\s)${START}(?:${stems.join('|')})${END}`);

/** Says that something has just been done: true of a built turn only. */
export const DONE = either(
  'готово',
  'сделано',
  'выполнено',
  '(?:собра|сдела|добави|убра|удали|замени|поменя|постави|измени|обнови|увеличи|уменьши|сохрани|оформи|перекраси)л[аи]?',
  'перенес(?:ла|ли)?',
);

/** Says how things stand: true of a built turn, and where an order stands and nothing was refused. */
export const STATE = either(
  '(?:кухня|гарнитур|заказ|проект|все)\\s+готов[ао]?',
  '(?:собран|добавлен|убран|удален|заменен|обновлен|изменен|перенесен|увеличен|уменьшен|поставлен)[аоы]?',
);
