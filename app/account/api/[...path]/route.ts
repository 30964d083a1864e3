import { service } from '#lib/service';

/** Answers everything under /account/api. Our own server passes who asks as the second argument. */
async function answer(request: Request, context?: unknown): Promise<Response> {
  return (await service()).accounts.answer(request, context);
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
