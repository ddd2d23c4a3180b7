import { useState, type RefObject } from 'react';
import { Palette } from '../../find/Palette';
import { selectOverlay } from '../../keyboard/overlaySlice';
import { ShortcutsDialog } from '../../keyboard/ShortcutsDialog';
import { useKeyboard } from '../../keyboard/useKeyboard';
import { useAppSelector } from '../../hooks';

type Props = {
  /** Keys that were pressed before this code was loaded. */ early: RefObject<KeyboardEvent[]>;
  onReady: () => void;
};

/** Handles the keys of the signed-in pages, and shows the palette and the list of shortcuts. */
export default function Keyboard({ early, onReady }: Props) {
  const overlay = useAppSelector(selectOverlay);
  const [typedAhead, setTypedAhead] = useState('');
  useKeyboard({ early, onReady, onTypedAhead: letter => setTypedAhead(typed => typed + letter) });
  if (overlay === null && typedAhead !== '') setTypedAhead('');
  if (overlay === 'palette') return <Palette typedAhead={typedAhead} />;
  return overlay === 'shortcuts' && <ShortcutsDialog />;
}
