import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Turn, WebhookStep } from '../../api/conversations.js';
import { addressOf } from '../../api/http.js';
import { useFormat } from '../../ui/format.js';

/** What the customer said, what was answered, how the answer came about, what it cost, and where it was sent. */
export function Said({ conversation, turn }: { readonly conversation: string; readonly turn: Turn }) {
  const { t } = useTranslation();
  const { text, images, result, coins, attempts, webhooks } = turn;
  const charged = coins.reduce((sum, { step, coins: of }) => sum + (step === 'charged' ? of : 0), 0);
  return (
    <>
      <h3>{t('conversations.said')}</h3>
      <p className="words">{text}</p>
      {images.length > 0 && (
        <div className="images">
          {images.map(({ digest }, at) => (
            <CustomerImage key={digest} src={addressOf(`/conversations/${conversation}/images/${digest}`)} n={at + 1} />
          ))}
        </div>
      )}
      {result && (
        <>
          <h3>{t('conversations.answered')}</h3>
          <p className="words">{result.note}</p>
          {result.why && <p className="words">{result.why}</p>}
        </>
      )}
      <p className="muted">{t('balance.charged', { count: charged })}</p>
      {attempts.map(({ attempt, operations, findings }) => (
        <Details
          key={attempt}
          title={t('conversations.made', {
            n: attempt,
            operations: operations.length,
            findings: findings.length,
          })}
        >
          {operations.map(({ op, ...rest }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same operation may stand there twice, and none moves
            <li key={at}>
              <code>{op}</code>{' '}
              {Object.entries(rest)
                .map(([name, value]) => `${name} ${textOf(value)}`)
                .join(', ')}
            </li>
          ))}
          {findings.map(({ code, msg }) => (
            <li key={`${code} ${msg}`}>
              <code>{code}</code> {msg}
            </li>
          ))}
        </Details>
      ))}
      {webhooks.length > 0 && <Webhook steps={webhooks} />}
    </>
  );
}

/** Opens as large as it is. */
function CustomerImage({ src, n }: { readonly src: string; readonly n: number }) {
  const { t } = useTranslation();
  return (
    <a href={src} target="_blank" rel="noreferrer">
      <img src={src} alt={t('conversations.image', { n })} />
    </a>
  );
}

function Webhook({ steps }: { readonly steps: readonly WebhookStep[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const last = steps.at(-1);
  return (
    <Details title={`${t('conversations.webhook')}: ${last ? t(`conversations.webhookSteps.${last.step}`) : ''}`}>
      {steps.map(({ at, step, attempt, status, error }) => (
        <li key={`${at} ${step} ${attempt}`}>
          <time dateTime={at}>{format.time(at)}</time>{' '}
          {[
            t(`conversations.webhookSteps.${step}`),
            attempt !== undefined && t('conversations.attempt', { n: attempt }),
            status ?? error,
          ]
            .filter(Boolean)
            .join(' · ')}
        </li>
      ))}
    </Details>
  );
}

function Details({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details>
      <summary>{title}</summary>
      <ul>{children}</ul>
    </details>
  );
}

/** A value of an operation, or of a unit before and after a change. */
export const textOf = (value: unknown): string =>
  value === undefined || value === null ? '—' : typeof value === 'object' ? JSON.stringify(value) : String(value);
