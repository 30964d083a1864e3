import { Card } from '#components/ui/card';
import type { PairCoverage } from '#lib/client/history/coverage-client';
import {
  type CoveredMonth,
  type CoveredYear,
  coverageYears,
  coveredDayText,
  missingDays,
  missingTexts,
} from '#lib/format/coverage/coverage-years';
import { monthName } from '#lib/format/day-text';
import { wholeText } from '#lib/format/numbers/number-text';

/** More stretches than this are not read; the endpoint has them all. */
const STRETCHES_MAX = 200;

/** The days of a published pair: what there is, month by month, and each stretch that lacks a figure with its reason. */
export function CoverageCard({ of: { coverage, daysOfMonths } }: { readonly of: PairCoverage }) {
  const { base, quote, firstDay, lastDay, count, expected, missing } = coverage;
  const pair = `${base}/${quote}`;
  const lacking = missingDays(coverage);
  const shown = missing.slice(-STRETCHES_MAX).toReversed();
  return (
    <Card title={`${pair}, as published`}>
      <dl className="grid grid-cols-5 gap-x-6 border-b border-line px-6 py-3 max-lg:grid-cols-3 max-lg:gap-y-3 max-phone:grid-cols-2 max-phone:px-4">
        <Fact term="First day">{coveredDayText(firstDay)}</Fact>
        <Fact term="Last day">{coveredDayText(lastDay)}</Fact>
        <Fact term="Days with a figure">{wholeText(count)}</Fact>
        <Fact term="Days expected">{wholeText(expected)}</Fact>
        <Fact term="Days missing">{lacking === 0 ? 'none' : wholeText(lacking)}</Fact>
      </dl>
      {daysOfMonths && <YearsTable pair={pair} years={coverageYears(coverage, daysOfMonths)} />}
      <section
        aria-label={`Missing days of ${pair}`}
        className="border-t border-line px-6 py-4 max-phone:px-4"
      >
        <h3 className="mb-1 font-semibold">Missing days</h3>
        {shown.length === 0 ? (
          <p className="text-text-soft">Every expected day has a figure.</p>
        ) : (
          <ol>
            {shown.map((stretch) => {
              const { when, count: days, why } = missingTexts(stretch, coverage);
              return (
                <li
                  key={stretch.firstDay}
                  className="grid grid-cols-[16rem_6rem_minmax(0,1fr)] gap-x-4 border-t border-line py-2 first:border-t-0 max-phone:grid-cols-[minmax(0,1fr)_auto] print:break-inside-avoid"
                >
                  <span className="font-medium">{when}</span>
                  <span className="text-text-soft">{days}</span>
                  <span className="text-text-soft max-phone:col-span-2">{why}</span>
                </li>
              );
            })}
          </ol>
        )}
        {missing.length > shown.length && (
          <p className="mt-2 text-sm text-text-muted">
            The newest {shown.length} of {wholeText(missing.length)} gaps are listed.
          </p>
        )}
      </section>
    </Card>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: string }) {
  return (
    <div>
      <dt className="text-xs text-text-muted">{term}</dt>
      <dd className="text-lg font-medium">{children}</dd>
    </div>
  );
}

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  monthName(new Date(Date.UTC(2024, month, 1)), 'short'),
);

const NUMBER = 'px-1 py-1.5 text-right max-phone:px-0 max-phone:text-center';

/** How many days of each month have a figure; a month that lacks some is marked by more than its colour. */
function YearsTable({ pair, years }: { readonly pair: string; readonly years: readonly CoveredYear[] }) {
  if (years.length === 0) return null;
  const isLacking = years.some(({ months }) => months.some((month) => month?.isLacking));
  return (
    <div className="px-6 py-4 max-phone:px-4">
      <p className="mb-2 max-w-[76ch] text-sm text-pretty text-text-soft" id={`legend-${pair}`}>
        Days with a figure in each month.
        {isLacking && (
          <>
            {' '}
            <span className={LACKING}>Framed months</span> have missing days, listed below.
          </>
        )}
      </p>
      <table
        aria-describedby={`legend-${pair}`}
        className="w-full table-fixed border-collapse text-sm max-phone:text-xs"
      >
        <caption className="sr-only">Days of {pair} with a figure, by month</caption>
        <thead>
          <tr className="border-b border-line-strong text-xs text-text-muted">
            <th scope="col" className="w-16 py-1.5 text-left font-regular max-phone:w-9">
              Year
            </th>
            {MONTHS.map((month) => (
              <th key={month} scope="col" className={`${NUMBER} font-regular`}>
                <span aria-hidden="true" className="phone:hidden">
                  {month.slice(0, 1)}
                </span>
                <span className="max-phone:sr-only">{month}</span>
              </th>
            ))}
            <th scope="col" className={`${NUMBER} w-16 font-regular max-phone:w-8`}>
              All
            </th>
          </tr>
        </thead>
        <tbody>
          {years.map(({ year, months, days }) => (
            <tr key={year} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-1.5 text-left font-medium">
                {year}
              </th>
              {months.map((month, place) => (
                <td key={MONTHS[place]} className={NUMBER}>
                  {month && <MonthCell month={month} />}
                </td>
              ))}
              <td className={`${NUMBER} font-medium`}>{wholeText(days)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const LACKING =
  'rounded-tag bg-degraded-wash px-1 text-degraded inset-ring inset-ring-degraded-fill max-phone:px-0.5';

function MonthCell({ month: { days, isLacking } }: { readonly month: CoveredMonth }) {
  if (!isLacking) return days;
  return (
    <span className={LACKING}>
      {days}
      <span className="sr-only">, days missing</span>
    </span>
  );
}
