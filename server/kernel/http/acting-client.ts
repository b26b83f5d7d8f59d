import type { AnyCall } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { MAIN_MODULES } from '#domain/access/main-modules.ts'
import type { Caller } from '../context.ts'
import type { Kernel } from './kernel.ts'
import { invalid } from './read-input.ts'

/**
 * Returns the acting caller: for a call declared `inClient`, an administrator of the platform names the client in
 * `client_id` and acts inside it, in its transactions and audit trail (docs/people.md#tenants). For everybody else,
 * other clients do not exist.
 */
export async function findActingCaller(
  kernel: Pick<Kernel, 'database'>,
  call: AnyCall,
  caller: Caller,
  input: unknown,
): Promise<Caller> {
  const clientId = call.inClient === true ? clientIdIn(input) : undefined
  if (clientId === undefined || clientId === caller.clientId) return caller
  if (caller.userType !== 'ADMIN') throw new Refusal('not_found')
  if (!caller.permissions.has('manage_clients')) throw new Refusal('not_permitted')
  const client = await kernel.database.tenant(clientId, (tx) =>
    tx
      .selectFrom('client')
      .select(['main_modules', 'pacs_used'])
      .where('id', '=', clientId)
      .executeTakeFirst(),
  )
  if (!client) throw new Refusal('not_found')
  const mainModules = new Set(MAIN_MODULES.filter((module) => client.main_modules.includes(module)))
  return { ...caller, clientId, mainModules, pacsUsed: client.pacs_used as Caller['pacsUsed'], branchIds: [] }
}

function clientIdIn(input: unknown): string | undefined {
  const { client_id: id } = input as { client_id?: unknown }
  if (id === undefined || id === null) return undefined
  if (typeof id !== 'string') throw invalid({ client_id: 'must be an id' })
  return id
}
