import { jsx } from 'react/jsx-runtime';

/**
 * In place of lucide-react's, for icons that src/components/Icon.tsx and the first frame show: without its context, its
 * class names and its ways to write an attribute, as functions of their props.
 */
const createLucideIcon = ({ size: side, node }) => {
  const children = node.map(([tag, { key, ...attributes }]) => jsx(tag, attributes, key));
  return ({ size, ...rest }) =>
    jsx('svg', {
      width: size,
      height: size,
      viewBox: `0 0 ${side} ${side}`,
      fill: 'none',
      stroke: 'currentColor',
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      ...rest,
      children,
    });
};

export default createLucideIcon;
