import type { Locator } from '@playwright/test';

/** What an eye reads of an element: no text without a size, out of sight or for screen readers only, and what the style sheet puts behind an element. */
export function drawnText(element: Locator): Promise<string> {
  return element.evaluate((root) => {
    const read = (node: Node): string => {
      if (node instanceof Text)
        return getComputedStyle(node.parentElement ?? root).fontSize === '0px' ? '' : node.data;
      if (!(node instanceof Element)) return '';
      const { clipPath, display } = getComputedStyle(node);
      if (clipPath === 'inset(50%)' || display === 'none') return '';
      const behind = getComputedStyle(node, '::after');
      const isDrawn = behind.content.startsWith('"') && behind.fontSize !== '0px';
      return [...node.childNodes].map(read).join('') + (isDrawn ? behind.content.slice(1, -1) : '');
    };
    return read(root);
  });
}
