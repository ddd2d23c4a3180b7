import { useAppSelector } from '../app/hooks';
import { selectOverlay } from './overlaySlice';
import { ShortcutsDialog } from './ShortcutsDialog';
import { useKeyboard, type EarlyKeys } from './useKeyboard';

/** All keys of the page, for as long as somebody is signed in, and the dialog that tells them. */
export default function Keyboard(keys: EarlyKeys) {
  useKeyboard(keys);
  return useAppSelector(selectOverlay) === 'shortcuts' && <ShortcutsDialog />;
}
