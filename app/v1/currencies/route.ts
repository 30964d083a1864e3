import { currencies } from '#lib/api/endpoints/currencies';
import { route } from '#lib/api/route';
import { service } from '#lib/service';

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = route(currencies, service);
