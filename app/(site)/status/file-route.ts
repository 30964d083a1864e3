import { service } from '#lib/service';

/** Answers a file of the status page, with every method. Our own server passes who asks as the second argument. */
async function statusFile(request: Request, context?: unknown): Promise<Response> {
  return (await service()).answerStatusFile(request, context);
}

export {
  statusFile as GET,
  statusFile as HEAD,
  statusFile as OPTIONS,
  statusFile as POST,
  statusFile as PUT,
  statusFile as PATCH,
  statusFile as DELETE,
};
