import { toggleFavourite, useKeptCurrencies } from '#lib/client/rates/currency-picks-store';
import { StarIcon } from './star-icon.tsx';

/** Marks a currency, which then stands first when one is chosen, and beside the converter's pair. */
export function FavouriteStar({ code }: { readonly code: string }) {
  const isFavourite = useKeptCurrencies().favourites.includes(code);
  return (
    <button
      type="button"
      aria-pressed={isFavourite}
      aria-label={`Favourite ${code}`}
      title={isFavourite ? `Remove ${code} from your favourites` : `Make ${code} a favourite`}
      onClick={() => toggleFavourite(code)}
      className={`grid size-8 flex-none place-items-center rounded-control hover:bg-hover max-phone:size-10 print:hidden ${isFavourite ? 'text-accent' : 'text-text-muted'}`}
    >
      <StarIcon aria-hidden="true" className="size-4" fill={isFavourite ? 'currentColor' : 'none'} />
    </button>
  );
}
