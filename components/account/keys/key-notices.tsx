import Link from 'next/link';
import { useState } from 'react';
import { Button } from '#components/ui/buttons/button';
import { NoticeRow } from '#components/ui/notices/notice-row';
import type { KeyRow, Notice } from '#lib/contract/account';
import { dayText, instantText } from '#lib/format/instants';
import { KeyText } from './key-text.tsx';

/** What an owner should act on: one row each, with the one thing to do. */
export function KeyNotices({
  notices,
  keys,
  onRotate,
}: {
  readonly notices: readonly Notice[];
  readonly keys: readonly KeyRow[];
  readonly onRotate: (key: KeyRow) => void;
}) {
  return notices.map((notice) => {
    const keyId = notice.kind === 'second-factor-failed' ? null : notice.keyId;
    const key = keys.find(({ id, state }) => id === keyId && state === 'active');
    const rotate = key && (
      <Button look="line" size="sm" onClick={() => onRotate(key)}>
        Rotate it now
      </Button>
    );
    return <KeyNotice key={`${notice.kind} ${keyId}`} notice={notice} rotate={rotate} />;
  });
}

function KeyNotice({ notice, rotate }: { readonly notice: Notice; readonly rotate: React.ReactNode }) {
  switch (notice.kind) {
    case 'second-factor-failed':
      return (
        <NoticeRow tone="outage" title="A wrong code was typed after your password.">
          Last on <time dateTime={notice.at}>{instantText(new Date(notice.at))}</time>
          {notice.address !== null && ` from ${notice.address}`}. If that was not you, somebody knows your
          password:{' '}
          <Link href="/account/security" className="underline">
            change it
          </Link>
          .
        </NoticeRow>
      );
    case 'seen-in-clear':
      return (
        <NoticeRow tone="outage" title={`“${notice.keyName}” was sent unencrypted.`} actions={rotate}>
          A program sent it over plain HTTP{notice.address !== null && ` from ${notice.address}`} on{' '}
          <time dateTime={notice.at}>{instantText(new Date(notice.at))}</time>. Treat it as known to others.
        </NoticeRow>
      );
    case 'limited':
      return (
        <NoticeRow tone="degraded" title={`“${notice.keyName}” exceeded its limit.`}>
          Requests were refused for a while, last on{' '}
          <time dateTime={notice.at}>{instantText(new Date(notice.at))}</time>. A program that waits for{' '}
          <code className="font-mono text-sm">Retry-After</code> loses nothing.
        </NoticeRow>
      );
    case 'expiring':
      return (
        <NoticeRow tone="degraded" title={`“${notice.keyName}” ends soon.`} actions={rotate}>
          It is refused from <time dateTime={notice.expiresAt}>{dayText(new Date(notice.expiresAt))}</time>{' '}
          on. Rotate it before then.
        </NoticeRow>
      );
  }
}

/** Says that a key is gone, where its row can say nothing any more; the focus goes on from here. */
export function RevokedNotice({ row }: { readonly row: KeyRow }) {
  const [takesFocus, setTakesFocus] = useState(true);
  return (
    <div
      role="status"
      tabIndex={-1}
      data-takes-focus={takesFocus}
      onBlur={() => setTakesFocus(false)}
      className="rounded-control"
    >
      <NoticeRow tone="info" title={`“${row.name}” is revoked.`}>
        Requests with <KeyText {...row} /> are refused from now on.
      </NoticeRow>
    </div>
  );
}
