import * as z from 'zod/mini'
import type { SealingKeys } from '#server/kernel/keys/sealing-keys.ts'

/** What the process of the worklist works with. It is given no key that opens anything. */
export interface WorklistTask {
  host: string
  port: number
  /** For the pool's login. */
  databaseUrl: string
  publicKey: SealingKeys['publicKey']
}

/** What the server says to the process of the worklist. */
export type ToWorklist = { kind: 'start'; task: WorklistTask } | { kind: 'ping' } | { kind: 'stop' }

const Failure = z.object({
  type: z.string(),
  message: z.optional(z.string()),
  code: z.optional(z.string()),
  table: z.optional(z.string()),
  constraint: z.optional(z.string()),
  issues: z.optional(z.array(z.string())),
  at: z.optional(z.string()),
})

const FromWorklist = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listening'), port: z.int() }),
  /** It cannot begin: why in words, and the code of the system where it is one. */
  z.object({ kind: z.literal('refused'), message: z.string(), code: z.optional(z.string()) }),
  z.object({ kind: z.literal('pong') }),
  /** Something failed, so many times since the last such message. */
  z.object({ kind: z.literal('failed'), failure: Failure, times: z.int() }),
])
/** What the process of the worklist says to the server. */
export type FromWorklist = z.output<typeof FromWorklist>

/** A message as it came; undefined where it is none that is known. */
export const readMessage = (message: unknown): FromWorklist | undefined =>
  z.safeParse(FromWorklist, message).data
