import type { syncCalls } from '#contract/calls/sync.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { writeAudit } from '#server/kernel/audit.ts'
import { knowledgeOf } from '#server/kernel/auth/tell.ts'
import type { Caller } from '#server/kernel/context.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { selectHead } from '../feed/feed-head.ts'
import type { AnySyncSource } from '../source.ts'
import { writeCursor } from './cursor.ts'
import { selectGrantedScopes } from './granted-scopes.ts'
import { addBackfill } from './pull-backfill.ts'
import { PullBatch } from './pull-batch.ts'
import { addChanges, type Reading } from './pull-changes.ts'
import { addLostBranches } from './pull-lost.ts'
import { resume } from './resume.ts'
import { rightsMarkOf } from './rights-mark.ts'
import { windowsAt } from './windows.ts'

type Input = ParsedInputOf<typeof syncCalls.pull>
type Answer = OutputOf<typeof syncCalls.pull>

/**
 * Returns one batch of what the device lacks (docs/sync.md#on-the-server): first the changes since its position, then,
 * if there is room, records of incomplete scopes. Everything is read in one snapshot, so batch and position agree.
 */
export function pull(
  kernel: Pick<Kernel, 'database' | 'now' | 'epoch'>,
  sources: ReadonlyMap<string, AnySyncSource>,
  caller: Caller,
  input: Input,
): Promise<Answer> {
  const now = kernel.now()
  const windows = windowsAt(now)
  const owner = { epoch: kernel.epoch, caller, knowledge: knowledgeOf(caller) }
  return kernel.database.tenant(
    caller.clientId,
    async (tx) => {
      const granted = wished(await selectGrantedScopes(tx, caller), input.scopes)
      const head = await selectHead(tx, caller.clientId)
      const { cursor, lost, isNewHolding } = resume(input.cursor, owner, granted, head)
      const batch = new PullBatch(input.limit)
      const reading: Reading = { tx, caller, now, sources }
      await addLostBranches(batch, reading, lost)
      const span = { after: cursor.pos, head: head.pos, scopes: granted }
      const { pos, more } = await addChanges(batch, reading, span)
      const next = await addBackfill(batch, reading, { ...cursor, pos }, (type) => windows[type])
      if (isNewHolding) await auditHolding(reading, granted)
      return {
        rows: batch.rows,
        cursor: writeCursor(next, owner),
        pos,
        more: more || next.waiting.length > 0,
        epoch: kernel.epoch,
        granted,
        lost,
        rights: rightsMarkOf(caller),
        windows: Object.fromEntries(
          Object.entries(windows).map(([type, { from }]) => [type, { from: from.toISOString() }]),
        ),
      }
    },
    { snapshot: true },
  )
}

// The requested scopes only narrow: nobody gets more than they may have by asking for it.
function wished(granted: string[], wish: string | undefined): string[] {
  if (wish === undefined) return granted
  const wanted = new Set(wish.split(','))
  return granted.filter((scope) => wanted.has(scope))
}

// Reading patients' records is audited too. From this line on the device holds a copy of these scopes; a line for every
// batch would repeat that a thousand times.
async function auditHolding({ tx, caller, now }: Reading, scopes: string[]): Promise<void> {
  const { clientId, userId, deviceId: recordId } = caller
  const line = { clientId, userId, action: 'hold_copies', type: 'device', recordId, detail: { scopes } }
  await writeAudit(tx, { ...line, at: now })
}
