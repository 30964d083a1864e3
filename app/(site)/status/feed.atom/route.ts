export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '#app/(site)/status/file-route';
