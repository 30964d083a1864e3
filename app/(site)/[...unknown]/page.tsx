import { notFound } from 'next/navigation';
import { connection } from 'next/server';

/** Every address that no page has, so that it is answered in the frame of the pages. */
export default async function Unknown() {
  await connection();
  notFound();
}
