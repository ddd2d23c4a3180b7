/**
 * The floor: React and a windowed list of tasks, fetched by REST from the same server, without anything else. No app
 * can be faster in this browser on this machine.
 */
import { StrictMode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import './list.css';

type Task = { taskName: string; taskId: number; taskList: string; taskDueDate: string; isDone?: boolean };
const ROW = 52;
const SMALL = 10;

/** The tasks' address with its token, which the benchmark writes into the profile. */
const address = localStorage.getItem('floor:tasks')!;
const answer = fetch(address).then(response => response.json() as Promise<Record<string, Task>>);

function Floor() {
  const [tasks, setTasks] = useState<Task[]>([]);
  const [isSmall, setSmall] = useState(false);
  const [before, setBefore] = useState<Task[]>([]);
  const [text, setText] = useState('');
  const [words, setWords] = useState('');
  const [top, setTop] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void answer.then(records => setTasks(Object.values(records)));
  }, []);
  const visible = isSmall ? tasks.slice(0, SMALL) : tasks;
  const first = Math.max(0, Math.floor(top / ROW) - 6);
  const rows = visible.slice(first, first + Math.ceil(innerHeight / ROW) + 12);
  const add = () => setTasks([{ ...tasks[0]!, taskName: 'Floor added', taskId: -tasks.length }, ...tasks]);
  const edit = () => setTasks([{ ...tasks[0]!, taskName: 'Floor edited' }, ...tasks.slice(1)]);
  const tick = (ticked: Task) => {
    setBefore(tasks);
    setTasks(tasks.map(task => (task === ticked ? { ...task, isDone: !task.isDone } : task)));
  };
  return (
    <main>
      <button onClick={add}>Add</button>
      <button onClick={edit}>Edit</button>
      <button onClick={() => setTasks(tasks.slice(1))}>Delete</button>
      <button onClick={() => setTasks(before)}>Undo</button>
      <button onClick={() => setSmall(true)}>Small</button>
      <button onClick={() => setSmall(false)}>Full</button>
      <input aria-label="Text" value={text} onChange={event => setText(event.target.value)} />
      <textarea aria-label="Words" value={words} onChange={event => setWords(event.target.value)} />
      <div ref={scroller} className="scroller" onScroll={() => setTop(scroller.current!.scrollTop)}>
        <ul style={{ height: visible.length * ROW }}>
          {rows.map((task, at) => (
            <li
              key={task.taskId}
              data-done={task.isDone || undefined}
              style={{ transform: `translateY(${(first + at) * ROW}px)` }}
            >
              <input
                type="checkbox"
                aria-label={task.taskName}
                checked={Boolean(task.isDone)}
                onChange={() => tick(task)}
              />
              <a href={`#${task.taskId}`}>
                <span>{task.taskName}</span>
                <span>{`${task.taskDueDate.slice(0, 10)} · ${task.taskList}`}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </main>
  );
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Floor />
  </StrictMode>,
);
