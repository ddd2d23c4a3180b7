import { type Saga } from '../effects';
import type {
  AuthService,
  Clock,
  Connection,
  DatabaseService,
  Navigation,
  Random,
  SessionStorage,
} from '../services';

export type Services = {
  auth: AuthService;
  database: DatabaseService;
  session: SessionStorage;
  clock: Clock;
  connection: Connection;
  navigation: Navigation;
  random: Random;
};

// eslint-disable-next-line require-yield
export function* rootSaga(_services: Services): Saga {}
