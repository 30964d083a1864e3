import type { ComponentProps } from 'react';

/*
 * The roles are said again, because rows that a phone shows as grids would lose them otherwise.
 */

/** A table within a card; its name says what its rows are. */
export function Table({ name, ...rest }: ComponentProps<'table'> & { readonly name: string }) {
  return <table role="table" aria-label={name} className="w-full border-collapse text-left" {...rest} />;
}

/** The head of a column; not shown on a phone, whose rows say themselves what they are. */
export function HeadCell({ className = '', ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      role="columnheader"
      className={`h-8 border-b border-line-strong px-3 text-xs font-regular whitespace-nowrap text-text-muted first:pl-6 last:pr-6 max-xl:px-2 ${className}`}
      {...rest}
    />
  );
}

/** A row; a grid on a phone. */
export function Row({ className = '', ...rest }: ComponentProps<'tr'>) {
  return (
    <tr
      role="row"
      className={`border-b border-line last:border-b-0 hover:bg-hover max-phone:grid max-phone:gap-x-3 max-phone:gap-y-0.5 max-phone:px-4 max-phone:py-3 ${className}`}
      {...rest}
    />
  );
}

const CELL = 'h-10 px-3 first:pl-6 last:pr-6 max-xl:px-2 max-phone:h-auto max-phone:p-0!';

/** A cell of a row. */
export function Cell({ className = '', ...rest }: ComponentProps<'td'>) {
  return <td role="cell" className={`${CELL} ${className}`} {...rest} />;
}

/** The cell that says what its row is of: whoever goes down another column hears it with each figure. */
export function RowHead({ className = '', ...rest }: ComponentProps<'th'>) {
  return <th scope="row" role="rowheader" className={`font-regular ${CELL} ${className}`} {...rest} />;
}

/** The heads of the columns; on a phone they are only heard. */
export function Heads({ className = 'max-phone:sr-only', children }: ComponentProps<'thead'>) {
  return (
    <thead role="rowgroup" className={className}>
      <tr role="row">{children}</tr>
    </thead>
  );
}

/** The rows. */
export function Rows(props: ComponentProps<'tbody'>) {
  return <tbody role="rowgroup" className="max-phone:block" {...props} />;
}
