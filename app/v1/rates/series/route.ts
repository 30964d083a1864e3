import { series } from '#lib/api/endpoints/series';
import { route } from '#lib/api/route';
import { service } from '#lib/service';

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = route(series, service);
