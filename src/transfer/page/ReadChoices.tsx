import { Field } from '../../components/Field';
import { useAppDispatch } from '../../hooks';
import type { Columns } from '../formats/reading';
import type { Preview } from '../import/preview';
import { importChoiceMade } from '../transferSlice';
import styles from './DataPage.module.css';

const ENCODINGS: Record<string, string> = {
  'windows-1252': 'Western European',
  'windows-1250': 'Central European',
  'windows-1251': 'Cyrillic',
  'windows-1253': 'Greek',
  'windows-1254': 'Turkish',
  'windows-1255': 'Hebrew',
  'windows-1256': 'Arabic',
  'windows-1257': 'Baltic',
  'windows-1258': 'Vietnamese',
  'windows-874': 'Thai',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  macintosh: 'Western European (old Mac)',
  'x-mac-cyrillic': 'Cyrillic (old Mac)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC)',
  gb18030: 'Chinese, simplified',
  big5: 'Chinese, traditional',
  'euc-kr': 'Korean',
};

const COLUMNS: [keyof Columns, string][] = [
  ['name', 'Name'],
  ['date', 'Date'],
  ['list', 'List'],
  ['notes', 'Notes'],
];

/** How to read a file where that is not certain: its encoding, and the columns of an unknown table. */
export function ReadChoices({ preview: { encoding, table } }: { preview: Preview }) {
  const dispatch = useAppDispatch();
  return (
    <>
      {encoding && (
        <Field label="If letters look wrong, read the file as">
          {control => (
            <select
              {...control}
              value={encoding.chosen}
              onChange={({ target }) => dispatch(importChoiceMade({ encoding: target.value }))}
            >
              {encoding.offered.map(name => (
                <option key={name} value={name}>
                  {ENCODINGS[name] ?? name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {table && (
        <fieldset className={styles.columns}>
          <legend>Which column is which?</legend>
          {COLUMNS.map(([what, label]) => (
            <Field key={what} label={label}>
              {control => (
                <select
                  {...control}
                  value={table.chosen[what]}
                  onChange={({ target }) =>
                    dispatch(importChoiceMade({ columns: { ...table.chosen, [what]: Number(target.value) } }))
                  }
                >
                  {what !== 'name' && <option value={-1}>None</option>}
                  {table.names.map((name, at) => (
                    <option key={at} value={at}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          ))}
        </fieldset>
      )}
    </>
  );
}
