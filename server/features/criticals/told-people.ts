import { ownerOfCritical } from '#domain/study/critical-rules.ts'
import type { Tx } from '#server/kernel/context.ts'
import { selectActingOnCriticals, selectAdministrators } from '../notifications/public/recipients.ts'
import type { LockedStudy } from '../studies/public/write-store.ts'
import type { StoredCritical } from './public/store.ts'

/** A person of the centre who is told, with the e-mail address; empty if none is known. */
export interface ToldPerson {
  id: string
  name: string
  email: string
}

/**
 * Returns the people to tell at a step: the owner of the record and, for an escalation, the client's contacts who may
 * open it.
 */
export async function peopleOfStep(
  tx: Tx,
  step: 'Reminded' | 'Escalated',
  { study, stored, contacts }: { study: LockedStudy; stored: StoredCritical; contacts: readonly string[] },
): Promise<ToldPerson[]> {
  const clientId = stored.client_id
  const owner = ownerOfCritical(study, stored)
  const others = step === 'Escalated' ? await passedOnTo(tx, study, owner, contacts) : []
  const found = await selectPeople(tx, clientId, [...(owner === null ? [] : [owner]), ...others])
  // The doctor may have left: an open critical result must always reach somebody.
  return found.length > 0 ? found : selectPeople(tx, clientId, await selectAdministrators(tx, clientId))
}

async function passedOnTo(
  tx: Tx,
  study: LockedStudy,
  owner: string | null,
  contacts: readonly string[],
): Promise<string[]> {
  const acting = new Set(await selectActingOnCriticals(tx, study, owner ?? study.client_id))
  const named = contacts.filter((id) => id !== owner && acting.has(id))
  return named.length > 0 ? named : selectAdministrators(tx, study.client_id)
}

/** Returns those of them who work here, in the given order. */
async function selectPeople(tx: Tx, clientId: string, ids: readonly string[]): Promise<ToldPerson[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const rows = await tx
    .selectFrom('app_user')
    .select(['id', 'name', 'email'])
    .where('client_id', '=', clientId)
    .where('id', 'in', wanted)
    .where('active', '=', true)
    .where('hidden', 'is', null)
    .where('user_type', '=', 'CLIENT')
    .execute()
  return rows.toSorted((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id))
}
