import type { ReceiptLeg } from '#lib/domain/receipts/receipt';
import { originText, stepText } from '#lib/format/rates/receipt-words';

/** The published figures in order, each with what is done with it, whence it is, and its document. */
export function ReceiptFigures({ legs }: { readonly legs: readonly ReceiptLeg[] }) {
  if (legs.length === 0) return null;
  return (
    <ol aria-label="Published figures">
      {legs.map((leg, place) => (
        <li
          key={`${leg.source} ${leg.base} ${leg.quote}`}
          className="grid grid-cols-[minmax(0,14rem)_minmax(0,1fr)] gap-x-8 gap-y-1 border-b border-line px-6 py-3 max-phone:grid-cols-1 max-phone:px-4 print:break-inside-avoid print:py-1"
        >
          <div>
            <p className="font-mono">{stepText(leg, place)}</p>
            <p className="text-sm text-text-muted">
              one {leg.base} in {leg.quote}
            </p>
          </div>
          <div className="min-w-0">
            <p className="text-pretty">{originText(leg)}</p>
            {leg.document !== null && (
              <p className="text-xs break-all text-text-muted">
                {leg.document.url}
                <br />
                SHA-256 <span className="font-mono">{leg.document.sha256}</span>
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
