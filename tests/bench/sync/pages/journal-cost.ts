import { getDevice } from '#src/sync/current-device.ts'
import { localRecords } from '#src/sync/outbox/make/local-records.ts'
import { pruneAcked } from '#src/sync/outbox/settle/prune-acked.ts'
import { saveReport } from '#src/sync/reports/save-report.ts'
import { draftOf } from './draft-of.ts'

/** As the server signs it: of the same length as a real one. */
const RECEIPT = {
  epoch: '0'.repeat(36),
  hash: 'h'.repeat(44),
  pos: 1,
  rev: 1,
  key_id: '0'.repeat(36),
  signature: 's'.repeat(44),
} as const

/** Milliseconds of saves, and of each command's removal from the outbox after the acknowledgement. */
export interface JournalTimes {
  saves: { ours: number[]; control: number[] }
  leaving: { ours: number[]; control: number[] }
}

/**
 * Measures saves on a device with a journal and, in turn, without one. Commands leave the outbox between the
 * saves, as at a desk: the server's response takes a round trip while the person types.
 */
export async function timeJournal(studyIds: readonly string[]): Promise<JournalTimes> {
  const { databases } = getDevice()
  const times: JournalTimes = { saves: { ours: [], control: [] }, leaving: { ours: [], control: [] } }
  const local = localRecords(databases)
  for (const [at, id] of studyIds.entries()) {
    const [study, reports] = await Promise.all([local.findStudy(id), local.findReports(id)])
    if (!study) throw new Error('the study is not on this device')
    // Whether the previous save went into the journal: that may affect this one.
    const who = at % 2 === 0 ? 'control' : 'ours'
    times.saves[who].push(await timed(() => saveReport(draftOf(id), 'Draft', undefined, { study, reports })))
    await acknowledgeAll()
    const next = who === 'ours' ? 'control' : 'ours'
    const leave = next === 'ours' ? () => pruneAcked(databases.work, 1) : leaveWithoutJournal
    times.leaving[next].push(await timed(leave))
  }
  return times
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}

// In the state after the server's response: the measurement covers the steps after it.
async function acknowledgeAll(): Promise<void> {
  const { work } = getDevice().databases
  const at = new Date().toISOString()
  await work.outbox.toCollection().modify({
    state: 'acked',
    acked: { pos: 1, rev: 1, at: Date.now() },
    receipts: [{ ...RECEIPT, at }],
  })
}

/** Runs the control: the same transaction over the same tables, without storing anything. */
async function leaveWithoutJournal(): Promise<void> {
  const { work } = getDevice().databases
  await work.transaction('rw', work.outbox, work.overlay, work.journal, work.meta, async () => {
    const rows = await work.outbox.where('state').equals('acked').toArray()
    const ids = rows.map(({ id }) => id)
    const effects = await work.overlay.where('command').anyOf(ids).primaryKeys()
    await Promise.all([work.outbox.bulkDelete(ids), work.overlay.bulkDelete(effects)])
  })
}
