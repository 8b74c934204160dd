import { useState } from 'react';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';

/** Takes a text along, and says that it did. */
export function Copy({ text, label }: { readonly text: string; readonly label?: string }) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <Button className="button button-small" onPress={() => void copy()} {...(label ? { 'aria-label': label } : {})}>
      {isCopied ? t('form.copied') : t('form.copy')}
    </Button>
  );
}
