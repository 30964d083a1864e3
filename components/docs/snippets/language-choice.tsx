import { useId } from 'react';
import { SNIPPET_LANGUAGES, SNIPPET_NAMES } from '#lib/format/request-snippets';
import { useDocs } from '#components/docs/docs-root';

/** The language that requests are shown in; one choice for the whole page. */
export function LanguageChoice() {
  const name = useId();
  const { language, setLanguage } = useDocs();
  return (
    <fieldset className="flex rounded-control bg-sunken p-0.5 inset-ring inset-ring-line print:hidden">
      <legend className="sr-only">Show the request as</legend>
      {SNIPPET_LANGUAGES.map((one) => (
        <label
          key={one}
          className="relative flex h-6 cursor-pointer items-center rounded-[4px] px-2 text-xs whitespace-nowrap text-text-soft hover:text-text has-checked:bg-thumb has-checked:font-medium has-checked:text-text has-checked:ring has-checked:ring-line-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus max-phone:h-9"
        >
          <input
            type="radio"
            name={name}
            checked={one === language}
            onChange={() => setLanguage(one)}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0 outline-none"
          />
          {SNIPPET_NAMES[one]}
        </label>
      ))}
    </fieldset>
  );
}
