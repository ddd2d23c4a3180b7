import type { Page } from '@playwright/test';

/** Parts of a screen that users cannot hit, read or reach, as text; empty when there are none. */
export interface LayoutFaults {
  /** Targets that are smaller than a fingertip. */
  small: string[];
  /** Texts that overlap, or are cut without an ellipsis. */
  unreadable: string[];
  /** Controls that are covered, or cannot be scrolled into view. */
  unreachable: string[];
  /** Elements that scroll sideways. */
  sideways: string[];
}

/**
 * Measures the current screen, or only the open modal dialog or menu. `target` is the smallest allowed size in CSS
 * pixels.
 */
export const layoutFaults = (page: Page, target = 44): Promise<LayoutFaults> =>
  page.evaluate(measure, target);

/** Runs in the page. */
function measure(target: number): LayoutFaults {
  const root = document.querySelector('dialog[open], [role="menu"]') ?? document.body;
  const all = [...root.querySelectorAll<HTMLElement>('*')].filter(
    element =>
      !element.closest('[inert], [aria-hidden="true"], noscript') &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  );
  const nameOf = (element: Element) => {
    const words =
      element.getAttribute('aria-label') ?? (element.textContent || element.getAttribute('placeholder'));
    return `${element.tagName.toLowerCase()} “${(words ?? '').trim().slice(0, 40)}”`;
  };
  const isOnlyRead = (element: Element) => getComputedStyle(element).clipPath !== 'none';
  const controls = all.filter(element =>
    element.matches(
      'a[href]:not([href="#main"]), button, input:not([hidden]), select, textarea, summary, [role="option"]',
    ),
  );

  /** The clickable area of a control, including its label and its ::after, which covers a card. */
  const hitBoxOf = (control: HTMLElement) => {
    const over = getComputedStyle(control, '::after');
    const covers = over.position === 'absolute' && over.content !== 'none' && control.offsetParent;
    return (covers || (control.closest('label') ?? control)).getBoundingClientRect();
  };
  /** A link within a note's text is as tall as its line; WCAG 2.5.8 exempts it. */
  const isInWords = (control: HTMLElement) =>
    control.matches('a[target="_blank"]') && getComputedStyle(control).display === 'inline';

  const small = controls.flatMap(control => {
    if (isInWords(control)) return [];
    const { width, height } = hitBoxOf(control);
    const isSmall = Math.min(width, height) < target - 0.5;
    return isSmall && !isOnlyRead(control)
      ? [`${nameOf(control)}: ${width.toFixed()}×${height.toFixed()}`]
      : [];
  });

  const unreachable = controls.flatMap(control => {
    if (isOnlyRead(control)) return [];
    control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const { x, y, width, height } = control.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    const isHit =
      hit !== null && (control.contains(hit) || (hit.contains(control) && hit.closest('label') !== null));
    return isHit ? [] : [`${nameOf(control)} is under ${hit ? nameOf(hit) : 'nothing'}`];
  });

  const isLayer = (element: Element) =>
    /fixed|sticky/.test(getComputedStyle(element).position) || element.id === 'foot';
  const layerOf = (element: Element): Element => {
    for (let each: Element | null = element; each; each = each.parentElement) if (isLayer(each)) return each;
    return root;
  };
  const texts = all.flatMap(element => {
    if (isOnlyRead(element) || element.closest('option')) return [];
    const rects = [...element.childNodes]
      .filter(node => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '')
      .flatMap(node => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()];
      });
    return rects.map(rect => ({
      element,
      rect: clipped(element, rect),
      full: rect,
      layer: layerOf(element),
    }));
  });

  /** The visible part of a text, and whether an ancestor cuts it without scrolling or an ellipsis. */
  function clipped(element: Element, { left, top, right, bottom }: DOMRect) {
    let isCut = false;
    for (let each: Element | null = element; each && each !== root; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (style.display === 'inline' || style.overflow === 'visible') continue;
      const box = each.getBoundingClientRect();
      const cutsHeight = bottom > box.bottom + 2 || top < box.top - 2;
      const cutsWidth = right > box.right + 2;
      const scrolls = /auto|scroll/.test(style.overflowY);
      const isSaid =
        style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none' || style.maskImage !== 'none';
      if (!scrolls && !isSaid && (cutsHeight || cutsWidth)) isCut = true;
      if (!scrolls && isSaid && cutsHeight && style.webkitLineClamp === 'none' && style.maskImage === 'none')
        isCut = true;
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
      if (isSaid || scrolls) isCut &&= !scrolls;
      if (scrolls) break;
    }
    return { left, top, right, bottom, isCut };
  }

  const unreadable = texts.flatMap(({ element, rect }) => (rect.isCut ? [`${nameOf(element)} is cut`] : []));
  texts.forEach((text, at) => {
    for (const other of texts.slice(at + 1)) {
      if (text.element === other.element || text.layer !== other.layer) continue;
      const width = Math.min(text.rect.right, other.rect.right) - Math.max(text.rect.left, other.rect.left);
      const height = Math.min(text.rect.bottom, other.rect.bottom) - Math.max(text.rect.top, other.rect.top);
      const lineHeight = Math.min(text.full.height, other.full.height);
      if (width > 2 && height > lineHeight * 0.35)
        unreadable.push(`${nameOf(text.element)} lies over ${nameOf(other.element)}`);
    }
  });

  const sideways = [document.documentElement, ...all].flatMap(element => {
    const { overflowX } = getComputedStyle(element);
    const scrolls = element === document.documentElement || /auto|scroll/.test(overflowX);
    // The keys of a grid scroll it, too.
    return scrolls &&
      !element.matches('input, textarea, select, :has(> [role="grid"])') &&
      element.scrollWidth > element.clientWidth + 1
      ? [`${nameOf(element).slice(0, 30)}: ${element.scrollWidth} in ${element.clientWidth}`]
      : [];
  });
  const once = (faults: string[]) => [...new Set(faults)];
  return {
    small: once(small),
    unreadable: once(unreadable),
    unreachable: once(unreachable),
    sideways: once(sideways),
  };
}
