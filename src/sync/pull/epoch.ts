import { recordHash } from '#domain/sync/checksum.ts'
import type { OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import { basedOn, EPOCH_ID } from '../journal/known-epoch.ts'

/**
 * Records the server's current history. If it changed, the server was restored from a backup and may have lost
 * acknowledged commands: those wait again. Their ids make it safe to send them twice. Returns whether there are
 * any.
 */
export async function noteEpoch(work: WorkDatabase, epoch: string): Promise<boolean> {
  const value = recordHash(epoch, 0)
  const known = await work.meta.get(EPOCH_ID)
  if (known?.value === value && known.text === epoch) return false
  return work.transaction('rw', work.meta, work.outbox, work.overlay, work.drafts, async () => {
    const before = await work.meta.get(EPOCH_ID)
    await work.meta.put({ id: EPOCH_ID, value, text: epoch })
    if (!before || before.value === value) return false
    await nameHistory(work, before.text ?? BEFORE)
    const ids = await work.outbox.where('state').equals('acked').primaryKeys()
    await work.outbox.where('id').anyOf(ids).modify({
      state: 'waiting',
      acked: undefined,
      claim: undefined,
      attempts: 0,
      nextAt: 0,
      lastError: undefined,
    })
    // The optimistic rows must not be replaced by a copy whose revisions are counted from a new start.
    await work.overlay.where('command').anyOf(ids).modify({ ackedRev: undefined })
    return ids.length > 0
  })
}

/** Names the history of changes made by an earlier build on this device: it matches no other. */
const BEFORE = 'before'

/**
 * Stamps the revisions that unsent work and drafts are based on with their history, if they have none: the same number
 * means another text in the new history.
 */
async function nameHistory({ outbox, drafts }: WorkDatabase, epoch: string): Promise<void> {
  const isNameless = ({ base }: OutboxRow) => base !== undefined && 'rev' in base && base.epoch === undefined
  await outbox.filter(isNameless).modify((row) => {
    row.base = basedOn(row.base, row, epoch)
    row.signature = undefined
  })
  await drafts
    .filter(({ baseRev, baseEpoch }) => baseRev !== undefined && baseEpoch === undefined)
    .modify({ baseEpoch: epoch })
}
