'use client';
import { kept } from '#lib/client/browser/kept';
import { useHasNetwork } from '#lib/client/browser/network';
import { useIsHydrated } from '#lib/client/browser/hydration';
import { currentLocale } from '#lib/format/numbers/current-locale';
import { LOCALE_COOKIE, type LocaleId, localeOf, LOCALES, nearestLocale } from '#lib/format/numbers/locale';
import { localeExample } from '#lib/format/numbers/locale-example';

/** Says over the reload that a choice makes that it had the focus. */
const HAD_FOCUS = kept('crossrate:locale-chosen', 'storage');

/** How figures and days are written: the visitor's choice of grouping, decimal mark and dates, kept in a cookie. */
export function LocaleSwitch() {
  const isHydrated = useIsHydrated();
  const hasNetwork = useHasNetwork();
  const { id: chosen } = currentLocale();
  const nearest = isHydrated ? nearestLocale(navigator.languages) : null;
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-1">
      <span aria-hidden="true">Numbers and dates</span>
      <select
        ref={refocusChoice}
        aria-label="Numbers and dates"
        value={chosen}
        disabled={!hasNetwork}
        title={hasNetwork ? undefined : 'Choosing another format reloads the page, which needs a network.'}
        onChange={({ currentTarget }) => {
          HAD_FOCUS.keep('1');
          chooseLocale(localeOf(currentTarget.value).id);
        }}
        className="h-8 max-w-full min-w-0 rounded-control border-0 bg-surface pr-1 pl-2 text-xs text-text inset-ring inset-ring-control disabled:text-text-muted max-phone:h-10 max-phone:text-lg"
      >
        {LOCALES.map((locale) => (
          <option key={locale.id} value={locale.id}>
            {locale.name}: {localeExample(locale)}
            {/* Not of the chosen one: a phone has no room for more than the form itself. */}
            {locale.id === nearest && nearest !== chosen ? ' (as this browser)' : ''}
          </option>
        ))}
      </select>
    </span>
  );
}

/** Keeps the chosen locale and loads the page anew, because the server writes figures too. */
export function chooseLocale(locale: LocaleId): void {
  kept(LOCALE_COOKIE, 'cookie').keep(locale);
  window.location.reload();
}

/** Gives the choice its focus back after the reload that it made. */
function refocusChoice(choice: HTMLElement | null): void {
  if (choice === null || HAD_FOCUS.read() === null) return;
  HAD_FOCUS.keep(null);
  choice.focus({ preventScroll: true });
}
