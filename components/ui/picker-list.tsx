import { Autocomplete } from '@base-ui/react/autocomplete';
import {
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react';
import type { PickerGroup } from './picker-group.ts';
import { usePickerLines } from './use-picker-lines.ts';

/** A group, where it begins among all lines, and how many rows are before it. */
interface PlacedGroup<T> extends PickerGroup<T> {
  readonly firstLine: number;
  readonly firstRow: number;
}

/** The rows of a picker that are in sight, of hundreds: a phone needs half a second to draw them all. */
export function PickerList<T>({
  groups,
  row,
  reveal,
  isTyped,
  onChoose,
}: {
  readonly groups: readonly PickerGroup<T>[];
  readonly row: (one: T) => ReactNode;
  /** Given a function that scrolls to a row. */
  readonly reveal: RefObject<(index: number) => void>;
  /** Whether something is sought: Enter then takes the first row, which must be there. */
  readonly isTyped: boolean;
  readonly onChoose: (one: T) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  // The press that opens the dialog is answered by the dialog; its rows come while it is still fading in.
  const isSettled = useDeferredValue(true, false);
  const isDrawn = isSettled || isTyped;
  const placed = useMemo(() => placedGroups(groups), [groups]);
  const headings = useMemo(
    () => new Set(placed.flatMap(({ heading, firstLine }) => (heading === null ? [] : firstLine))),
    [placed],
  );
  const lines = usePickerLines(
    placed.reduce((_, group) => lastLine(group) + 1, 0),
    headings,
    scroller,
  );
  const { first, last, totalPx, startOf, endOf } = lines;
  useImperativeHandle(reveal, () => (index) => lines.reveal(lineOf(placed, index)), [lines, placed]);
  const rowCount = groups.reduce((count, { items }) => count + items.length, 0);
  const shown = isDrawn ? placed.filter((group) => group.firstLine <= last && lastLine(group) >= first) : [];
  const [top, bottom] = [shown[0], shown.at(-1)];
  return (
    <Autocomplete.List
      ref={scroller}
      className="min-h-0 flex-1 scroll-py-9 overflow-y-auto overscroll-contain outline-none"
    >
      <div
        role="presentation"
        style={{
          height: groups.length === 0 ? 0 : totalPx,
          paddingTop: top === undefined ? 0 : startOf(top.firstLine),
          paddingBottom: bottom === undefined ? 0 : totalPx - endOf(lastLine(bottom)),
        }}
      >
        {shown.map((group) => {
          const headings = group.heading === null ? 0 : 1;
          const from = Math.max(0, first - group.firstLine - headings);
          const to = Math.min(group.items.length, last - group.firstLine - headings + 1);
          const firstRowLine = group.firstLine + headings;
          return (
            <Autocomplete.Group key={group.firstRow}>
              {group.heading !== null && (
                <Autocomplete.GroupLabel className="h-8 truncate px-4 pt-3 pb-1 text-xs/4 text-text-muted">
                  {group.heading}
                </Autocomplete.GroupLabel>
              )}
              <div
                role="presentation"
                style={{
                  paddingTop: startOf(firstRowLine + from) - startOf(firstRowLine),
                  paddingBottom: endOf(lastLine(group)) - endOf(firstRowLine + to - 1),
                }}
              >
                {group.items.slice(from, to).map((one, at) => (
                  <Autocomplete.Item
                    // By place: another text puts other words into the rows that are there.
                    key={group.firstRow + from + at}
                    value={one}
                    index={group.firstRow + from + at}
                    aria-posinset={group.firstRow + from + at + 1}
                    aria-setsize={rowCount}
                    onClick={() => onChoose(one)}
                    className="group/item mx-1 flex h-10 cursor-default items-center gap-2.5 rounded-control px-3 outline-none select-none data-highlighted:bg-selected data-highlighted:shadow-[inset_2px_0_0_var(--color-accent)] max-phone:h-12"
                  >
                    {row(one)}
                  </Autocomplete.Item>
                ))}
              </div>
            </Autocomplete.Group>
          );
        })}
      </div>
    </Autocomplete.List>
  );
}

function placedGroups<T>(groups: readonly PickerGroup<T>[]): readonly PlacedGroup<T>[] {
  let firstLine = 0;
  let firstRow = 0;
  return groups.map((group) => {
    const placed = { ...group, firstLine, firstRow };
    firstLine = lastLine(placed) + 1;
    firstRow += group.items.length;
    return placed;
  });
}

function lastLine<T>({ heading, items, firstLine }: PlacedGroup<T>): number {
  return firstLine + items.length - (heading === null ? 1 : 0);
}

/** The line of a row that is counted without the headings. */
function lineOf<T>(placed: readonly PlacedGroup<T>[], row: number): number {
  const group = placed.findLast(({ firstRow }) => firstRow <= row);
  if (!group) return 0;
  return group.firstLine + (group.heading === null ? 0 : 1) + row - group.firstRow;
}
