import { loadOrder } from '../../selection/order/loadOrder';
import { part } from './part';

/** The parts that bring more than a component: see `part`. Components alone are in chunks.ts. */
export const parts = {
  account: part(() => import(/* webpackChunkName: "account" */ './accountPart')),
  data: part(() => import(/* webpackChunkName: "data" */ './dataPart')),
  keyboard: part(() => import(/* webpackChunkName: "keyboard" */ './keyboardPart')),
  moves: part(async () => {
    const [code] = await Promise.all([import(/* webpackChunkName: "moves" */ './movesPart'), loadOrder()]);
    return code;
  }),
  settings: part(() => import(/* webpackChunkName: "later" */ './settingsPart')),
  quickAdd: part(() => import(/* webpackChunkName: "quick-add" */ './quickAddPart')),
  sync: part(() => import(/* webpackChunkName: "sync" */ './syncPart')),
  wall: part(() => import(/* webpackChunkName: "wall" */ './wallPart')),
  later: part(() => import(/* webpackChunkName: "later" */ './laterSagas')),
};
