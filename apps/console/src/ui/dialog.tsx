import type { ReactNode } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';

interface DialogButtonProps {
  readonly label: string;
  readonly title: string;
  /** The screen's main act. */
  readonly main?: boolean;
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog over the screen; Escape closes it, and the focus goes back. */
export function DialogButton({ label, title, main = false, children }: DialogButtonProps) {
  return (
    <DialogTrigger>
      <Button className={main ? 'button button-main' : 'button'}>{label}</Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="modal">
          <Dialog className="dialog">
            {({ close }) => (
              <>
                <Heading slot="title">{title}</Heading>
                {children(close)}
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}

interface ConfirmProps {
  readonly label: string;
  readonly question: string;
  readonly act: () => void;
}

/** A button whose act is asked about once more. */
export function Confirm({ label, question, act }: ConfirmProps) {
  const { t } = useTranslation();
  return (
    <DialogButton label={label} title={label}>
      {(close) => (
        <>
          <p>{question}</p>
          <div className="form-actions">
            <Button className="button" onPress={close} autoFocus>
              {t('form.cancel')}
            </Button>
            <Button
              className="button button-danger"
              onPress={() => {
                act();
                close();
              }}
            >
              {label}
            </Button>
          </div>
        </>
      )}
    </DialogButton>
  );
}
