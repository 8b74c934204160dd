/**
 * Patterns that no sentence sent to a customer may match (design, section 11), whatever a model was tricked into.
 * Matched on `matchForms` of guard.ts: lower case, one alphabet per word, no invisible characters.
 */
interface ForbiddenPattern {
  readonly name: 'link' | 'contact' | 'price' | 'status' | 'secret' | 'instructions' | 'others' | 'markup';
  readonly pattern: RegExp;
}

const END = '(?![а-яa-z0-9_])';
const START = '(?<![а-яa-z0-9_])';

const forbid = (name: ForbiddenPattern['name'], ...patterns: readonly (RegExp | string)[]): ForbiddenPattern[] =>
  patterns.map((pattern) => ({ name, pattern: typeof pattern === 'string' ? new RegExp(pattern) : pattern }));

export const FORBIDDEN_PATTERNS: readonly ForbiddenPattern[] = [
  ...forbid(
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
  ...forbid(
    'contact',
    /[^\s@]+@[^\s@]+/,
    /(?:^|[\s(])@[a-z0-9_]{3,}/,
    /(?:\+7|(?<!\d)[78])[\s(-]{0,3}\d{3}[\s)-]{0,3}\d{3}[\s-]?\d{2}[\s-]?\d{2}(?!\d)/,
    /(?<!\d)\d{3}[-)]\s?\d{3}-\d{2}-\d{2}(?!\d)/,
    /\+\d{9,}/,
    /(?<!\d)\d{11,}(?!\d)/,
    `${START}(?:telegram|телеграм|whatsapp|ватсап|вотсап|viber|вайбер|вконтакте|инстаграм)`,
  ),
  ...forbid(
    'price',
    /[₽$€£¥₴₸]/,
    `${START}(?:руб(?:л[а-я]+|\\.)?|копе(?:йк|ек)[а-я]*|доллар[а-я]*|бакс[а-я]*|евро|тенге|usd|eur|rub|btc|usdt)${END}`,
    /\d\s*(?:к\s+)?р(?:\.|уб)/,
    // «600 к стене» is not a price.
    `\\d+к${END}`,
    `(?:\\d\\s*|${START})(?:тыс(?:\\.|яч)|тыщ)(?![а-я.]*\\s*(?:мм|миллиметр))`,
    /\d\s*(?:%|процент)/,
    `${START}(?:скид(?:к|он|оч)|рассрочк|кредит|промокод|кэшбек|кешбек|купон|бесплатн|даром|распродаж)`,
    /(?:в\s+подарок|за\s+полцены)/,
    `${START}(?:цен[аыуео]|ценой|стоимост[а-я]+|предоплат[а-я]+|оплат[а-я]+)${END}[^.!?]*(?:\\d|тысяч|сто${END}|ноль|нол[ья])`,
    // «Мойка стоит 600 мм от стены» is not a price.
    `${START}(?:стоит|стоят|обойдется|обойдутся)\\s+(?:всего|около|примерно|от|до)?\\s*(?=\\d)(?![\\d\\s.,]*(?:мм|см|м)${END})`,
    `${START}(?:с\\s+вас|итого|к\\s+оплате|платеж)${END}[:\\s]*(?=\\d)(?![\\d\\s.,]*(?:мм|см|м)${END})`,
    `${START}(?:монет|коин)`,
  ),
  ...forbid(
    'status',
    /(?:оплачен|оплата\s+(?:получена|принята|прошла)|подтвержден[аоы]?\s+(?:менеджер|администратор)|передан[аоы]?\s+в\s+производство|заказ\s+(?:отправлен|доставлен|отменен|оформлен|подтвержден))/,
    `${START}(?:доставк|срок|изготов|монтаж|установк)[а-я]*[^.!?]*(?:\\d\\s*(?:дн|день|недел|месяц|час|числ|январ|феврал|март|апрел|ма[яй]|июн|июл|август|сентябр|октябр|ноябр|декабр)|завтра|сегодня)`,
    /(?:режим|права|доступ)\s+(?:администратора|разработчика|суперпользователя|отладки)/,
  ),
  ...forbid(
    'secret',
    `${START}(?:sk|pk|rk|whsec|ghp|xox[bp]|akia)[-_][a-z0-9_-]{4,}`,
    `${START}(?:cnv|trn|evt|prt|cmp|key|nod|crd|pwd|tok)_[a-z0-9]+`,
    `${START}bearer\\s+\\S+`,
    /(?=[a-z0-9+/=_-]*\d)(?=[a-z0-9+/=_-]*[a-z])[a-z0-9+/=_-]{20,}/,
    `${START}(?:password|passwd|api[\\s_-]?key|secret|token|env)${END}`,
    `${START}(?:пароль|api[\\s-]?ключ|секретн[а-я]+\\s+ключ|токен)`,
    /-----begin/,
  ),
  ...forbid(
    'instructions',
    /систем[а-я]*\s+(?:промпт|промт|подсказк|инструкц|сообщени|роль)/,
    `${START}(?:промпт|промт|prompt|system|developer|assistant|instructions?|ignore|jailbreak|openai|chatgpt|gpt|llm)`,
    /(?:мо[ийе][а-я]*|мне\s+(?:дан|задан)[а-я]*|внутренн[а-я]+|скрыт[а-я]+)\s+(?:инструкци|правил|указани|настройк)/,
    /(?:инструкци|правил|указани)[а-я]*[^.!?]{0,20}мне\s+(?:дал|дан|задал|задан)/,
    /языков[а-я]+\s+модел/,
    /[a-z]+_[a-z_]+/,
  ),
  ...forbid(
    'others',
    /(?:друг(?:ого|ой|ом|им|их|ому)|чуж(?:ой|ого|ом|их|ому)|предыдущ(?:его|ий|ем|ему|их)|соседн(?:его|ий|ем|ему|их))\s+(?:клиент|покупател|заказчик|заказ|разговор|диалог|лид)/,
    /(?:клиент|покупател|заказчик)[а-я]*\s+(?:иванов|петров|сидоров|по\s+имени|с\s+номером)/,
  ),
  ...forbid('markup', /[{}\\]/, /```|~~~/, /<\s*\/?\s*[a-z!]/, /&(?:#\d+|[a-z]+);/),
];

const claimOf = (...stems: readonly string[]): RegExp => new RegExp(`(?<!не\\s)${START}(?:${stems.join('|')})${END}`);

/** Claims that something was just done: true only of a built turn. */
export const DONE_CLAIM = claimOf(
  'готово',
  'сделано',
  'выполнено',
  '(?:собра|сдела|добави|убра|удали|замени|поменя|постави|измени|обнови|увеличи|уменьши|сохрани|оформи|перекраси)л[аи]?',
  'перенес(?:ла|ли)?',
);

/** Claims about the state of the order: true if one exists and nothing was refused. */
export const STATE_CLAIM = claimOf(
  '(?:кухня|гарнитур|заказ|проект|все)\\s+готов[ао]?',
  '(?:собран|добавлен|убран|удален|заменен|обновлен|изменен|перенесен|увеличен|уменьшен|поставлен)[аоы]?',
);
