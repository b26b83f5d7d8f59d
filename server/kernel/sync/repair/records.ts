import * as z from 'zod/mini'
import type { repairCalls } from '#contract/calls/repair.ts'
import type { SyncRow } from '#contract/calls/sync.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { EntityId } from '#contract/kernel/fields.ts'
import type { Caller } from '#server/kernel/context.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { selectGrantedScopes } from '../pull/granted-scopes.ts'
import type { AnySyncSource } from '../source.ts'

const Ids = z.array(EntityId).check(z.minLength(1), z.maxLength(200))

/**
 * Returns what the caller may see of these records now: each one put under a scope that the caller holds, or removed
 * from the device. Records of another client, hidden ones and forbidden ones look the same.
 */
export function records(
  kernel: Kernel,
  sources: ReadonlyMap<string, AnySyncSource>,
  caller: Caller,
  { type, ids: text }: ParsedInputOf<typeof repairCalls.records>,
): Promise<OutputOf<typeof repairCalls.records>> {
  const ids = readIds(text)
  return kernel.database.tenant(
    caller.clientId,
    async (tx) => {
      const granted = await selectGrantedScopes(tx, caller)
      const found = await sources.get(type)?.read(tx, caller, ids, kernel.now())
      const rows = ids.map((id): SyncRow => {
        const record = found?.get(id)
        const scope = record && granted.find((one) => record.scopes.includes(one))
        return record && scope !== undefined
          ? // The answer's schema checks that body and type belong together.
            ({ type, id, rev: record.rev, op: 'put', scope, body: record.body } as SyncRow)
          : { type, id, rev: 0, op: 'leave', scope: '' }
      })
      return { epoch: kernel.epoch, rows }
    },
    { snapshot: true },
  )
}

function readIds(text: string): string[] {
  const ids = Ids.safeParse([...new Set(text.split(','))])
  if (!ids.success) throw new Refusal('invalid', undefined, { fields: { ids: 'must be 1 to 200 ids' } })
  return ids.data
}
