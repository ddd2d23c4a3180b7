import { Palette } from '../../find/Palette';
import { selectOverlay } from '../../keyboard/overlaySlice';
import { ShortcutsDialog } from '../../keyboard/ShortcutsDialog';
import { useKeyboard } from '../../keyboard/useKeyboard';
import { useAppSelector } from '../../hooks';

/** Handles the keys of the signed-in pages, and shows the palette and the list of shortcuts. */
export function Keyboard() {
  const overlay = useAppSelector(selectOverlay);
  useKeyboard();
  if (overlay === 'palette') return <Palette />;
  return overlay === 'shortcuts' && <ShortcutsDialog />;
}
