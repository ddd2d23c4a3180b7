import type { AnchorHTMLAttributes } from 'react';
import { useHref, useLinkClickHandler, useMatch } from 'react-router-dom';

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** A path of the app. */
  to: string;
  /** Stored with the new entry of the browser's history. */
  state?: unknown;
};

/**
 * A link that the router follows. React Router's own `Link` also contains prefetching for its framework mode, which is
 * not used here.
 */
export function Link({ to, state, onClick, ...rest }: Props) {
  const href = useHref(to);
  const onLink = useLinkClickHandler<HTMLAnchorElement>(to, { state });
  return (
    <a
      {...rest}
      href={href}
      onClick={event => {
        onClick?.(event);
        if (!event.defaultPrevented) onLink(event);
      }}
    />
  );
}

/** A link that is marked as current when its page, or (unless `end`) a page below it, or below `under`, is open. */
export function NavLink({ end = false, under, ...props }: Props & { end?: boolean; under?: string }) {
  const isCurrent = useMatch({ path: under ?? props.to, end }) !== null;
  return <Link {...props} aria-current={isCurrent ? 'page' : undefined} />;
}
