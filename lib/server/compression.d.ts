declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  /** Packs what is written to a response in the coding that its request takes. Its published types know Express alone. */
  export default function compression(options?: {
    /** Shorter bodies are left as they are, in bytes. */
    readonly threshold?: number;
  }): (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}
