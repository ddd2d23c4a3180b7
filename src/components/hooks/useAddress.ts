import { useLocation } from 'react-router-dom';

/** The path of the page, with its filter. */
export function useAddress() {
  const { pathname, search } = useLocation();
  return pathname + search;
}
