import { compare } from '#lib/api/endpoints/compare';
import { route } from '#lib/api/route';
import { service } from '#lib/service';

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = route(compare, service);
