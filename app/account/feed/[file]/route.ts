import { service } from '#lib/service';

/** Answers the feed of an account at its own address. Our own server passes who asks as the second argument. */
async function answer(request: Request, context?: unknown): Promise<Response> {
  return (await service()).accounts.answer(request, context);
}

export { answer as GET, answer as HEAD };
