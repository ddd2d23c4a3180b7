import { useAppSelector } from '../../hooks';
import styles from './DataPage.module.css';
import { FileChooser } from './FileChooser';
import { ImportPreview } from './ImportPreview';
import { ImportProgress } from './ImportProgress';
import { isAllThere, selectImport, selectImportFile } from '../transferSlice';

/** The import, one stage at a time: choose a file, preview it, add it, undo that. */
export function ImportSection() {
  const file = useAppSelector(selectImportFile);
  const current = useAppSelector(selectImport);
  const isUnderWay =
    current !== null && (current.end === 'undoing' || (!current.end && !isAllThere(current)));
  return (
    <section className={styles.section} aria-labelledby="import">
      <h2 id="import">Import</h2>
      <p className={styles.about}>
        A file of Daywall, a calendar (ICS), a list in Markdown, the CSV of Todoist, TickTick or Microsoft To
        Do, a backup of Super Productivity, or what Google Takeout writes of Keep: its zip, or its JSON files
        chosen together. Up to 50 MB, a zip up to 250 MB. It is added to what you have; nothing is replaced.
      </p>
      {current && <ImportProgress current={current} />}
      {file && <ImportPreview file={file} />}
      {!isUnderWay && (!file || file.unreadable !== null) && (
        <FileChooser isAgain={current !== null || !!file} />
      )}
    </section>
  );
}
