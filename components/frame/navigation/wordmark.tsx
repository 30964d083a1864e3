/** The name of the product as a link to its first page. */
export function Wordmark() {
  return (
    <a
      href="/"
      aria-label="Crossrate, converter"
      className="mr-6 inline-flex items-center gap-2 text-[15px] font-semibold tracking-title max-lg:mr-2"
    >
      <svg
        viewBox="0 0 20 20"
        aria-hidden="true"
        className="size-5 text-accent"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="square"
        strokeLinejoin="round"
      >
        <path d="M3 4.5h4.5l5 11H17" />
        <path d="M3 15.5h4.5l1.3-2.9M11.2 7.4l1.3-2.9H17" />
      </svg>
      Crossrate
    </a>
  );
}
