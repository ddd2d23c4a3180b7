import { useEffect, useState, type ComponentType } from 'react';
import { TAG_FIELDS } from './tagFields';

/** Offers tags while one is typed, in any field of the page that takes them. Its code is loaded with the first `#`. */
export function TagCompletion() {
  const [List, setList] = useState<ComponentType>();
  useEffect(() => {
    if (List) return;
    const listen = ({ target }: Event) => {
      if (
        (target as HTMLInputElement).matches(TAG_FIELDS) &&
        (target as HTMLInputElement).value.includes('#')
      )
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
