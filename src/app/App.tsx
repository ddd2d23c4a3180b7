import { useEffect, useLayoutEffect, useState } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { ForgottenForm } from '../account/ForgottenForm';
import { selectFarewell } from '../account/accountSlice';
import { AuthPage } from '../auth/AuthPage';
import { selectPhase, selectUser } from '../auth/authSlice';
import { LoginForm } from '../auth/LoginForm';
import { RegisterForm } from '../auth/RegisterForm';
import { chunk } from '../components/chunk';
import { ErrorBoundary } from '../components/ErrorBoundary';
import { HasNavigated, PageHeading } from '../components/PageHeading';
import { keptShare } from '../share/keptShare';
import { SharePage } from '../share/SharePage';
import { AccountPage } from '../account/AccountPage';
import { SettingsPage } from '../settings/SettingsPage';
import { SyncPage } from '../syncLog/SyncPage';
import { DataPage } from '../transfer/page/DataPage';
import { TaskForm } from './shell/TaskForm';
import { paths, patterns } from '../routes';
import { showLook } from '../settings/look';
import { selectFirstPath } from '../settings/settingsSelectors';
import { timeInName } from '../quickAdd/timeInName';
import { selectSettings } from '../settings/settingsSlice';
import { TimeReader } from '../tasks/views/row/timeInName';
import { CalendarStart } from '../calendar/CalendarStart';
import { Shell } from './shell/Shell';
import { TitlePage } from './shell/TitlePage';
import { useAppSelector } from '../hooks';
import { useTasksOfSession } from './shell/useTasksOfSession';
import { Link } from '../components/Link';
import startViewStyles from './pages/StartView.module.css';
import { Logo } from '../components/Logo';
import notFoundStyles from './pages/NotFound.module.css';

const Reminders = chunk(() => import(/* webpackChunkName: "reminders" */ '../reminders/RemindersSection'));
const CalendarAddress = chunk(
  () => import(/* webpackChunkName: "calendar-address" */ '../feed/CalendarAddress'),
);

/** The page for a path that no route matches. The address stays, so that a typing mistake can be corrected. */
const NotFound = () => (
  <main className={notFoundStyles.page}>
    <Logo />
    <PageHeading page="not found">Page not found</PageHeading>
    <p>
      There is nothing at this address. <Link to={paths.today}>Today</Link>
    </p>
  </main>
);

const StartView = () => (
  <div className={startViewStyles.start}>
    <PageHeading page="start">Select a Task</PageHeading>
    <p>Or</p>
    <Link to={paths.newTask} className={startViewStyles.link}>
      Create a new task
    </Link>
  </div>
);

/** Signed-out users may open only /auth, signed-in ones everything else (docs/rules.md, Routes). */
function Guard({ isFor, otherwise }: { isFor: 'signedIn' | 'signedOut'; otherwise: string }) {
  const isSignedIn = useAppSelector(selectPhase) === 'signedIn';
  return isSignedIn === (isFor === 'signedIn') ? <Outlet /> : <Navigate to={otherwise} replace />;
}

/** The route table. `onNavigator` receives the router's `navigate`, through which sagas change the path. */
export function App({ onNavigator }: { onNavigator: (go: (path: string, state?: unknown) => void) => void }) {
  const navigate = useNavigate();
  const location = useLocation();
  const [loaded] = useState(location);
  useEffect(() => {
    onNavigator((path, state) => void navigate(path, { state }));
  }, [navigate, onNavigator]);
  useTasksOfSession();
  const settings = useAppSelector(selectSettings);
  useLayoutEffect(() => showLook(settings), [settings]);
  const firstPath = useAppSelector(selectFirstPath);
  const farewell = useAppSelector(selectFarewell);
  const userId = useAppSelector(selectUser)?.id ?? null;
  return (
    <HasNavigated value={location !== loaded}>
      <TimeReader value={timeInName}>
        <ErrorBoundary address={location.pathname}>
          <Routes>
            <Route path={paths.root} element={<Navigate to={firstPath} replace />} />
            <Route
              element={
                <Guard isFor="signedOut" otherwise={keptShare(userId) === null ? firstPath : paths.share} />
              }
            >
              <Route path={paths.auth} element={<AuthPage />}>
                <Route index element={<Navigate to={paths.login} replace />} />
                <Route path={paths.login} element={<LoginForm farewell={farewell} />} />
                <Route path={paths.register} element={<RegisterForm />} />
                <Route path={paths.forgotten} element={<ForgottenForm />} />
              </Route>
            </Route>
            <Route element={<Guard isFor="signedIn" otherwise={paths.login} />}>
              <Route element={<Shell />}>
                <Route path={paths.tasks} element={<StartView />} />
                {/* Routes of one depth: the list stays mounted beside the form of a new task. */}
                <Route path={paths.newTask} element={<TitlePage />}>
                  <Route index element={<TaskForm />} />
                </Route>
                <Route path={patterns.list} element={<TitlePage />}>
                  <Route path={patterns.form} element={<TaskForm />} />
                </Route>
                <Route path={paths.day} element={<TitlePage />}>
                  <Route path={patterns.dayForm} element={<TaskForm />} />
                </Route>
                <Route path={patterns.calendar} element={<TitlePage />}>
                  <Route path={patterns.calendarForm} element={<TaskForm />} />
                </Route>
                <Route path={`${paths.calendar}/*`} element={<CalendarStart />} />
                <Route path={patterns.tag} element={<TitlePage />}>
                  <Route path={patterns.tagForm} element={<TaskForm />} />
                </Route>
                <Route path={paths.account} element={<AccountPage />} />
                <Route path={paths.data} element={<DataPage />} />
                <Route
                  path={paths.settings}
                  element={
                    <SettingsPage>
                      <Reminders />
                      <CalendarAddress />
                    </SettingsPage>
                  }
                />
                <Route path={paths.sync} element={<SyncPage />} />
              </Route>
            </Route>
            <Route path={paths.share} element={<SharePage />} />
            <Route path="*" element={<NotFound />} />
          </Routes>
        </ErrorBoundary>
      </TimeReader>
    </HasNavigated>
  );
}
