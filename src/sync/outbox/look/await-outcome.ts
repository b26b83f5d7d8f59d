import { liveQuery } from 'dexie'
import type { ErrorBody } from '#contract/kernel/error-codes.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import { getDevice } from '#src/sync/current-device.ts'
import type { Device } from '#src/sync/device.ts'
import { PATIENCE_MS } from '../send/made-offline.ts'

/**
 * The outcome of a command that a person waits for. `acked`: the server has it, and `flags` name what it left for a
 * person to do. `parked`: the server refused it, with its message if known. `waiting`: it is on this device.
 */
export type CommandOutcome =
  | { kind: 'acked'; flags: readonly string[] }
  | { kind: 'parked'; refusal: ErrorBody | undefined }
  | { kind: 'waiting' }

/**
 * Waits up to `patienceMs` for the server to settle the command, and not at all when offline: it is on this device
 * either way. A command blocked by another (a refused patient, for example) counts as waiting. After `waiting` the app
 * continues without the answer, and the command counts as made offline from then on.
 */
export async function awaitOutcome(id: string, patienceMs = PATIENCE_MS): Promise<CommandOutcome> {
  const device = getDevice()
  const settled = device.author.isOnline() ? await settledRow(device, id, patienceMs) : 'waiting'
  const row = settled === 'waiting' ? await goOnWithout(device, id) : settled
  if (row === 'waiting') return { kind: 'waiting' }
  // A missing row was acknowledged, and its changes have already come back.
  if (row?.state !== 'parked') return { kind: 'acked', flags: row?.flags ?? [] }
  const { body } = await device.databases.outbox.open(row)
  return { kind: 'parked', refusal: body.refusal }
}

const isUnsettled = (row: OutboxRow | undefined): row is OutboxRow =>
  row?.state === 'waiting' || row?.state === 'sending'

// An answer written at this very moment still counts, so the person sees it.
function goOnWithout(
  { databases: { work } }: Device,
  id: string,
): Promise<OutboxRow | undefined | 'waiting'> {
  return work.transaction('rw', work.outbox, async () => {
    const row = await work.outbox.get(id)
    if (!isUnsettled(row)) return row
    if (!row.isOffline) await work.outbox.update(id, { isOffline: true })
    return 'waiting'
  })
}

function settledRow(
  { databases }: Device,
  id: string,
  patienceMs: number,
): Promise<OutboxRow | undefined | 'waiting'> {
  const { promise, resolve, reject } = Promise.withResolvers<OutboxRow | undefined | 'waiting'>()
  const timer = setTimeout(() => resolve('waiting'), patienceMs)
  const subscription = liveQuery(() => databases.work.outbox.get(id)).subscribe({
    next: (row) => {
      if (!isUnsettled(row)) resolve(row)
    },
    error: reject,
  })
  return promise.finally(() => {
    clearTimeout(timer)
    subscription.unsubscribe()
  })
}
