'use client';
export { StatusFailure as default } from '#components/status-board/failures';
