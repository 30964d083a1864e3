import { useState } from 'react';
import { NoticeRow } from '#components/ui/notices/notice-row';
import type { KeyRow } from '#lib/contract/account';
import { KeyText } from './key-text.tsx';

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
