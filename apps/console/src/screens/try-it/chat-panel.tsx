import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button, Form, Label, TextArea, TextField } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import {
  type Chat,
  type ChatState,
  choicesOf,
  type EndedTurn,
  type Exchange,
  GarniturError,
} from '../../../../../packages/client/src/index.js';
import { balance } from '../../api/balance.js';
import { ApiError } from '../../api/http.js';
import { Card } from '../../ui/card.js';
import { Failed } from '../../ui/states.js';

/** spec.md, Limits. */
const MAX_TEXT = 4_000;

interface ChatPanelProps {
  readonly chat: Chat;
  readonly state: ChatState;
}

/** What was said and answered, and the line to say more; answers are told to a screen reader as they come. */
export function ChatPanel({ chat, state: { exchanges, isBusy } }: ChatPanelProps) {
  const { t } = useTranslation();
  const log = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is new stands at the end
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [exchanges]);
  const last = exchanges.at(-1);
  const say = (text: string) => void chat.say(text);
  return (
    <Card title={t('tryIt.log')}>
      <div className="chat">
        {exchanges.length === 0 && <Price />}
        <div ref={log} className="chat-log" role="log" aria-label={t('tryIt.log')} tabIndex={last ? 0 : undefined}>
          {exchanges.map((exchange) => (
            <Said key={exchange.id} exchange={exchange} again={() => void chat.again()} />
          ))}
        </div>
        {isBusy && last?.turnId !== undefined && (
          <div className="row-actions">
            <Button className="button button-small" onPress={() => void chat.stop()}>
              {t('tryIt.stop')}
            </Button>
          </div>
        )}
        {!isBusy && <Options last={last} say={say} />}
        <Line say={say} isBusy={isBusy} />
      </div>
    </Card>
  );
}

/** Whose coins it takes, said before the first of them is spent. */
function Price() {
  const { t } = useTranslation();
  const { data } = useQuery(balance);
  const left = data?.balance.coins_left;
  return (
    <div className="muted">
      <p>{t('tryIt.intro')}</p>
      {left !== undefined && <p>{left > 0 ? t('tryIt.price', { count: left }) : t('tryIt.noCoins')}</p>}
    </div>
  );
}

function Said({
  exchange: { text, outcome, error },
  again,
}: {
  readonly exchange: Exchange;
  readonly again: () => void;
}) {
  const { t } = useTranslation();
  const answer = useAnswer();
  return (
    <div className="exchange">
      <p className="bubble bubble-customer">
        <span className="only-read">{t('tryIt.you')}: </span>
        {text}
      </p>
      {error === undefined ? (
        <p className="bubble bubble-answer">
          {outcome ? (
            <>
              <span className="only-read">{t('tryIt.answer')}: </span>
              {answer(outcome)}
            </>
          ) : (
            <>
              <span className="spinner" aria-hidden="true" /> {t('tryIt.working')}
            </>
          )}
        </p>
      ) : (
        <Failed error={refusalOf(error)} retry={again} />
      )}
    </div>
  );
}

/** What the customer is shown of an outcome (spec.md, Outcome statuses). */
function useAnswer(): (outcome: EndedTurn) => string {
  const { t } = useTranslation();
  return (outcome) => {
    if (outcome.state === 'stopped') return t('tryIt.stopped');
    if (outcome.state === 'failed' || outcome.status === 'failed') return t('tryIt.failed');
    const { note, why } = outcome.result;
    return outcome.status === 'rejected' && why ? `${note}\n${why}` : note;
  };
}

/** What can be said by a press: examples at first, then the choices of a question. */
function Options({ last, say }: { readonly last: Exchange | undefined; readonly say: (text: string) => void }) {
  const { t } = useTranslation();
  const examples = [t('tryIt.first'), t('tryIt.second')].map((text) => ({ number: text, text }));
  const choices = last?.outcome?.state === 'done' ? choicesOf(last.outcome.result.note) : [];
  const options = last ? choices : examples;
  if (options.length === 0) return null;
  return (
    <fieldset className="chat-options">
      <legend>{last ? t('tryIt.choices') : t('tryIt.examples')}</legend>
      {options.map(({ number, text }) => (
        <Button key={number} className="button button-small" onPress={() => say(number)}>
          {text}
        </Button>
      ))}
    </fieldset>
  );
}

/** Enter sends, Shift+Enter begins a new line. */
function Line({ say, isBusy }: { readonly say: (text: string) => void; readonly isBusy: boolean }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const isReady = !isBusy && text.trim() !== '';
  const send = () => {
    if (!isReady) return;
    say(text);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <Form
      className="chat-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextField maxLength={MAX_TEXT} value={text} onChange={setText}>
        <Label>{t('tryIt.say')}</Label>
        <TextArea placeholder={t('tryIt.hint')} onKeyDown={onKeyDown} />
      </TextField>
      <div className="form-actions">
        <Button className="button button-main" type="submit" isDisabled={!isReady}>
          {t('tryIt.send')}
        </Button>
      </div>
    </Form>
  );
}

/** The client's refusal as the screens say refusals. */
function refusalOf(error: unknown): unknown {
  if (error instanceof GarniturError) return new ApiError(error.status, error.code ?? 'internal', error.message);
  return error instanceof TypeError ? new ApiError(0, 'unreachable', error.message) : error;
}
