import type { Locator } from '@playwright/test';

/** What an eye reads of an element: no text without a size or for screen readers only, and what the style sheet puts behind an element. */
export function drawnText(element: Locator): Promise<string> {
  return element.evaluate((root) => {
    const read = (node: Node): string => {
      if (node instanceof Text)
        return getComputedStyle(node.parentElement ?? root).fontSize === '0px' ? '' : node.data;
      if (!(node instanceof Element)) return '';
      if (getComputedStyle(node).clipPath === 'inset(50%)') return '';
      const behind = getComputedStyle(node, '::after');
      const isDrawn = behind.content.startsWith('"') && behind.fontSize !== '0px';
      return [...node.childNodes].map(read).join('') + (isDrawn ? behind.content.slice(1, -1) : '');
    };
    return read(root);
  });
}
