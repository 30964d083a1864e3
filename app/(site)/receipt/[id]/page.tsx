import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { connection } from 'next/server';
import { ReceiptPage } from '#components/receipt/receipt-page';
import { pageService } from '#lib/page-service';

/** Whoever has the address may see the receipt; nobody else is to find it. */
export const metadata: Metadata = {
  title: 'Receipt · Crossrate',
  description:
    'What this service answered, signed, with the published figures that the answer was made from.',
  robots: { index: false, follow: false },
};

/** What a page of the route is asked with. */
interface Asked {
  readonly params: Promise<{ readonly id: string }>;
}

/** A receipt for people: what was asked and answered, how it was made, and whether that holds. */
export default async function Receipt({ params }: Asked) {
  await connection();
  const { id } = await params;
  const receipt = await pageService().receipt(id);
  if (receipt === null) notFound();
  return <ReceiptPage {...receipt} />;
}
