import { recordHash } from '#domain/sync/checksum.ts'
import type { OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import { basedOn, EPOCH_ID } from '../journal/known-epoch.ts'

/**
 * Notes the history that the server has now. Where it is another one, the server was restored from a backup and may
 * have lost what it had acknowledged: such commands wait again. Their ids make it safe to send them twice. Answers
 * whether any does.
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
    // What is shown does not give way to a copy that counts its revisions anew.
    await work.overlay.where('command').anyOf(ids).modify({ ackedRev: undefined })
    return ids.length > 0
  })
}

/** Names the history of what an earlier build made on this device: it matches no other. */
const BEFORE = 'before'

/**
 * Says of which history the revisions are that unsent work and drafts go on from, where they do not say so themselves:
 * the same number is another text in the new one.
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
