import { service } from '#lib/service';

/** Answers a file of the status page, with every method. Our own server passes who asks as the second argument. */
async function answer(request: Request, context?: unknown): Promise<Response> {
  return (await service()).answerStatusFile(request, context);
}

export {
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as POST,
  answer as PUT,
  answer as PATCH,
  answer as DELETE,
};
