import { type ComponentProps, useState } from 'react';
import { Button } from '#components/ui/buttons/button';
import { Choice } from '#components/ui/fields/choice';
import { DayField, DaysForm } from '#components/ui/fields/days-form';
import type { ChartView } from '#lib/client/address/chart-address';
import { addDays, isoDayOf, parseIsoDay } from '#lib/domain/iso-day';
import { PERIOD_LENGTHS, PERIOD_STATS, type PeriodLength, type PeriodStat } from '#lib/domain/series/periods';
import { periodNote, statWords } from '#lib/format/charts/period-text';
import { capital } from '#lib/format/sources/source-names';
import type { ChartParts } from '#components/history-chart/use-chart.ts';

/** What a point of the chart is, and when it was known. */
export function FiguresForm({
  state: { asked, show },
  nowMs,
  onChosen,
}: ChartParts & { readonly onChosen: () => void }) {
  const [period, setPeriod] = useState(asked.period);
  const stat: PeriodStat = period?.stat ?? 'last';
  const [text, setText] = useState<string>(asked.knownAt ?? '');
  const yesterday = addDays(isoDayOf(new Date(nowMs)), -1);
  const isAhead = text > yesterday;
  const choose = (figures: Pick<ChartView, 'period' | 'knownAt'>) => {
    onChosen();
    show(figures);
  };
  return (
    <DaysForm
      hint="The history as this service knew it at the end of that day, for banks and legal rates only. Leave empty for now."
      error={isAhead ? 'That day is not over yet.' : null}
      action="Show these figures"
      back={
        (asked.period ?? asked.knownAt) !== null && (
          <Button look="line" onClick={() => choose({ period: null, knownAt: null })}>
            Show each observation, as known now
          </Button>
        )
      }
      onChoose={() => choose({ period, knownAt: parseIsoDay(text) })}
    >
      <LabelledChoice
        label="One point for"
        value={period?.length ?? ''}
        shown={period ? lengthText(period.length) : EACH}
        onChoose={(value) => {
          const length = PERIOD_LENGTHS.find((one) => one === value);
          setPeriod(length ? { length, stat } : null);
        }}
      >
        <option value="">{EACH}</option>
        {PERIOD_LENGTHS.map((length) => (
          <option key={length} value={length}>
            {lengthText(length)}
          </option>
        ))}
      </LabelledChoice>
      {period && (
        <>
          <LabelledChoice
            label="Its figure"
            value={stat}
            shown={capital(statWords(stat))}
            onChoose={(value) =>
              setPeriod({ ...period, stat: PERIOD_STATS.find((one) => one === value) ?? stat })
            }
          >
            {PERIOD_STATS.map((one) => (
              <option key={one} value={one}>
                {capital(statWords(one))}
              </option>
            ))}
          </LabelledChoice>
          <p className="text-xs text-pretty text-text-muted">{periodNote(period)}</p>
        </>
      )}
      <DayField
        label="As known on (UTC)"
        value={text}
        max={yesterday}
        isInvalid={isAhead}
        onChange={setText}
      />
    </DaysForm>
  );
}

/** How long a period is, as it is chosen. */
function lengthText(length: PeriodLength): string {
  return length === 'week' ? 'Week, from Monday' : capital(length);
}

const EACH = 'Each observation';

/** A choice under its name, which the choice itself says to those who hear it. */
function LabelledChoice(choice: ComponentProps<typeof Choice>) {
  return (
    <span className="grid gap-1 text-sm *:last:justify-between">
      <span aria-hidden="true" className="font-medium">
        {choice.label}
      </span>
      <Choice {...choice} />
    </span>
  );
}
