import type { CSSProperties, ReactElement, ReactNode } from 'react';

const SVG = 'http://www.w3.org/2000/svg';

type Props = Record<string, unknown> & { children?: ReactNode; style?: CSSProperties };

/** Creates DOM elements from JSX without React. Supports host elements, and components without hooks. */
export function toElements(node: ReactNode, into: Element) {
  if (Array.isArray(node)) for (const child of node as ReactNode[]) toElements(child, into);
  else if (typeof node === 'string' || typeof node === 'number') into.append(String(node));
  else if (isElement(node)) {
    const { type, props } = node;
    if (typeof type === 'function') toElements((type as (props: Props) => ReactNode)(props), into);
    else if (typeof type === 'symbol')
      toElements(props.children, into); // a fragment
    else into.append(elementOf(type as string, props, into.namespaceURI));
  }
}

const isElement = (node: ReactNode): node is ReactElement<Props> =>
  typeof node === 'object' && node !== null && 'props' in node;

function elementOf(tag: string, { children, style, ...attributes }: Props, around: string | null) {
  const namespace = tag === 'svg' ? SVG : around;
  const element = document.createElementNS(namespace, tag) as HTMLElement;
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  // A content security policy forbids the attribute.
  for (const [name, value] of Object.entries(style ?? {}) as [string, string][])
    if (name.startsWith('--')) element.style.setProperty(name, value);
    else element.style[name as 'width'] = value;
  toElements(children, element);
  return element;
}

/** The attribute's name and value as React writes them. */
function setAttribute(element: Element, name: string, value: unknown) {
  const isWritten = /^(aria|data)-|^focusable$/.test(name) && typeof value === 'boolean';
  if (isWritten || typeof value === 'string' || typeof value === 'number' || value === true)
    element.setAttribute(nameOf(name), value === true && !isWritten ? '' : String(value));
}

const nameOf = (name: string) =>
  name === 'className' ? 'class' : name.replace(/^stroke[A-Z]/, words => `stroke-${words[6]!.toLowerCase()}`);
