import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { QueMachine, queScreen } from '#contract/masters/que-screen.ts'
import type { Caller, Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { MasterHooks } from '#server/masters/hooks.ts'

/** Returns a part of a public address: 192 bits, which cannot be guessed. */
export const newUid = (): string => randomBytes(24).toString('base64url')

/** Hooks of waiting-room screens: their machines are separate rows, and their address is created here. */
export const queScreenHooks: MasterHooks<typeof queScreen> = {
  visible: (eb, { isClientAdmin, branchIds }) =>
    isClientAdmin ? sql`true` : eb('m.branch_id', '=', sql<string>`any(${[...branchIds]}::uuid[])`),
  prepare: async (input, before, ctx) => {
    const { branch_id: branchId, machines } = input
    if (!maySeeBranch(branchId, ctx.caller))
      throw invalid({ branch_id: 'names a record that does not exist' })
    await demandMachines(branchId, machines, ctx)
    const isOtherBanner = input.banner_file_id != null && input.banner_file_id !== before?.banner_file_id
    if (isOtherBanner) await demandBanner(input.banner_file_id, ctx)
    return before ? undefined : { uid: newUid() }
  },
  afterSave: async (id, { machines }, _before, { tx, caller }) => {
    await tx
      .deleteFrom('que_screen_machine')
      .where('client_id', '=', caller.clientId)
      .where('screen_id', '=', id)
      .execute()
    const rows = machines.map((machine, place) => ({
      client_id: caller.clientId,
      screen_id: id,
      machine_id: machine.id,
      alias: machine.alias.trim(),
      place,
    }))
    await tx.insertInto('que_screen_machine').values(rows).execute()
  },
  complete: async (screens, { tx, caller }) => {
    const ids = screens.map(({ id }) => id)
    const { rows } = await sql<Completed & { id: string }>`
      select s.id, s.uid, b.name as branch,
        case when f.mime is null then '' when f.mime in ('image/jpeg', 'image/png') then 'image' else 'video' end
          as banner_type,
        coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'alias', q.alias, 'name', m.name) order by q.place)
          from que_screen_machine q
          join machine m on m.client_id = q.client_id and m.id = q.machine_id
          where q.client_id = s.client_id and q.screen_id = s.id), '[]') as machines
      from que_screen s
      join branch b on b.client_id = s.client_id and b.id = s.branch_id
      left join file f on f.client_id = s.client_id and f.id = s.banner_file_id
      where s.client_id = ${caller.clientId} and s.id = any(${ids}::uuid[])`.execute(tx)
    return new Map(rows.map(({ id, ...of }) => [id, { ...of }]))
  },
}

interface Completed {
  uid: string
  branch: string
  banner_type: '' | 'image' | 'video'
  machines: QueMachine[]
}

const maySeeBranch = (id: string | null, { isClientAdmin, branchIds }: Caller) =>
  id !== null && (isClientAdmin || branchIds.includes(id))

async function demandMachines(
  branchId: string | null,
  machines: readonly QueMachine[],
  { tx, caller }: Context,
): Promise<void> {
  const ids = machines.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw invalid({ machines: 'name a machine twice' })
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from machine
    where client_id = ${caller.clientId} and branch_id = ${branchId} and id = any(${ids}::uuid[]) and hidden is null`.execute(
    tx,
  )
  if (rows[0]?.n !== ids.length) throw invalid({ machines: 'name a machine that is not of this branch' })
}

async function demandBanner(fileId: string, { tx, caller }: Context): Promise<void> {
  const file = await tx
    .selectFrom('file')
    .select('id')
    .where('client_id', '=', caller.clientId)
    .where('id', '=', fileId)
    .where('purpose', '=', 'que_banner')
    .executeTakeFirst()
  if (!file) throw invalid({ banner_file_id: 'names a file that is not there' })
}
