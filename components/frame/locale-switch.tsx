'use client';
import { useHasNetwork } from '#lib/client/network';
import { useIsHydrated } from '#lib/client/hydration';
import { currentLocale } from '#lib/format/current-locale';
import { localeOf, LOCALES, nearestLocale } from '#lib/format/locale';
import { localeExample } from '#lib/format/locale-example';
import { chooseLocale, refocusChoice } from './choose-locale.ts';

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
        onChange={({ currentTarget }) => chooseLocale(localeOf(currentTarget.value).id)}
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
