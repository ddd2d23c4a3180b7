import { Download } from 'lucide-react';
import { useAppDispatch, useAppSelector } from '../../hooks';
import { Button } from '../../components/Button';
import { Icon } from '../../components/Icon';
import { Notice } from '../../components/messages/Notice';
import { EXPORT_KINDS, type ExportKind } from '../formats/content';
import styles from './DataPage.module.css';
import { exportRequested, selectExported, selectExportFailure, selectExporting } from '../transferSlice';

const WORDS: Record<ExportKind, { title: string; about: string; type: string }> = {
  json: {
    title: 'Everything',
    about: 'Tasks, notes, what is done and the trash, complete: Daywall can read it back.',
    type: 'JSON',
  },
  csv: { title: 'Tasks as a table', about: 'For Excel, Numbers and other spreadsheets.', type: 'CSV' },
  ics: { title: 'Dated tasks as a calendar', about: 'All-day events for any calendar.', type: 'ICS' },
  md: {
    title: 'Tasks and notes as a document',
    about: 'Plain text with boxes and headings, as Markdown.',
    type: 'MD',
  },
};

export function ExportSection() {
  const dispatch = useAppDispatch();
  const exporting = useAppSelector(selectExporting);
  const exported = useAppSelector(selectExported);
  const failure = useAppSelector(selectExportFailure);
  return (
    <section className={styles.section} aria-labelledby="export">
      <h2 id="export">Export</h2>
      <p className={styles.about}>Each file is made on this device and goes to your downloads.</p>
      <ul className={styles.list}>
        {EXPORT_KINDS.map(kind => (
          <li key={kind} className={styles.row}>
            <div className={styles.words}>
              <p className={styles.kind}>{WORDS[kind].title}</p>
              <p className={styles.about}>{WORDS[kind].about}</p>
            </div>
            <Button
              onClick={() => dispatch(exportRequested({ kind }))}
              disabled={exporting !== null}
              isBusy={exporting === kind}
              aria-label={`Download ${WORDS[kind].type}`}
            >
              {exporting !== kind && <Icon of={Download} size={18} />}
              {WORDS[kind].type}
            </Button>
          </li>
        ))}
      </ul>
      {exported && (
        <Notice kind="status">
          {exported.name} is in your downloads.
          {!exported.isWhole && (
            <>
              {' '}
              The server could not be reached: it holds what this device knows, without the trash. Export it
              once more when you are online.
            </>
          )}
        </Notice>
      )}
      {failure !== null && <Notice kind="failure">No file was made. {failure}</Notice>}
    </section>
  );
}
