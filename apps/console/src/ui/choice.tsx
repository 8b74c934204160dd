import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components';

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly id: T; readonly name: string }[];
  readonly value: T;
  readonly choose: (value: T) => void;
}

/** One of a few, by mouse, keyboard or screen reader. */
export function Choice<T extends string>({ label, options, value, choose }: ChoiceProps<T>) {
  return (
    <Select
      className="choice"
      value={value}
      onChange={(key) => {
        const chosen = options.find(({ id }) => id === key);
        if (chosen) choose(chosen.id);
      }}
    >
      <Label>{label}</Label>
      <Button className="button choice-button">
        <SelectValue />
        <span aria-hidden="true">▾</span>
      </Button>
      <Popover className="popover">
        <ListBox className="choice-list">
          {options.map(({ id, name }) => (
            <ListBoxItem key={id} id={id} className="choice-item">
              {name}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
