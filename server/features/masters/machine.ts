import { sql } from 'kysely'
import type { machine } from '#contract/masters/machine.ts'
import { isAeTitle } from '#domain/study/dicom/ae-title.ts'
import { isModality } from '#domain/study/modalities.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { MasterHooks } from '#server/masters/hooks.ts'
import { useWords } from '#server/masters/use-words.ts'
import { countFromNow } from '../interfaces/public/count-from-now.ts'
import { renamePeer } from '../interfaces/public/rename-peer.ts'

/** Hooks for machines: AE title and modality must be valid in DICOM. */
export const machineHooks: MasterHooks<typeof machine> = {
  prepare: async ({ aet, modality }) => {
    const broken = {
      ...(!isAeTitle(aet) && { aet: 'is 1 to 16 letters, digits or signs, without a backslash' }),
      ...(!isModality(modality) && { modality: 'is not a modality of the list' }),
    }
    if (Object.keys(broken).length > 0) throw invalid(broken)
    return undefined
  },
  // The log of exchanges identifies a machine by its title.
  afterSave: async (id, { aet, status, branch_id }, before, ctx) => {
    await keepWhereItStood(ctx, id, before?.branch_id, branch_id)
    const from = typeof before?.aet === 'string' ? before.aet : aet
    if (from !== aet && before?.active === true && !(await hasTitle(ctx, from)))
      await renamePeer(ctx, { kind: 'worklist', from, to: aet })
    if (status === 1 && (before?.active !== true || from !== aet))
      await countFromNow(ctx, { kind: 'worklist', name: aet })
  },
  // Queue screens list their machines in separate rows, which the generic check of reference fields does not cover.
  usedIn: async (id, { tx, caller }) => {
    const screens = await tx
      .selectFrom('que_screen_machine as m')
      .innerJoin('que_screen as s', (on) =>
        on.onRef('s.client_id', '=', 'm.client_id').onRef('s.id', '=', 'm.screen_id'),
      )
      .select('s.name')
      .where('m.client_id', '=', caller.clientId)
      .where('m.machine_id', '=', id)
      .where('s.hidden', 'is', null)
      .orderBy('s.name')
      .execute()
    const [first] = screens
    return first ? [useWords('queue screen', { n: screens.length, name: first.name })] : []
  },
}

/** Remembers the previous branch, so that the machine still finds the examinations booked with it there. */
async function keepWhereItStood(
  { tx, caller }: Context,
  id: string,
  from: unknown,
  to: string | null,
): Promise<void> {
  if (typeof from !== 'string' || from === to) return
  await sql`
    update machine set stood_at = array_append(array_remove(stood_at, ${from}::uuid), ${from}::uuid)
    where client_id = ${caller.clientId} and id = ${id}`.execute(tx)
}

/** Returns true if another machine has the title; the log then keeps the name for that machine. */
async function hasTitle({ tx, caller }: Context, aet: string): Promise<boolean> {
  const found = await tx
    .selectFrom('machine')
    .select('id')
    .where('client_id', '=', caller.clientId)
    .where('aet', '=', aet)
    .where('active', '=', true)
    .where('hidden', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
