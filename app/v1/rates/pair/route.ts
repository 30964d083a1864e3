import { pair } from '#lib/api/endpoints/pair';
import { route } from '#lib/api/route';
import { service } from '#lib/service';

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = route(pair, service);
