import { useEffect } from 'react';

/** Refuses files that are dragged over what does not take them. Otherwise the browser opens them in place of the app. */
export function useNoFileDrops() {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer!.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer!.dropEffect = 'none';
    };
    addEventListener('dragover', refuse);
    return () => removeEventListener('dragover', refuse);
  }, []);
}
