import type { AnchorHTMLAttributes } from 'react';
import { useHref, useLinkClickHandler, useMatch } from 'react-router-dom';

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** A path of the app. */
  to: string;
  /** Kept by the browser with the new entry of its history. */
  state?: unknown;
};

/**
 * A link that the router follows. React Router's own `Link` brings its framework mode's prefetching of pages, which this
 * app has none of.
 */
export function Link({ to, state, onClick, ...rest }: Props) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state });
  return (
    <a
      {...rest}
      href={href}
      onClick={event => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}

/** A link that says that its page, or one below it, is the current one. */
export function NavLink(props: Props) {
  const isCurrent = useMatch({ path: props.to, end: false }) !== null;
  return <Link {...props} aria-current={isCurrent ? 'page' : undefined} />;
}
