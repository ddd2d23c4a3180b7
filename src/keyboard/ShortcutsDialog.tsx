import { useId } from 'react';
import { useAppDispatch } from '../hooks';
import { CloseButton } from '../components/Button';
import { Modal } from '../components/Modal';
import { keyMap } from './keyMap';
import { Keys } from './Keys';
import { overlayClosed } from './overlaySlice';
import styles from './ShortcutsDialog.module.css';

const CONTEXTS = [...new Set(keyMap.map(({ where }) => where))];

/** Lists all shortcuts of the key map. */
export function ShortcutsDialog() {
  const dispatch = useAppDispatch();
  const id = useId();
  const close = () => dispatch(overlayClosed());
  return (
    <Modal className={styles.dialog} aria-labelledby={id} onClose={close}>
      <header className={styles.head}>
        <h2 id={id}>Keyboard shortcuts</h2>
        <CloseButton onClick={close} data-first />
      </header>
      <div className={styles.groups}>
        {CONTEXTS.map(context => (
          <section key={context} aria-label={context}>
            <h3 className={styles.context}>{context}</h3>
            <dl className={styles.list}>
              {keyMap
                .filter(({ where }) => where === context)
                .map(({ words, keys }) => (
                  <div key={words} className={styles.line}>
                    <dt>{words}</dt>
                    <dd>
                      {keys.map((each, at) => (
                        <span key={each}>
                          {at > 0 && <span className={styles.or}> or </span>}
                          <Keys of={each} />
                        </span>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
