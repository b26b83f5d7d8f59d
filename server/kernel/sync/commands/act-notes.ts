import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { type ActNote, NOTED_ACTS_MAX, type NotedAct } from '#contract/calls/act-note.ts'
import type { GivenNumber } from '#contract/calls/sync.ts'
import { NOTE_HEADER } from '#contract/kernel/note-header.ts'
import type { AuditLine } from '#server/kernel/audit.ts'
import type { Caller } from '#server/kernel/context.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { isGenuine, type Receiver, signReceipt } from './receipts.ts'

/** Audit actions that change nothing a person would have to do again. */
const NO_ACTS: ReadonlySet<string> = new Set([
  'read',
  'export',
  'download',
  'open_images',
  'open_link',
  'check_signature',
  'test_connection',
  'send_test_email',
  'read_other_branch',
  'print_report_code',
])

/** Returns the acts recorded in the audit lines of one transaction. */
export const actsOf = (lines: readonly AuditLine[]): NotedAct[] =>
  lines
    .filter(({ action }) => !NO_ACTS.has(action))
    .slice(0, NOTED_ACTS_MAX)
    .map(({ action, type, recordId }) => ({ action, type, ...(recordId !== undefined && { id: recordId }) }))

/** What a call did, for its note. */
export interface Done {
  call: string
  acts: readonly NotedAct[]
  pos: number | null
  numbers: readonly GivenNumber[]
}

/**
 * Sends the device a signed note of what a call did that is never queued (docs/decisions/274). Does nothing if the call
 * did nothing or the caller has no device.
 */
export function giveNote(kernel: Kernel, caller: Caller, reply: FastifyReply, done: Done): void {
  const { call, acts, pos, numbers } = done
  if (acts.length === 0 || caller.deviceId === undefined) return
  const { clientId, userId } = caller
  const id = uuidv7()
  const receipt = signReceipt(
    kernel,
    { clientId, userId, commandId: id },
    { hash: hashOf({ call, acts }), pos, rev: null, at: kernel.now(), numbers },
  )
  const note: ActNote = { id, call, acts: [...acts], receipt }
  reply.header(NOTE_HEADER, Buffer.from(JSON.stringify(note)).toString('base64'))
}

/** Returns true if this server signed the note for this person. */
export function isGenuineNote(
  kernel: Pick<Kernel, 'keys'>,
  { clientId, userId }: Omit<Receiver, 'commandId'>,
  { id, call, acts, receipt }: ActNote,
): boolean {
  const isOfContent = receipt.hash === hashOf({ call, acts }).toString('base64')
  return isOfContent && isGenuine(kernel, { clientId, userId, commandId: id }, receipt)
}

const hashOf = ({ call, acts }: Pick<Done, 'call' | 'acts'>): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify(['readroom note', call, acts.map(({ action, type, id }) => [action, type, id ?? null])]),
    )
    .digest()
