/** The look of the cells of a table of figures, of its head, and of the first and the last one in a row. */
export const FIGURE_CELL = 'h-10 print:h-7 border-b border-line px-3 whitespace-nowrap max-phone:px-1.5';
export const HEAD_CELL =
  'sticky top-0 z-1 h-8 print:static border-b border-line-strong bg-surface px-3 font-regular whitespace-nowrap max-phone:px-1.5';
export const FIRST_CELL = 'pl-6! max-phone:pl-4!';
export const LAST_CELL = 'pr-6! max-phone:pr-4!';

/** The room of the rows that are not drawn. */
export function RowSpace({ px, columns }: { readonly px: number; readonly columns: number }) {
  if (px <= 0) return null;
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} className="p-0" style={{ height: px }} />
    </tr>
  );
}
