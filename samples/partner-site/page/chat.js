import { builtTurn, Chat, choicesOf, Garnitur } from '/client/index.js';

// It speaks to the site's own server, which has the key.
const garnitur = new Garnitur({ url: `${location.origin}/api` });
const chat = new Chat(garnitur, await (await fetch('/api/history')).json());

const element = (id) => document.getElementById(id);
const [log, choices, form, words, stop, send, views, none, picture] = [
  ...['log', 'choices', 'form', 'words', 'stop', 'send', 'views', 'none', 'picture'],
].map(element);
/** The answer's element of each exchange: what is there stays, so that a screen reader is told of the new alone. */
const answers = new Map();
let view = 'front';

/** What the customer is shown of an outcome: the note, and of a refusal the reason. */
function answerOf({ outcome, error }) {
  if (error) return 'Не получилось отправить.';
  if (!outcome) return 'Собираю…';
  if (outcome.state === 'stopped') return 'Остановлено.';
  if (outcome.state === 'failed' || outcome.status === 'failed') return 'Не получилось. Скажите другими словами.';
  const { note, why } = outcome.result;
  return outcome.status === 'rejected' && why ? `${note}\n${why}` : note;
}

function bubble(kind, text) {
  const made = document.createElement('p');
  made.className = `bubble ${kind}`;
  made.textContent = text;
  log.append(made);
  return made;
}

function button(text, act) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.addEventListener('click', act);
  return made;
}

function draw() {
  const { exchanges, isBusy, conversationId } = chat.state;
  for (const exchange of exchanges) {
    if (!answers.has(exchange.id)) {
      bubble('customer', exchange.text);
      answers.set(exchange.id, bubble('answer', ''));
    }
    const answer = answers.get(exchange.id);
    const text = answerOf(exchange);
    if (answer.textContent !== text) answer.textContent = text;
  }
  log.scrollTop = log.scrollHeight;
  const last = exchanges.at(-1);
  const offered = last?.outcome?.state === 'done' ? choicesOf(last.outcome.result.note) : [];
  choices.replaceChildren(
    ...offered.map(({ number, text }) => button(text, () => chat.say(number))),
    ...(last?.error ? [button('Повторить', () => chat.again())] : []),
  );
  stop.hidden = !isBusy || last?.turnId === undefined;
  send.disabled = isBusy;
  const turn = builtTurn(chat.state);
  none.hidden = turn > 0;
  views.hidden = picture.hidden = turn === 0;
  // The turn makes it another address: what the browser keeps of an older picture is not shown.
  const address = `/api/v1/conversations/${conversationId}/render?view=${view}&turn=${turn}`;
  if (turn > 0 && picture.getAttribute('src') !== address) picture.src = address;
}

function say() {
  if (send.disabled || words.value.trim() === '') return;
  void chat.say(words.value);
  words.value = '';
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  say();
});
words.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  say();
});
stop.addEventListener('click', () => chat.stop());
views.addEventListener('click', ({ target }) => {
  if (!target.dataset.view) return;
  view = target.dataset.view;
  for (const one of views.children) one.setAttribute('aria-pressed', String(one === target));
  draw();
});

chat.subscribe(draw);
draw();
// A turn that was open when the page was left.
void chat.again();
