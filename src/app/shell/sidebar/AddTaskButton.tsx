import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { follow } from '../../../components/hooks/follow';
import { expectField, takeTypedAhead } from '../../../drafts/typedAhead';
import { TaskFormPage } from '../../parts/chunks';
import { paths } from '../../../routes';
import { addTask } from './drawnSidebar';

/** The pause before the form opens, in milliseconds (docs/rules.md, Routes). */
const DELAY_MS = 50;

export function AddTaskButton({ onChoice }: { onChoice: () => void }) {
  const navigate = useNavigate();
  const timer = useRef<number>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      takeTypedAhead();
    },
    [],
  );
  return (
    <button
      {...addTask}
      onPointerEnter={() => void TaskFormPage.preload()}
      onFocus={() => void TaskFormPage.preload()}
      onClick={() => {
        onChoice();
        expectField();
        clearTimeout(timer.current);
        timer.current = window.setTimeout(follow, DELAY_MS, () => void navigate(paths.newTask));
      }}
    />
  );
}
