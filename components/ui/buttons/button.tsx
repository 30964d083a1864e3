import type { ComponentProps } from 'react';

/** `main` is the one primary action of a view; `line` an action beside others; `ghost` one within a card; `stop` ends something for good. */
export type ButtonLook = 'main' | 'line' | 'ghost' | 'stop';

const LOOKS: Readonly<Record<ButtonLook, string>> = {
  main: 'bg-accent text-on-accent hover:bg-accent-strong',
  line: 'bg-surface inset-ring inset-ring-line-strong hover:bg-hover hover:inset-ring-control',
  ghost: 'text-text-soft hover:bg-hover hover:text-text',
  stop: 'bg-outage text-text-inverse hover:brightness-95',
};

const SHAPE =
  'inline-flex items-center justify-center gap-1.5 rounded-control font-medium whitespace-nowrap transition-colors duration-(--duration-press) max-phone:min-h-10 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-text-muted';

const SIZES = { md: 'h-8 px-3 text-sm', sm: 'h-7 px-2 text-xs', icon: 'size-8 max-phone:size-10' } as const;

/** A link that looks like a button: it leads somewhere before any code has come. */
export function ButtonLink({
  look,
  className = '',
  children,
  ...rest
}: ComponentProps<'a'> & { readonly look: ButtonLook }) {
  return (
    <a className={`${buttonLook(look, 'md')} ${className}`} {...rest}>
      {children}
    </a>
  );
}

/** The look of a button, for what has to be a plain one. */
export function buttonLook(look: ButtonLook, size: keyof typeof SIZES): string {
  return `${SHAPE} ${LOOKS[look]} ${SIZES[size]}`;
}

/** A button; its text begins with a verb. */
export function Button({
  look,
  size = 'md',
  className = '',
  ...rest
}: ComponentProps<'button'> & { readonly look: ButtonLook; readonly size?: keyof typeof SIZES }) {
  return <button type="button" className={`${buttonLook(look, size)} ${className}`} {...rest} />;
}
