import { LocaleSwitch } from './locale-switch.tsx';
import { PrintedAt } from './printed-at.tsx';

/** Whom a source's figures belong to and on which terms, in the publisher's words. */
export interface SourceTerms {
  readonly id: string;
  readonly attribution: string;
  readonly terms: string;
}

/** Footer: what the figures are, and the credit and the terms of every source that is enabled here. */
export function SiteFooter({ sources }: { readonly sources: readonly SourceTerms[] }) {
  return (
    <footer className="border-t border-line text-xs/5 text-text-muted">
      <div className="mx-auto flex max-w-[90rem] flex-wrap justify-between gap-x-8 gap-y-3 px-16 pt-5 pb-8 max-xl:px-6 max-phone:px-4">
        <div className="min-w-0">
          <p>
            <b className="font-medium text-text-soft">Crossrate.</b> Figures as published, not offers to
            trade. Times are UTC.
          </p>
          <div className="mt-3 print:hidden">
            <LocaleSwitch />
          </div>
          <PrintedAt />
        </div>
        <ul className="max-w-[84ch]">
          {sources.map(({ id, attribution, terms }) => (
            <li key={id}>
              <b className="font-medium text-text-soft">{attribution.replace(/\.$/, '')}.</b> {terms}
            </li>
          ))}
        </ul>
      </div>
    </footer>
  );
}
