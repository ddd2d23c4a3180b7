import { useEffectEvent, useLayoutEffect, useRef, useState, type DragEvent } from 'react';
import { FileUp } from 'lucide-react';
import { useAppDispatch } from '../../hooks';
import { Button } from '../../components/Button';
import { Icon } from '../../components/Icon';
import styles from './DataPage.module.css';
import { importFilesChosen } from '../transferSlice';

/**
 * A button and drop target to choose a file, or several of Google Keep. `isAgain`: it stands below another stage, and takes
 * the focus.
 */
export function FileChooser({ isAgain }: { isAgain: boolean }) {
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
