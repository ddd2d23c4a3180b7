import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createStore } from '../../src/app/store';
import { useLiveForm } from '../../src/drafts/useLiveForm';
import { noteSchema } from '../../src/notes/form/noteSchema';

test('A form that opens is rendered once, and again when its item changes', async () => {
  const { store } = createStore();
  let renders = 0;
  const useForm = (now: Record<string, string>) => {
    renders++;
    return useLiveForm({ draft: 'note/-k', now, schema: noteSchema, onSubmit: () => undefined });
  };
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { result, rerender } = renderHook(useForm, { wrapper, initialProps: { noteTitle: 'a' } });
  expect(renders).toBe(1);
  await act(async () => rerender({ noteTitle: 'b' }));
  expect(result.current.formik.values).toEqual({ noteTitle: 'b' });
  expect(renders).toBeGreaterThan(2);
});
