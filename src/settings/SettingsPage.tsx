import { useState, useId, type ReactNode } from 'react';
import { useAppDispatch, useAppSelector } from '../hooks';
import { Field } from '../components/Field';
import { PageHeading } from '../components/PageHeading';
import { SyncNotice } from '../ui/SyncNotice';
import { firstDayOfLocale } from '../lib/days/weekStart';
import { requestChange } from '../sync/operations';
import type { SettingChanges } from './settings';
import { settingsChange } from './settingsChange';
import { selectConfirmedSettingsId, selectSettings, selectSettingsSync } from './settingsSlice';
import styles from './SettingsPage.module.css';
import choicesStyles from './Choices.module.css';

type Props<Value> = {
  name: string;
  choices: readonly (readonly [value: Value, words: string])[];
  chosen: Value;
  onChoose: (value: Value) => void;
};

/** A segmented control: a row of options, one of them selected. */
function Choices<Value extends string | null>({ name, choices, chosen, onChoose }: Props<Value>) {
  const id = useId();
  return (
    <fieldset className={choicesStyles.group}>
      <legend className={choicesStyles.name}>{name}</legend>
      <div className={choicesStyles.choices}>
        {choices.map(([value, words]) => (
          <label key={words} className={choicesStyles.choice}>
            <input type="radio" name={id} checked={value === chosen} onChange={() => onChoose(value)} />
            <span>{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const THEMES = [
  [null, 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;
const TEXT_SIZES = [
  ['small', 'Small'],
  [null, 'Normal'],
  ['large', 'Large'],
  ['largest', 'Largest'],
] as const;
const FIRST_PAGES = [
  ['today', 'Today'],
  ['day', 'My day'],
  ['upcoming', 'Upcoming'],
  ['personal', 'Personal'],
  ['work', 'Work'],
  ['sticky-wall', 'Sticky Wall'],
] as const;
/** By number, 0 is Sunday. */
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The page of settings. Each choice takes effect at once, on all devices. `children` are sections of other features. */
export function SettingsPage({ children }: { children?: ReactNode }) {
  const dispatch = useAppDispatch();
  const settings = useAppSelector(selectSettings);
  const [sentId, setSentId] = useState<string | null>(null);
  const set = (changes: SettingChanges) => {
    const { payload } = dispatch(requestChange(settingsChange(settings, changes)));
    setSentId(payload.id);
  };
  return (
    <section className={styles.page}>
      <header className={styles.head}>
        <PageHeading page="settings">Settings</PageHeading>
        <p className={styles.about}>Applies on all your devices.</p>
      </header>
      <div className={styles.settings}>
        <Choices
          name="Theme"
          choices={THEMES}
          chosen={settings.theme ?? null}
          onChoose={theme => set({ theme })}
        />
        <Choices
          name="Text size"
          choices={TEXT_SIZES}
          chosen={settings.textSize ?? null}
          onChoose={textSize => set({ textSize })}
        />
        <Field label="Start page">
          {control => (
            <select
              {...control}
              value={settings.firstPage ?? 'today'}
              onChange={({ target }) => set({ firstPage: target.value as SettingChanges['firstPage'] })}
            >
              {FIRST_PAGES.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="First day of the week">
          {control => (
            <select
              {...control}
              value={settings.firstDayOfWeek ?? ''}
              onChange={({ target }) =>
                set({ firstDayOfWeek: target.value === '' ? null : (Number(target.value) as 0) })
              }
            >
              <option value="">{`Same as this browser (${WEEKDAYS[firstDayOfLocale()]})`}</option>
              {[1, 6, 0, 2, 3, 4, 5].map(day => (
                <option key={day} value={day}>
                  {WEEKDAYS[day]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Saved sentId={sentId} />
      </div>
      {children}
    </section>
  );
}

/** The sync state of the last choice. */
function Saved({ sentId }: { sentId: string | null }) {
  const sync = useAppSelector(selectSettingsSync);
  const isSaved = useAppSelector(selectConfirmedSettingsId) === sentId && sentId !== null;
  if (sync.type === 'saved')
    return (
      <p role="status" className={styles.saved}>
        {isSaved && 'Saved'}
      </p>
    );
  return <SyncNotice sync={sync} itemKey="settings" />;
}
