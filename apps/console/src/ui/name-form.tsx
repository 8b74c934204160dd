import { type FormEvent, useState } from 'react';
import { Button, FieldError, Form, Input, Label, TextField } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useReason } from './states.js';

interface NameFormProps {
  readonly label: string;
  readonly first?: string;
  readonly maxLength?: number;
  readonly kind?: 'text' | 'url';
  readonly submit: (name: string) => Promise<unknown>;
  readonly close: () => void;
}

/** One line of text, in a dialog: what the service refuses is said under it. */
export function NameForm({ label, first = '', maxLength = 200, kind = 'text', submit, close }: NameFormProps) {
  const { t } = useTranslation();
  const reason = useReason();
  const [name, setName] = useState(first);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setSending(true);
    try {
      await submit(name.trim());
      close();
    } catch (refused) {
      setError(refused);
      setSending(false);
    }
  };
  return (
    <Form className="form" onSubmit={(event) => void onSubmit(event)}>
      <TextField isRequired autoFocus type={kind} maxLength={maxLength} value={name} onChange={setName}>
        <Label>{label}</Label>
        <Input />
        <FieldError />
      </TextField>
      {error !== undefined && (
        <p className="state-failed" role="alert">
          {reason(error)}
        </p>
      )}
      <div className="form-actions">
        <Button className="button" onPress={close}>
          {t('form.cancel')}
        </Button>
        <Button className="button button-main" type="submit" isDisabled={isSending}>
          {t('form.save')}
        </Button>
      </div>
    </Form>
  );
}
