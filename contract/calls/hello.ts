import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { Instant } from '../kernel/fields.ts'

/** Who the server is: asked before anybody is signed in, so it names no record and brings no shape of one along. */
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
    /** The key that devices seal for (contract/kernel/sealed-envelope.ts), raw in base64. */
    public_key: z.object({ id: z.string(), key: z.string() }),
  }),
})
