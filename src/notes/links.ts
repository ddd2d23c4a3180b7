/** A piece of text; `href` when it is a link. */
export type TextPart = { text: string; href?: string };

/** Where a link may begin. Written without the flags `i` and `u` together, which would match ſ as s and the Kelvin sign as k. */
const BEGINNING = /(?:[hH][tT][tT][pP][sS]?:\/\/|[mM][aA][iI][lL][tT][oO]:|[tT][eE][lL]:)/g;
/** A link ends at spaces, quotes, angle brackets, and characters that are invisible or change the direction of text. */
const END = /[\s<>"“”«»\p{C}]/u;
const WORD = /[\p{L}\p{N}_]/u;
const PUNCTUATION = new Set(".,;:!?'’…*_~");
const OPENERS: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** The length of trailing characters that belong to the sentence rather than to the address. Takes one pass. */
function withoutTail(candidate: string): string {
  const counts = new Map<string, number>();
  for (const character of candidate) counts.set(character, (counts.get(character) ?? 0) + 1);
  let end = candidate.length;
  for (; end > 0; end--) {
    const last = candidate[end - 1]!;
    const opener = OPENERS[last];
    const isSurplus = opener !== undefined && counts.get(last)! > (counts.get(opener) ?? 0);
    if (!PUNCTUATION.has(last) && !isSurplus) break;
    counts.set(last, counts.get(last)! - 1);
  }
  return candidate.slice(0, end);
}

/** The normalised URL of a text; undefined when it is not an allowed link. */
function hrefOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, username, password, pathname, href } = new URL(text);
  switch (protocol) {
    case 'http:':
    case 'https:':
      // A user name before the host can disguise an address as another one.
      return hostname !== '' && username === '' && password === '' ? href : undefined;
    case 'mailto:':
      return /^[^@]+@[^@]+$/.test(pathname) ? href : undefined;
    case 'tel:':
      return /^\+?[\d().*#-]{2,}$/.test(pathname) ? href : undefined;
    default:
      return undefined;
  }
}

/**
 * A line in parts. Only `http`, `https`, `mailto` and `tel` addresses become links. `isCut`: the text was cut at its
 * end, so an address that reaches it is incomplete.
 */
export function linksIn(line: string, isCut = false): TextPart[] {
  const parts: TextPart[] = [];
  let plainFrom = 0;
  BEGINNING.lastIndex = 0;
  for (let match = BEGINNING.exec(line); match; match = BEGINNING.exec(line)) {
    const { index } = match;
    const rest = line.slice(index);
    const length = rest.search(END);
    const whole = length < 0 ? rest : rest.slice(0, length);
    BEGINNING.lastIndex = index + whole.length;
    if (WORD.test(line[index - 1] ?? '') || (isCut && length < 0)) continue;
    const text = withoutTail(whole);
    const href = hrefOf(text);
    if (href === undefined) continue;
    if (index > plainFrom) parts.push({ text: line.slice(plainFrom, index) });
    parts.push({ text, href });
    plainFrom = index + text.length;
  }
  if (plainFrom < line.length || parts.length === 0) parts.push({ text: line.slice(plainFrom) });
  return parts;
}
