import type { LucideIcon } from 'lucide-react';

type Props = { of: LucideIcon; size?: number };

/** An icon beside a label, hidden from screen readers. Without React's `memo`, so that the first frame has it too. */
export const DrawnIcon = ({ of: Picture, size = 20 }: Props) => (
  <Picture size={size} strokeWidth={1.75} aria-hidden focusable={false} />
);
