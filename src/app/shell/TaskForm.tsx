import { useParams } from 'react-router-dom';
import { chunk } from '../../components/chunk';
import { useAppSelector } from '../../hooks';
import { selectHasCome } from '../../reminders/remindersSlice';
import { TaskFormPage } from '../../tasks/form/TaskFormPage';

const DueReminder = chunk(() => import(/* webpackChunkName: "reminders" */ '../../reminders/DueReminder'));

/** A task's form, under the reminder that came. */
export function TaskForm() {
  const taskId = Number(useParams().id);
  const hasCome = useAppSelector(state => selectHasCome(state, taskId));
  return <TaskFormPage top={hasCome && <DueReminder taskId={taskId} />} />;
}
