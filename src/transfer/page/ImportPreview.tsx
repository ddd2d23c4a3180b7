import { useEffect, useRef } from 'react';
import { useAppDispatch, useAppSelector } from '../../hooks';
import { dayInWords, isolated, type Day } from '../../lib/days/days';
import { clockInWords } from '../../lib/days/times';
import { Button } from '../../components/Button';
import { Notice } from '../../components/messages/Notice';
import { Spinner } from '../../components/messages/Spinner';
import { selectToday } from '../../ui/uiSlice';
import styles from './DataPage.module.css';
import { addedOf, doesFit, inWords, type Counts, type Preview, type PreviewRow } from '../import/preview';
import { megabytes } from '../../ui/StatusLine';
import { ReadChoices } from './ReadChoices';
import { importDismissed, importRequested, type TransferState } from '../transferSlice';

/** The heading of a stage of the import. It takes the focus, because the focused button of the previous stage is gone. */
export function StageHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <h3 ref={heading} tabIndex={-1}>
      {children}
    </h3>
  );
}

const LISTS: Record<string, string> = { personal: 'Personal', work: 'Work' };

const aboutOf = ({ kind, list, day, time, repeats, isDone, isTrashed }: PreviewRow, today: Day) =>
  [
    kind === 'task' ? isolated(dayInWords(day, today)) : 'note',
    time && clockInWords(time),
    LISTS[list],
    repeats,
    isDone && 'done',
    isTrashed && 'in the trash',
  ].filter(word => word);

/** How many of them are done, and how many go into the trash: ` (3 done, 1 in the trash)`. */
function detailOf({ done, trashed }: Preview) {
  const details = [
    done > 0 && `${done.toLocaleString('en')} done`,
    trashed > 0 && `${trashed.toLocaleString('en')} in the trash`,
  ].filter(Boolean);
  return details.length > 0 ? ` (${details.join(', ')})` : '';
}

/** Shows the content of a file, before anything is added. */
export function ImportPreview({ file }: { file: NonNullable<TransferState['file']> }) {
  const dispatch = useAppDispatch();
  if (file.unreadable !== null) {
    return (
      <Notice kind="failure">
        <strong>{file.name}</strong> <span>{`could not be read. ${file.unreadable}`}</span>
      </Notice>
    );
  }
  if (!file.preview) {
    return (
      <div className={styles.stage}>
        <Spinner label={`Reading ${file.name}…`} />
        <div className={styles.actions}>
          <Button onClick={() => dispatch(importDismissed())}>Cancel</Button>
        </div>
      </div>
    );
  }
  const { counts } = file.preview;
  const isEmpty = counts.tasks + counts.notes === 0;
  return (
    <div className={styles.stage}>
      <StageHeading>{file.name}</StageHeading>
      <p role="status">{`${contentInWords(file.preview)}${knownInWords(file.preview)}`}</p>
      <ReadChoices preview={file.preview} />
      <NoRoom preview={file.preview} />
      {!isEmpty && <FirstRows preview={file.preview} />}
      {file.preview.problemCount > 0 && <Problems preview={file.preview} />}
      <div className={styles.actions}>
        {!isEmpty && <AddButtons preview={file.preview} isBusy={file.isReading} />}
        <Button onClick={() => dispatch(importDismissed())}>Cancel</Button>
      </div>
    </div>
  );
}

/** The content of a file: 'From Todoist: 12 tasks (3 done).' */
function contentInWords(preview: Preview): string {
  const { source, counts } = preview;
  const words = counts.tasks + counts.notes === 0 ? 'nothing to add' : inWords(counts);
  return `From ${source}: ${words}${detailOf(preview)}.`;
}

const sizeOf = ({ tasks, notes }: Counts) => tasks + notes;

/** How much of a file is already here; empty for nothing. */
function knownInWords({ known }: Preview): string {
  const count = sizeOf(known);
  if (count === 0) return '';
  return ` ${count.toLocaleString('en')} of these ${count === 1 ? 'is' : 'are'} already here.`;
}

/** Says before anything is added that the account has no room for it. */
function NoRoom({ preview }: { preview: Preview }) {
  if (doesFit(preview, 'new')) return null;
  const { needs, room } = preview;
  return (
    <Notice kind="failure">
      <strong>This does not fit</strong>
      <span>{` It needs about ${megabytes(needs.new)}, and your account has ${megabytes(room!)} left.`}</span>
    </Notice>
  );
}

/** Adds what a file holds; where some of it is already here, only the rest unless the user wants all. */
function AddButtons({ preview, isBusy }: { preview: Preview; isBusy: boolean }) {
  const dispatch = useAppDispatch();
  const hasKnown = sizeOf(preview.known) > 0;
  const hasNew = sizeOf(addedOf(preview, 'new')) > 0;
  return (
    <>
      {hasKnown && hasNew && (
        <Button
          kind="primary"
          disabled={isBusy || !doesFit(preview, 'new')}
          onClick={() => dispatch(importRequested('new'))}
        >
          Add only the new ones
        </Button>
      )}
      <Button
        {...(!hasKnown && { kind: 'primary' as const })}
        disabled={isBusy || !doesFit(preview, 'all')}
        onClick={() => dispatch(importRequested('all'))}
      >
        {hasKnown ? 'Add all' : `Add ${inWords(preview.counts)}`}
      </Button>
    </>
  );
}

function FirstRows({ preview: { first, counts } }: { preview: Preview }) {
  const today = useAppSelector(selectToday);
  const more = counts.tasks + counts.notes - first.length;
  return (
    <ul className={styles.list} aria-label="The first ones">
      {first.map((row, at) => (
        <li key={at} className={styles.row}>
          <div className={styles.words}>
            <p className={styles.name}>{row.name || 'Untitled'}</p>
            <p className={styles.about}>{aboutOf(row, today).join(' · ')}</p>
          </div>
        </li>
      ))}
      {more > 0 && <li className={styles.more}>{`and ${more.toLocaleString('en')} more`}</li>}
    </ul>
  );
}

function Problems({ preview: { problems, problemCount } }: { preview: Preview }) {
  const more = problemCount - problems.length;
  const hasLines = problems.some(({ line }) => line !== null);
  return (
    <details className={styles.problems} open={problemCount <= 10}>
      <summary>
        {hasLines
          ? `Check ${problemCount.toLocaleString('en')} row${problemCount === 1 ? '' : 's'}`
          : `Check ${problemCount.toLocaleString('en')} thing${problemCount === 1 ? '' : 's'}`}
      </summary>
      <ul>
        {problems.map(({ line, text }, at) => (
          <li key={at}>
            {line !== null && <span className={styles.line}>{`Line ${line} `}</span>}
            <span>{text}</span>
          </li>
        ))}
        {more > 0 && <li>{`and ${more.toLocaleString('en')} more`}</li>}
      </ul>
    </details>
  );
}
