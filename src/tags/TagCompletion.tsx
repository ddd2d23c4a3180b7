import { useEffect, useState, type ComponentType } from 'react';

/** Offers tags while one is typed (TagList.tsx). Its code is loaded with the first `#`. */
export function TagCompletion() {
  const [List, setList] = useState<ComponentType>();
  useEffect(() => {
    if (List) return;
    const listen = ({ target }: Event) => {
      if ((target as HTMLInputElement).value?.includes('#'))
        import(/* webpackChunkName: "tags" */ './TagList').then(
          part => setList(() => part.TagList),
          () => {}, // the next letter tries again
        );
    };
    addEventListener('input', listen);
    return () => removeEventListener('input', listen);
  }, [List]);
  return List && <List />;
}
