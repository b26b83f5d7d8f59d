import type { repairCalls } from '#contract/calls/repair.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import type { Caller } from '#server/kernel/context.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { selectHead } from '../feed/feed-head.ts'
import { selectGrantedScopes } from '../pull/granted-scopes.ts'
import { windowsAt } from '../pull/windows.ts'
import type { AnySyncSource } from '../source.ts'

/** Returns each record that the caller's device must hold of one type and day, as of feed position `pos`. */
export function revisions(
  kernel: Kernel,
  sources: ReadonlyMap<string, AnySyncSource>,
  caller: Caller,
  { type, day }: ParsedInputOf<typeof repairCalls.revisions>,
): Promise<OutputOf<typeof repairCalls.revisions>> {
  const now = kernel.now()
  const window = windowsAt(now)[type]
  return kernel.database.tenant(
    caller.clientId,
    async (tx) => {
      const { pos } = await selectHead(tx, caller.clientId)
      const scopes = await selectGrantedScopes(tx, caller)
      const found = await sources.get(type)?.revisions(tx, caller, scopes, { window, day, now })
      return { pos, epoch: kernel.epoch, rows: (found ?? []).map(({ id, rev }) => ({ id, rev })) }
    },
    { snapshot: true },
  )
}
