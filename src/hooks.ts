import { useDispatch, useSelector, useStore } from 'react-redux';
import type { AppStore, RootState } from './app/store/rootReducer';

export const useAppDispatch = useDispatch.withTypes<AppStore['dispatch']>();
export const useAppSelector = useSelector.withTypes<RootState>();
/** Reads the state in event handlers without rendering on its changes. */
export const useAppStore = useStore.withTypes<AppStore>();
