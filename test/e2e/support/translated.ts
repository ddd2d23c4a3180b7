import type { BrowserContext } from '@playwright/test';

/**
 * Translates every page of a context as Chrome does: each text node is replaced by another one within two `font`
 * elements. What React then says of its own text node reaches nobody, and it fails to put a part beside it.
 */
export const translatePages = (context: BrowserContext) => context.addInitScript(translate);

/** Runs in the page. */
function translate() {
  const replace = (text: Text) => {
    if (!text.parentElement || text.parentElement.closest('font, script, style, title, textarea, svg'))
      return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  };
  const replaceWithin = (node: Node) => {
    if (node instanceof Text) return replace(node);
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    found.forEach(replace);
  };
  new MutationObserver(changes => {
    for (const { addedNodes } of changes) addedNodes.forEach(replaceWithin);
  }).observe(document, { childList: true, subtree: true });
}
