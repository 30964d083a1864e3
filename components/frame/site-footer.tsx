import { LocaleSwitch } from './preferences/locale-switch.tsx';
import { PrintedAt } from './printed-at.tsx';

/** Footer in one line: what the figures are, whose they are and on which terms, and how they are written. */
export function SiteFooter() {
  return (
    <footer className="border-t border-line text-xs/5 text-text-muted">
      <div className="mx-auto flex max-w-[90rem] flex-wrap items-center gap-x-6 gap-y-1 px-16 py-3 max-xl:px-6 max-phone:px-4">
        <p className="mr-auto">
          <b className="font-medium text-text-soft">Crossrate.</b> Published figures and rates calculated from
          them; not offers to trade. Times are UTC.
        </p>
        <a
          href="/sources"
          className="inline-flex min-h-8 items-center underline underline-offset-2 hover:text-text max-phone:min-h-10"
        >
          Sources and terms
        </a>
        <span className="min-w-0 print:hidden">
          <LocaleSwitch />
        </span>
        <PrintedAt />
      </div>
    </footer>
  );
}
