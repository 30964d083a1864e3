'use client';
import { StateShape } from '#components/ui/state-shape';
import { type FailedPage, FailedRead } from './failed-read.tsx';

/** In the place of a report that could not be read: nothing is assumed, and another try. */
export function StatusFailure(failed: FailedPage) {
  return (
    <>
      <title>No report · Status · Crossrate</title>
      <div className="flex items-start gap-3.5 pt-1 pb-5 max-phone:px-4">
        <span className="mt-0.5 text-outage">
          <StateShape shape="outage" className="size-7 max-phone:size-5.5" />
        </span>
        <div>
          <h1 className="text-2xl font-semibold tracking-title text-balance max-phone:text-xl/6.5">
            The status report could not be read.
          </h1>
          <p className="mt-0.5 max-w-[80ch] text-pretty text-text-soft">
            The service answered with an error, so nothing is known about the sources. This is not the same as
            all being well.
          </p>
        </div>
      </div>
      <FailedRead {...failed} way={{ href: '/', words: 'Go to the converter' }}>
        While the report is missing no source is shown as operational. Rates keep their own age, so the
        converter still tells how old a figure is.
      </FailedRead>
    </>
  );
}
