import * as z from 'zod/mini'
import type { SealingKeys } from '#server/kernel/keys/sealing-keys.ts'

/** Settings of the worklist process. It gets no key that opens anything. */
export interface WorklistTask {
  host: string
  port: number
  /** For the pool's login. */
  databaseUrl: string
  publicKey: SealingKeys['publicKey']
}

/** Messages from the server to the worklist process. */
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
  /** It cannot start: the reason in words, and the system's error code if there is one. */
  z.object({ kind: z.literal('refused'), message: z.string(), code: z.optional(z.string()) }),
  z.object({ kind: z.literal('pong') }),
  /** Something failed, with the number of times since the last such message. */
  z.object({ kind: z.literal('failed'), failure: Failure, times: z.int() }),
])
/** Messages from the worklist process to the server. */
export type FromWorklist = z.output<typeof FromWorklist>

/** Parses a message; undefined if it is unknown. */
export const readMessage = (message: unknown): FromWorklist | undefined =>
  z.safeParse(FromWorklist, message).data
