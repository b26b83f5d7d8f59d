import { sql } from 'kysely'
import type { WorklistReason } from '#domain/study/dicom/worklist-reasons.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { WorklistHealth } from '#server/kernel/http/serve-health.ts'
import { knowsMachine } from './store.ts'

/** Returns the client that has the called AE title; undefined if no client or more than one has it. */
export async function findWorklistClient(tx: Tx, called: string): Promise<string | undefined> {
  const { rows } = await sql<{ client: string | null }>`
    select entry.find_worklist_client(${called}) as client`.execute(tx)
  return rows[0]?.client ?? undefined
}

/** Returns the reasons why a machine would receive nothing at all; empty if it is answered. */
export async function selectRefusals(
  tx: Tx,
  { clientId, calling, state }: { clientId: string; calling: string; state: WorklistHealth['state'] },
): Promise<WorklistReason[]> {
  const { rows } = await sql<{ called: string; has_module: boolean }>`
    select coalesce(s.mwl_aet, '') as called, 'appointment_system' = any(c.main_modules) as has_module
    from client c left join client_setting s on s.client_id = c.id
    where c.id = ${clientId}`.execute(tx)
  const { called = '', has_module: hasModule = false } = rows[0] ?? {}
  const refusals: WorklistReason[] = []
  if (state === 'off') refusals.push('switched_off')
  if (state === 'stopped') refusals.push('restarting')
  if (!hasModule) refusals.push('no_module')
  if (called === '') refusals.push('called_unset')
  else if (hasModule && (await findWorklistClient(tx, called)) !== clientId) refusals.push('called_shared')
  if (!(await knowsMachine(tx, clientId, calling))) refusals.push('unknown_machine')
  return refusals
}
