import { recordHash } from '#domain/sync/checksum.ts'
import type { WorkDatabase } from '#src/db/work-database.ts'

/** The history of the server that this device's acknowledgements are of, as a number. Copies may be gone, this stays. */
const EPOCH_ID = 'epoch'

/**
 * Notes the history that the server has now. Where it is another one, the server was restored from a backup and may
 * have lost what it had acknowledged: such commands wait again. Their ids make it safe to send them twice. Answers
 * whether any does.
 */
export async function noteEpoch(work: WorkDatabase, epoch: string): Promise<boolean> {
  const value = recordHash(epoch, 0)
  const known = await work.meta.get(EPOCH_ID)
  if (known?.value === value) return false
  return work.transaction('rw', work.meta, work.outbox, work.overlay, async () => {
    const before = await work.meta.get(EPOCH_ID)
    await work.meta.put({ id: EPOCH_ID, value })
    if (!before || before.value === value) return false
    const ids = await work.outbox.where('state').equals('acked').primaryKeys()
    await work.outbox.where('id').anyOf(ids).modify({
      state: 'waiting',
      acked: undefined,
      claim: undefined,
      attempts: 0,
      nextAt: 0,
      lastError: undefined,
    })
    // What is shown does not give way to a copy that counts its revisions anew.
    await work.overlay.where('command').anyOf(ids).modify({ ackedRev: undefined })
    return ids.length > 0
  })
}
