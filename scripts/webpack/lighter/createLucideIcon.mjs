import { jsx } from 'react/jsx-runtime';

/**
 * Replaces lucide-react's function for icons shown by src/components/Icon.tsx and the first frame: without its
 * context, class names and conversion of attributes, as functions of their props.
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
