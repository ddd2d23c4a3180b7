import { useDispatch, useSelector, useStore } from 'react-redux';
import type { AppStore, RootState } from './rootReducer';

export const useAppDispatch = useDispatch.withTypes<AppStore['dispatch']>();
export const useAppSelector = useSelector.withTypes<RootState>();
/** For what reads the state when something happens, and never shows it. */
export const useAppStore = useStore.withTypes<AppStore>();
