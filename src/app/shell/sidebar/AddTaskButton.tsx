import { useEffect, useRef } from 'react';
import { Plus } from 'lucide-react';
import { Icon } from '../../../components/Icon';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../routes';
import styles from './Sidebar.module.css';

/** The pause before the form opens, in milliseconds (docs/rules.md, Routes). */
const DELAY_MS = 50;

export function AddTaskButton({ onChoice }: { onChoice: () => void }) {
  const navigate = useNavigate();
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <button
      type="button"
      className={styles.add}
      onClick={() => {
        onChoice();
        clearTimeout(timer.current);
        timer.current = window.setTimeout(() => void navigate(paths.newTask), DELAY_MS);
      }}
    >
      <Icon of={Plus} />
      Add New Task
    </button>
  );
}
