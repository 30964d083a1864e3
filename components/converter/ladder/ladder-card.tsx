import { ChevronDown, Printer } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { ConverterState } from '#components/converter/model/use-converter.ts';
import { Button } from '#components/ui/buttons/button';
import { amountFor, convertAmount, rateOfLegs } from '#lib/domain/rates/exact-number';
import { isSimulatedHere } from '#lib/client/simulated';
import type { ConversionWithProvenance } from '#lib/contract/responses';
import { dayText, instantText } from '#lib/format/instants';
import type { CurrencyOption } from '#lib/format/currencies/currency-list';
import {
  amountParts,
  figureText,
  fractionCharsOf,
  plainFigure,
  rateParts,
  wholeParts,
} from '#lib/format/numbers/figures';
import { commonAmounts } from '#lib/format/rates/common-amounts';
import { sourceName } from '#lib/format/sources/source-names';
import { AlignedFigure } from '#components/ui/figures/figure';

/** Common amounts of the pair, both ways, at the shown rate: one line until somebody opens it, and a sheet that prints alone. */
export function LadderCard({ state: { from, to, face } }: { readonly state: ConverterState }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isPrinting, setIsPrinting] = useState(false);
  if (face.kind !== 'filled' || from.code === to.code) return null;
  const { conversion } = face;
  const exact = rateOfLegs(conversion.provenance.legs);
  const printAlone = () => {
    flushSync(() => setIsPrinting(true));
    // On phones the page goes on while the sheet is chosen.
    window.addEventListener('afterprint', () => setIsPrinting(false), { once: true });
    window.print();
  };
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      data-print-alone={isPrinting ? '' : undefined}
      className="group overflow-hidden rounded-card border border-line bg-surface not-open:print:hidden max-phone:rounded-none max-phone:border-x-0"
    >
      <summary className="flex min-h-12 list-none items-center gap-2 px-6 py-2 font-semibold -outline-offset-2! hover:bg-hover max-phone:px-4 [&::-webkit-details-marker]:hidden">
        <h2 className="print:hidden">Common amounts</h2>
        <p className="hidden text-xl print:block">
          {from.name} and {to.name}
        </p>
        <span className="min-w-0 flex-1 truncate font-regular text-text-muted group-open:hidden max-phone:hidden">
          In {from.code} and in {to.code}, to print for your pocket
        </span>
        <ChevronDown
          aria-hidden="true"
          className="ml-auto size-4 flex-none text-text-muted transition-transform duration-(--duration-open) group-open:rotate-180 print:hidden"
        />
      </summary>
      <div className="grid grid-cols-2 border-t border-line max-phone:grid-cols-1 print:grid-cols-2">
        <Ladder of={from} in={to} rate={conversion.rate} convert={(amount) => convertAmount(amount, exact)} />
        <Ladder of={to} in={from} rate={amountFor(1, exact)} convert={(amount) => amountFor(amount, exact)} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-6 py-2 max-phone:px-4">
        <p className="min-w-0 text-sm text-pretty text-text-soft">
          {rateSentence(conversion)}
          {isPrinting && ` Printed from ${window.location.host}.`}
          {isPrinting && isSimulatedHere() && ' Simulated: every figure is made up.'}
        </p>
        <Button look="line" size="sm" onClick={printAlone} className="print:hidden">
          <Printer aria-hidden="true" className="size-3.75" />
          Print this sheet
        </Button>
      </div>
    </details>
  );
}

/** What the amounts of one currency are in the other. */
function Ladder({
  of,
  in: other,
  rate,
  convert,
}: {
  readonly of: CurrencyOption;
  readonly in: CurrencyOption;
  /** In units of `other` for one of `of`. */
  readonly rate: number;
  /** An amount of `of` as a plain decimal into `other`. */
  readonly convert: (amount: string) => number;
}) {
  const rows = commonAmounts(rate).map((amount) => ({
    amount: figureText(wholeParts(amount)),
    result: amountParts(convert(plainFigure(amount)), other.minorUnits),
  }));
  const fractionChars = fractionCharsOf(rows.map(({ result }) => result));
  return (
    <table className="w-full border-line first:border-r max-phone:first:border-r-0 max-phone:first:border-b print:first:border-r print:first:border-b-0!">
      <caption className="sr-only">
        {of.name} in {other.name}
      </caption>
      <thead>
        <tr className="border-b border-line text-sm text-text-muted">
          <th scope="col" className="py-2 pl-6 text-right font-regular max-phone:pl-4">
            {of.code}
          </th>
          <th scope="col" className="py-2 pr-6 pl-4 text-right font-regular max-phone:pr-4">
            {other.code}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ amount, result }) => (
          <tr key={amount} className="h-10 border-line not-last:border-b">
            <th scope="row" className="pl-6 text-right font-regular text-text-soft max-phone:pl-4">
              {amount}
            </th>
            <td className="pr-6 pl-4 text-right font-medium max-phone:pr-4">
              <AlignedFigure parts={result} fractionChars={fractionChars} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `1 EUR = 1.1505 USD. European Central Bank, 25 Nov 2026, 13:10 UTC.` */
function rateSentence({ from, to, rate, source, timestamp, provenance }: ConversionWithProvenance): string {
  const since = new Date(timestamp);
  const when = provenance.age === 'law' ? `in force since ${dayText(since)}` : instantText(since);
  return `1 ${from} = ${figureText(rateParts(rate))} ${to}. ${sourceName(source)}, ${when}.`;
}
