'use client';
export { MonthFailure as default } from '#components/status-board/failures';
