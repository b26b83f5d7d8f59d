import { v7 as mintId } from 'uuid'
import { SignedReceipt } from '#contract/calls/sync.ts'
import type { AnyCall, InputOf, OutputOf } from '#contract/kernel/define-call.ts'
import type { QueueInput, QueueKey } from '#contract/registry.ts'
import { callApi } from '../api/call-api.ts'
import { currentDevice } from '../current-device.ts'
import type { Device } from '../device.ts'
import { type Act, prepareCommand } from '../outbox/make/enqueue-command.ts'
import { readLane, takeSeq } from '../outbox/make/lane.ts'
import { keepJournal } from './journal.ts'

/**
 * Sends a queueable change at once, because its author has the form open, and records it in the journal like a queued
 * one: a restored server gets it back. Throws as callApi does; nothing is recorded then.
 */
export async function doNow<C extends AnyCall & { key: QueueKey }>(
  call: C,
  input: InputOf<C>,
  label: string,
): Promise<OutputOf<C>> {
  const commandId = mintId()
  let signed: string | undefined
  const onReceipt = (text: string) => {
    signed = text
  }
  const answer = await callApi(call, input, { commandId, onReceipt })
  const device = currentDevice()
  const receipt = signed === undefined ? undefined : readReceipt(signed)
  const act = { key: call.key, input: input as QueueInput<QueueKey>, label }
  // The server has it. A failure here costs only the second copy.
  if (device && receipt) await keepDone(device, commandId, act, receipt).catch(() => undefined)
  return answer
}

async function keepDone(
  { databases, author }: Device,
  id: string,
  act: Act<QueueKey>,
  receipt: SignedReceipt,
): Promise<void> {
  const { work } = databases
  const row = await prepareCommand(databases, author, id, act)
  const { skewMs } = await readLane(work, row.aggregate)
  // Take the number first: the signature covers it.
  const seq = await work.transaction('rw', work.outbox, work.meta, async () => {
    const lane = await readLane(work, row.aggregate)
    await takeSeq(work, lane)
    return lane.seq
  })
  const numbered = { ...row, seq, skewMs }
  const signed = await author.sign(numbered)
  const acked = { pos: receipt.pos, rev: receipt.rev, at: author.now() }
  await work.transaction('rw', work.journal, work.meta, () =>
    keepJournal(work, [
      { ...numbered, ...signed, state: 'acked', acked, sentAt: row.at, receipts: [receipt] },
    ]),
  )
}

function readReceipt(text: string): SignedReceipt | undefined {
  try {
    return SignedReceipt.parse(JSON.parse(atob(text)))
  } catch {
    return undefined
  }
}
