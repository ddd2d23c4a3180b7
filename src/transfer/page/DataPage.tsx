import { useEffectEvent, useLayoutEffect, useRef, useState, type DragEvent } from 'react';
import { FileUp, Download } from 'lucide-react';
import { PageHeading } from '../../components/PageHeading';
import styles from './DataPage.module.css';
import { useAppSelector, useAppDispatch } from '../../hooks';
import { ImportPreview } from './ImportPreview';
import { ImportProgress } from './ImportProgress';
import {
  isAllThere,
  selectImport,
  selectImportFile,
  importFilesChosen,
  exportRequested,
  selectExported,
  selectExportFailure,
  selectExporting,
} from '../transferSlice';
import { Button } from '../../components/Button';
import { Icon } from '../../components/Icon';
import { Notice } from '../../components/messages/Notice';
import { EXPORT_KINDS, type ExportKind } from '../formats/content';

/** The page to export all data and to import files. */
export function DataPage() {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <PageHeading page="data">Your data</PageHeading>
      </header>
      <ExportSection />
      <ImportSection />
    </div>
  );
}

/** The import, one stage at a time: choose a file, preview it, add it, undo that. */
function ImportSection() {
  const file = useAppSelector(selectImportFile);
  const current = useAppSelector(selectImport);
  const isUnderWay =
    current !== null && (current.end === 'undoing' || (!current.end && !isAllThere(current)));
  return (
    <section className={styles.section} aria-labelledby="import">
      <h2 id="import">Import</h2>
      <p className={styles.about}>
        From Daywall, Todoist, TickTick, Microsoft To Do, Toodledo, Super Productivity, Obsidian, Google Keep
        (by Takeout), a calendar (ICS), Markdown or any table (CSV). Choose several files at once, or a zip of
        them: up to 50 MB, a zip up to 250 MB. Nothing that you have is replaced.
      </p>
      {current && <ImportProgress current={current} />}
      {file && <ImportPreview file={file} />}
      {!isUnderWay && (!file || file.unreadable !== null) && (
        <FileChooser isAgain={current !== null || !!file} />
      )}
    </section>
  );
}

/**
 * A button and drop target to choose a file, or several. `isAgain`: it stands below another stage, and takes
 * the focus.
 */
function FileChooser({ isAgain }: { isAgain: boolean }) {
  const dispatch = useAppDispatch();
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [isOver, setIsOver] = useState(false);
  const takeFocus = useEffectEvent(() => {
    if (isAgain && document.activeElement === document.body) box.current?.querySelector('button')?.focus();
  });
  useLayoutEffect(() => takeFocus(), []);

  const choose = (files: FileList | null) => {
    if (files && files.length > 0) dispatch(importFilesChosen([...files]));
    if (input.current) input.current.value = ''; // so that the same file can be chosen again
  };
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(event.type === 'dragover');
  };
  return (
    <div
      ref={box}
      className={styles.chooser}
      data-over={isOver ? '' : undefined}
      onDragOver={drag}
      onDragLeave={drag}
      onDrop={event => {
        drag(event);
        choose(event.dataTransfer.files);
      }}
    >
      <Icon of={FileUp} size={28} />
      <p>Drop a file here, or</p>
      <Button onClick={() => input.current!.click()}>Choose a file</Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="File to import"
        accept=".json,.csv,.txt,.zip,.ics,.md,application/json,text/csv,text/calendar,text/markdown,application/zip"
        onChange={event => choose(event.target.files)}
      />
    </div>
  );
}

const WORDS: Record<ExportKind, { title: string; about: string; type: string }> = {
  json: {
    title: 'Everything',
    about:
      'All tasks, notes, lists of your own, what you have done and the trash. Daywall can import it again.',
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

const UNREACHABLE =
  ' The server could not be reached, so it has only what is on this device, without the trash. Export again when you are online.';

function ExportSection() {
  const dispatch = useAppDispatch();
  const exporting = useAppSelector(selectExporting);
  const exported = useAppSelector(selectExported);
  const failure = useAppSelector(selectExportFailure);
  return (
    <section className={styles.section} aria-labelledby="export">
      <h2 id="export">Export</h2>
      <p className={styles.about}>Files are saved to Downloads.</p>
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
              <span>{WORDS[kind].type}</span>
            </Button>
          </li>
        ))}
      </ul>
      {exported && (
        <Notice kind="status">
          {`${exported.name} is in Downloads.${exported.isWhole ? '' : UNREACHABLE}`}
        </Notice>
      )}
      {failure !== null && <Notice kind="failure">{`The export failed. ${failure}`}</Notice>}
    </section>
  );
}
