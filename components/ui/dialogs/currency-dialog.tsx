import { useMemo, useState } from 'react';
import { noteRecent, toggleFavourite, useKeptCurrencies } from '#lib/client/rates/currency-picks-store';
import type { CurrencyOption } from '#lib/format/currencies/currency-list';
import { endedSentence, otherCodeSentence, pickerGroups } from '#lib/format/currencies/currency-picks';
import { countryFound } from '#lib/format/currencies/currency-search';
import { dayText } from '#lib/format/instants';
import { CurrencyMark } from '#components/ui/figures/currency-mark';
import { PickerDialog } from './picker-dialog.tsx';
import { StarIcon } from '#components/ui/buttons/star-icon';

/** Chooses a currency by code, name or country; the visitor's own first. */
export function CurrencyDialog({
  name,
  isOpen,
  currencies,
  onClose,
  onChoose,
}: {
  /** What the currency is chosen for. */
  readonly name: string;
  readonly isOpen: boolean;
  readonly currencies: readonly CurrencyOption[];
  readonly onClose: () => void;
  readonly onChoose: (code: string) => void;
}) {
  const [query, setQuery] = useState('');
  const kept = useKeptCurrencies();
  const groups = useMemo(() => pickerGroups(currencies, query, kept), [currencies, query, kept]);
  return (
    <PickerDialog
      name={name}
      label="Code, name or country"
      isOpen={isOpen}
      query={query}
      groups={groups}
      textOf={({ code }) => code}
      row={(option) => (
        <Row option={option} query={query} isFavourite={kept.favourites.includes(option.code)} />
      )}
      nothing={`No currency matches “${query.trim()}”. Codes, names, countries and what people call them are searched.`}
      sentence={otherCodeSentence(query) ?? endedSentence(groups, query)}
      keys={{ 'Shift Enter': 'favourite' }}
      onQuery={setQuery}
      onMark={({ code }) => toggleFavourite(code)}
      onChoose={({ code }) => {
        onChoose(code);
        noteRecent(code);
      }}
      onClose={onClose}
    />
  );
}

function Row({
  option,
  query,
  isFavourite,
}: {
  readonly option: CurrencyOption;
  readonly query: string;
  readonly isFavourite: boolean;
}) {
  const { code, name, lastDay } = option;
  return (
    <>
      <CurrencyMark currency={option} size="sm" />
      <b className="font-medium">{code}</b>
      <span className="min-w-0 truncate text-text-soft">{name}</span>
      <span className="ml-auto min-w-0 flex-none truncate pl-2 text-sm text-text-muted">
        {lastDay === null
          ? (countryFound(option, query) ?? '')
          : `ended ${dayText(new Date(`${lastDay}T00:00:00Z`))}`}
      </span>
      {isFavourite && <span className="sr-only">favourite</span>}
      {/* For the pointer; Shift Enter is the same for the keyboard. */}
      <span
        aria-hidden="true"
        title={isFavourite ? `Remove ${code} from your favourites` : `Make ${code} a favourite`}
        onClick={(event) => {
          event.preventDefault();
          event.stopPropagation();
          toggleFavourite(code);
        }}
        className={`-mr-2 grid size-8 flex-none place-items-center rounded-control max-phone:size-10 ${isFavourite ? 'text-accent' : 'text-text-muted opacity-0 group-data-highlighted/item:opacity-100 max-phone:opacity-100'}`}
      >
        <StarIcon className="size-4" fill={isFavourite ? 'currentColor' : 'none'} />
      </span>
    </>
  );
}
