import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { Instant } from '../kernel/fields.ts'

/** The server's identity: called before sign-in, so it contains no record and imports no record's schema. */
export const hello = defineCall({
  key: 'sync/hello',
  base: 'api',
  method: 'GET',
  path: 'sync/hello',
  access: 'public',
  offline: { kind: 'never' },
  input: z.strictObject({}),
  output: z.object({
    server_time: Instant,
    min_client: z.string(),
    epoch: z.string(),
    features: z.array(z.string()),
    /** The key to which devices seal (contract/kernel/sealed-envelope.ts), raw in base64. */
    public_key: z.object({ id: z.string(), key: z.string() }),
  }),
})
