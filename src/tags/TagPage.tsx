import { tagName } from '../../shared/tags';
import { use, useId, type CSSProperties, type ReactNode } from 'react';
import { TextButton } from '../components/Button';
import { Empty, ImportWaits } from '../components/messages/Empty';
import { PageHeading } from '../components/PageHeading';
import { useHue } from '../components/TagChip';
import { useAppDispatch, useAppSelector } from '../hooks';
import { drawnColour, TAG_COLOURS, TAG_HUES } from '../lib/tagColours';
import { tagPath } from '../routes';
import { NotesSection } from '../notes/wall/NotesSection';
import { tagSetting } from '../settings/settings';
import { selectSettings } from '../settings/settingsSlice';
import { SectionHeading } from '../tasks/views/SectionHeading';
import { SkeletonRows } from '../tasks/views/SkeletonRows';
import { SectionRows } from '../tasks/views/TaskRows';
import { TasksFailure } from '../tasks/views/TasksFailure';
import { selectAreTasksKnown, selectTasksPhase } from '../tasks/tasksSelectors';
import { selectToday } from '../ui/uiSlice';
import { selectKeptTags, tagChosen, tagKept } from './keptTags';
import { selectNotesWith, selectSectionsWith, selectSpelling, selectTag } from './tagSelectors';
import styles from './TagPage.module.css';

type Props = {
  tag: string;
  /** The task that is open beside the list. */
  openId: number | null;
};

/** The page of a tag: its open tasks by day, then the notes that have it. */
export function TagPage({
  tag,
  openId,
  children,
}: Props & { /** The line that adds a task. */ children: ReactNode }) {
  const word = useAppSelector(state => selectSpelling(state, tag));
  const notes = useAppSelector(state => selectNotesWith(state, tag));
  const style = useHue(tag);
  return (
    <section className={styles.page}>
      <header className={styles.head} style={style}>
        <PageHeading page={`#${tag}`} isMain={openId === null} className={styles.name}>
          {tagName(word)}
        </PageHeading>
        <About tag={tag} />
        <Choices tag={tag} word={word} />
      </header>
      <div className={styles.sections}>
        <div className={styles.tasks}>
          {children}
          <Tasks tag={tag} openId={openId} />
        </div>
        <NotesSection notes={notes} />
      </div>
    </section>
  );
}

/** Keeps the tag in the sidebar, and its colour. */
function Choices({ tag, word }: { tag: string; word: string }) {
  const dispatch = useAppDispatch();
  const settings = useAppSelector(selectSettings);
  const kept = useAppSelector(selectKeptTags);
  const name = useId();
  const chosen = settings[tagSetting(tag)] ?? {};
  const isKept = chosen.place !== undefined;
  const { place: _place, word: _word, ...rest } = chosen;
  const keep = () =>
    dispatch(isKept ? tagChosen(settings, tag, rest) : tagKept(settings, kept, { tag, word }));
  return (
    <div className={styles.choices}>
      <TextButton onClick={keep}>{isKept ? 'Remove from the sidebar' : 'Keep in the sidebar'}</TextButton>
      <fieldset className={styles.colours} aria-label="Colour">
        {TAG_COLOURS.map(colour => (
          <label key={colour} className={styles.colour} title={colour}>
            <input
              type="radio"
              name={name}
              aria-label={colour}
              checked={(chosen.colour ?? drawnColour(tag)) === colour}
              onChange={() => dispatch(tagChosen(settings, tag, { ...chosen, colour }))}
            />
            <span style={{ '--hue': TAG_HUES[colour] } as CSSProperties} />
          </label>
        ))}
      </fieldset>
    </div>
  );
}

const counted = (count: number, word: string) =>
  count > 0 ? [`${count.toLocaleString()} ${word}${count === 1 ? '' : 's'}`] : [];

/** The numbers of open tasks and notes. */
function About({ tag }: Pick<Props, 'tag'>) {
  const use = useAppSelector(state => selectTag(state, tag));
  return (
    <p className={styles.about}>
      {[...counted(use?.tasks ?? 0, 'task'), ...counted(use?.notes ?? 0, 'note')].join(' · ')}
    </p>
  );
}

function Tasks({ tag, openId }: Props) {
  const today = useAppSelector(selectToday);
  const sections = useAppSelector(state => selectSectionsWith(state, tag));
  const hasNotes = useAppSelector(state => selectNotesWith(state, tag).length > 0);
  const isUsed = useAppSelector(state => selectTag(state, tag) !== undefined);
  const isKnown = useAppSelector(selectAreTasksKnown);
  const hasFailed = useAppSelector(selectTasksPhase) === 'failed';
  const isImportWaiting = use(ImportWaits);
  return (
    <>
      {hasFailed && <TasksFailure isShown={isKnown || sections.length > 0} />}
      {sections.length > 0 ? (
        <SectionRows
          list={tagPath(tag).slice(1)}
          sections={sections}
          heading={section => <SectionHeading section={section} today={today} />}
          openId={openId}
        />
      ) : isKnown && !hasNotes && !isImportWaiting ? (
        <Empty
          drawing={
            <>
              <path d="M30 50 62 18h26v26L56 76z" />
              <circle cx="76" cy="30" r="5" data-sun />
            </>
          }
        >
          <p>{isUsed ? 'Nothing open has this tag' : `Nothing has the tag #${tag} yet`}</p>
        </Empty>
      ) : (
        !isKnown && !hasFailed && <SkeletonRows />
      )}
    </>
  );
}
