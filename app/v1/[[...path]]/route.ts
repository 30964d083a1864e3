import { routesInOne } from '#lib/api/routes';
import { service } from '#lib/service';

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routesInOne(service);
