import { useDispatch, useSelector, useStore } from 'react-redux';
import type { AppStore, RootState } from './app/store/rootReducer';

export const useAppDispatch = useDispatch.withTypes<AppStore['dispatch']>();
export const useAppSelector = useSelector.withTypes<RootState>();
/** For event handlers that read the state without rendering it. */
export const useAppStore = useStore.withTypes<AppStore>();
