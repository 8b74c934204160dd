import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get } from '../../api/http.js';
import { Card } from '../../ui/card.js';
import { Choice } from '../../ui/choice.js';
import { useAmount } from '../../ui/kitchen/kitchen-lists.js';
import { Empty, Failed, Loading } from '../../ui/states.js';
import { textOf } from './said.js';

interface Named {
  readonly id: string;
  readonly title: string;
}

type Field = 'run' | 'at' | 'code' | 'w' | 'h' | 'd' | 'pinned' | 'items';

interface Diff {
  readonly nodes: {
    readonly added: readonly Named[];
    readonly removed: readonly Named[];
    readonly changed: readonly (Named & {
      readonly fields: readonly { readonly name: Field; readonly before: unknown; readonly after: unknown }[];
    })[];
  };
  readonly coins: { readonly before: number; readonly after: number };
  readonly bom: readonly {
    readonly kind: 'sheet' | 'linear' | 'edge' | 'piece';
    readonly code: string;
    readonly title: string;
    readonly before: number;
    readonly after: number;
  }[];
}

/** What is different at a turn from an earlier one: units, coins, lines of the bill of materials. */
export function Changes({ conversation, turn }: { readonly conversation: string; readonly turn: number }) {
  const { t } = useTranslation();
  const [from, setFrom] = useState(turn - 1);
  const { data, error } = useQuery({
    queryKey: ['conversation', conversation, 'diff', from, turn],
    queryFn: ({ signal }) => get<{ diff: Diff }>(`/conversations/${conversation}/diff`, { from, to: turn }, signal),
  });
  const earlier = Array.from({ length: turn - 1 }, (_, at) => String(at + 1));
  return (
    <Card
      title={t('conversations.changed')}
      actions={
        <Choice
          label={t('conversations.compareWith')}
          options={earlier.map((id) => ({ id, name: id }))}
          value={String(from)}
          choose={(value) => setFrom(Number(value))}
        />
      }
    >
      {error && <Failed error={error} />}
      {!data && !error && <Loading />}
      {data && <Differences diff={data.diff} />}
    </Card>
  );
}

function Differences({ diff: { nodes, coins, bom } }: { readonly diff: Diff }) {
  const { t } = useTranslation();
  const amount = useAmount();
  const fieldName = (name: Field) => t(`conversations.fields.${name}`);
  const said = (value: unknown) => (typeof value === 'boolean' ? t(value ? 'form.yes' : 'form.no') : textOf(value));
  const { added, removed, changed } = nodes;
  if (added.length + removed.length + changed.length + bom.length === 0)
    return <Empty>{t('conversations.noChange')}</Empty>;
  return (
    <>
      <Names title={t('conversations.added')} of={added} />
      <Names title={t('conversations.removed')} of={removed} />
      {changed.length > 0 && (
        <>
          <h3>{t('conversations.altered')}</h3>
          <ul>
            {changed.map(({ id, title, fields }) => (
              <li key={id}>
                {title}:{' '}
                {fields
                  .map(({ name, before, after }) => `${fieldName(name)} ${said(before)} → ${said(after)}`)
                  .join(', ')}
              </li>
            ))}
          </ul>
        </>
      )}
      {bom.length > 0 && (
        <>
          <h3>{t('conversations.bomChanges')}</h3>
          <ul>
            {bom.map(({ kind, code, title, before, after }) => (
              <li key={`${kind} ${code} ${title}`}>
                <code>{code}</code> {title}: {amount[kind](before)} → {amount[kind](after)}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="muted">
        {t('balance.used')}: {coins.before} → {coins.after}
      </p>
    </>
  );
}

function Names({ title, of }: { readonly title: string; readonly of: readonly Named[] }) {
  if (of.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {of.map(({ id, title: name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </>
  );
}
