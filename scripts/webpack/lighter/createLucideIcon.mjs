import { createElement } from 'react';

/**
 * In place of lucide-react's, for icons that src/components/Icon.tsx alone shows: without its context, its class names
 * and its ways to write an attribute.
 */
export default ({ size: side, node }) =>
  ({ size, ...rest }) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: `0 0 ${side} ${side}`,
        fill: 'none',
        stroke: 'currentColor',
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
