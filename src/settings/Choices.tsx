import { useId } from 'react';
import styles from './Choices.module.css';

type Props<Value> = {
  name: string;
  choices: readonly (readonly [value: Value, words: string])[];
  chosen: Value;
  onChoose: (value: Value) => void;
};

/** A segmented control: a row of options, one of them selected. */
export function Choices<Value extends string | null>({ name, choices, chosen, onChoose }: Props<Value>) {
  const id = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.name}>{name}</legend>
      <div className={styles.choices}>
        {choices.map(([value, words]) => (
          <label key={words} className={styles.choice}>
            <input type="radio" name={id} checked={value === chosen} onChange={() => onChoose(value)} />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
