'use client';
export { MonthFailure as default } from '#components/status-board/month-failure';
