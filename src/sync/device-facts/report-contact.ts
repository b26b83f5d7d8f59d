import { deviceCalls } from '#contract/calls/devices.ts'
import type { InputOf } from '#contract/kernel/define-call.ts'
import type { WorkDatabase } from '#src/db/work-database.ts'
import type { Caller } from '../api/caller.ts'
import { keepJournalDays } from '../journal/journal.ts'
import { CLIENT_VERSION } from './client-version.ts'
import { keepTerms } from './keep-terms.ts'
import type { StorageFacts } from './storage-facts.ts'

const REPAIRED_ID = 'repaired'

/** Reports the state of this device to the server, so that administrators see whose work does not arrive. */
export async function reportContact(
  work: WorkDatabase,
  call: Caller,
  storage: () => Promise<StorageFacts>,
): Promise<void> {
  const facts = await readFacts(work, await storage())
  const { result } = await call(deviceCalls.contact, facts)
  await keepTerms(work, { deviceName: result.device_name, vaultDays: result.vault_days })
  await keepJournalDays(work, result.journal_days)
  if (facts.repaired > 0) await countOff(work, facts.repaired)
}

async function readFacts(
  work: WorkDatabase,
  storage: StorageFacts,
): Promise<InputOf<typeof deviceCalls.contact>> {
  const [all, repaired] = await Promise.all([work.outbox.toArray(), work.meta.get(REPAIRED_ID)])
  const rows = all.filter(({ state }) => state !== 'acked')
  const oldest = rows.reduce((first, { at }) => Math.min(first, at), Number.POSITIVE_INFINITY)
  const parked = rows.filter(({ state }) => state === 'parked').length
  return {
    waiting: rows.length - parked,
    needs_person: parked,
    oldest_unsent: rows.length > 0 ? new Date(oldest).toISOString() : null,
    storage_used: Math.round(storage.used),
    storage_granted: Math.round(storage.granted),
    client_version: CLIENT_VERSION,
    repaired: repaired?.value ?? 0,
  }
}

// More may have been repaired during the report.
async function countOff(work: WorkDatabase, told: number): Promise<void> {
  await work.transaction('rw', work.meta, async () => {
    const value = (await work.meta.get(REPAIRED_ID))?.value ?? 0
    await work.meta.put({ id: REPAIRED_ID, value: Math.max(0, value - told) })
  })
}
