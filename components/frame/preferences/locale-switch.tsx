'use client';
import { useHasNetwork } from '#lib/client/browser/network';
import { useIsHydrated } from '#lib/client/browser/hydration';
import { currentLocale } from '#lib/format/numbers/current-locale';
import { localeOf, LOCALES, nearestLocale } from '#lib/format/numbers/locale';
import { localeExample } from '#lib/format/numbers/locale-example';
import { LOCALE_CHOSEN } from './locale-chosen.ts';

/** How figures and days are written: the visitor's choice of grouping, decimal mark and dates, kept in a cookie. */
export function LocaleSwitch() {
  const isHydrated = useIsHydrated();
  const hasNetwork = useHasNetwork();
  const nearest = isHydrated ? nearestLocale(navigator.languages) : null;
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-1">
      <span aria-hidden="true">Numbers and dates</span>
      <select
        ref={refocusChoice}
        aria-label="Numbers and dates"
        value={currentLocale().id}
        disabled={!hasNetwork}
        title={hasNetwork ? undefined : 'The page is written anew in the other form, which needs a network.'}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        className="h-8 max-w-full min-w-0 rounded-control border-0 bg-surface pr-1 pl-2 text-xs text-text inset-ring inset-ring-control disabled:text-text-muted max-phone:h-10 max-phone:text-lg"
      >
        {LOCALES.map((locale) => (
          <option key={locale.id} value={locale.id}>
            {locale.name}: {localeExample(locale)}
            {locale.id === nearest ? ' (as this browser)' : ''}
          </option>
        ))}
      </select>
    </span>
  );
}

/** A choice loads the page anew, so its code can come when it is made. */
function choose(id: string): void {
  void import('./choose-locale.ts').then(({ chooseLocale }) => chooseLocale(localeOf(id).id, true));
}

/** Gives the choice its focus back after the reload that it made. */
function refocusChoice(choice: HTMLElement | null): void {
  try {
    if (choice === null || sessionStorage.getItem(LOCALE_CHOSEN) === null) return;
    sessionStorage.removeItem(LOCALE_CHOSEN);
    choice.focus({ preventScroll: true });
  } catch {
    // A browser without a storage begins at the top again.
  }
}
