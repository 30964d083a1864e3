import { status } from '#lib/api/endpoints/status';
import { route } from '#lib/api/route';
import { service } from '#lib/service';

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = route(status, service);
