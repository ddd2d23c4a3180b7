import styles from './wallDrag.module.css';

export type Carried = ReturnType<typeof carry>;

/** A copy of a card that follows the pointer; the card itself shows the note's new place. */
export function carry(card: HTMLElement, x: number, y: number) {
  const box = card.getBoundingClientRect();
  const copy = document.createElement('div');
  copy.className = styles.carried!;
  copy.style.width = `${box.width}px`;
  copy.setAttribute('aria-hidden', 'true');
  copy.inert = true;
  const paper = card.firstElementChild!.cloneNode(true) as HTMLElement;
  const named = paper.querySelector<HTMLElement>('[data-note]')!;
  delete named.dataset.note;
  delete named.dataset.item;
  copy.append(paper);
  document.body.append(copy);
  let marked: Element | null = null;
  return {
    to(nowX: number, nowY: number) {
      copy.style.transform = `translate(${box.left + nowX - x}px, ${box.top + nowY - y}px)`;
    },
    /** Marks the drop target, null for none. Returns whether there is one. */
    markTarget(target: Element | null): boolean {
      marked?.classList.remove(styles.target!);
      target?.classList.add(styles.target!);
      marked = target;
      return target !== null;
    },
    end() {
      marked?.classList.remove(styles.target!);
      copy.remove();
    },
  };
}
