import type { Metadata } from 'next';
import { Blank } from '#components/ui/blank';

export const metadata: Metadata = { title: 'No such page · Crossrate' };

/** For addresses that no page has. Next's own would bring styles that the content security policy refuses. */
export default function NotFound() {
  return (
    <main id="main" className="mx-auto max-w-[48rem] px-6 py-16 max-phone:px-0">
      <section className="rounded-sheet border border-line bg-surface max-phone:rounded-none max-phone:border-x-0">
        <Blank title="There is no such page">
          <p>
            The address may be mistyped. The converter is{' '}
            <a href="/" className="underline">
              here
            </a>
            .
          </p>
        </Blank>
      </section>
    </main>
  );
}
