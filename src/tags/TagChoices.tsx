import { useId, useState, type CSSProperties } from 'react';
import { TextButton } from '../components/Button';
import { chunk } from '../components/chunk';
import { useAppDispatch, useAppSelector } from '../hooks';
import { drawnColour, TAG_COLOURS, TAG_HUES } from '../lib/tagColours';
import { tagSetting } from '../settings/settings';
import { selectSettings } from '../settings/settingsSlice';
import { selectKeptTags, tagChosen, tagKept } from './keptTags';
import styles from './TagChoices.module.css';
import { selectTag } from './tagSelectors';

const EditTag = chunk(() => import(/* webpackChunkName: "tags" */ './EditTag'));

/** Keeps a tag in the sidebar, chooses its colour, and opens what renames it. */
export function TagChoices({ tag, word }: { tag: string; word: string }) {
  const dispatch = useAppDispatch();
  const settings = useAppSelector(selectSettings);
  const kept = useAppSelector(selectKeptTags);
  const name = useId();
  const isUsed = useAppSelector(state => selectTag(state, tag) !== undefined);
  const [isEdited, setIsEdited] = useState(false);
  const chosen = settings[tagSetting(tag)] ?? {};
  const isKept = chosen.place !== undefined;
  const { place: _place, word: _word, ...rest } = chosen;
  const keep = () =>
    dispatch(isKept ? tagChosen(settings, tag, rest) : tagKept(settings, kept, { tag, word }));
  return (
    <>
      <div className={styles.choices}>
        <TextButton onClick={keep}>{isKept ? 'Remove from the sidebar' : 'Keep in the sidebar'}</TextButton>
        {isUsed && <TextButton onClick={() => setIsEdited(true)}>Rename or remove…</TextButton>}
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
      {isEdited && <EditTag tag={tag} word={word} onClose={() => setIsEdited(false)} />}
    </>
  );
}
