import { useNavigate } from 'react-router-dom';
import { paths } from '../../routes';
import { TextButton } from '../../components/Button';
import { Empty } from '../../components/messages/Empty';
import type { View } from '../tasksSelectors';
import { viewTexts } from './viewTexts';

/** Views for which the form of a new task is not offered: it needs a day, and rarely a past one. */
const NOT_BY_FORM: readonly View[] = ['previous', 'no-date'];

/** A view without tasks: a drawing, a sentence, and the next step if there is one. */
export const EmptyView = ({ view }: { view: View }) => {
  const navigate = useNavigate();
  return (
    <Empty
      drawing={
        <>
          <circle cx="84" cy="34" r="18" data-sun />
          <path d="M34 42h40v22a14 14 0 0 1-14 14H48a14 14 0 0 1-14-14z" />
          <path d="M74 48h5a8 8 0 0 1 0 16h-5M46 34c-4-5 4-7 0-12M58 34c-4-5 4-7 0-12" fill="none" />
        </>
      }
    >
      <p>{viewTexts[view].empty}</p>
      {!NOT_BY_FORM.includes(view) && (
        <TextButton onClick={() => void navigate(paths.newTask)}>Add one</TextButton>
      )}
    </Empty>
  );
};
