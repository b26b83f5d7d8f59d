import { sql } from 'kysely'
import type { MachineProfileRecord } from '#contract/calls/machine-profiles.ts'
import type { settingsCalls } from '#contract/calls/settings.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { MachineSet, MissingLetters } from '#domain/study/dicom/machine-letters.ts'
import { type MachineProfile, UNKNOWN_MACHINE } from '#server/integrations/modality-worklist/answer-query.ts'
import type { Context, Tx } from '#server/kernel/context.ts'

/** What one or more queries of a machine revealed about it. */
export interface LearnedProfile {
  address: string
  askedSet: string
  pduMax: number
  returnKeys: readonly string[]
  asked: number
  lastSeen: Date
}

const KEYS_MAX = 200

/** Returns an administrator's settings for answers to a machine. */
export async function findProfile(tx: Tx, clientId: string, aet: string): Promise<MachineProfile> {
  const row = await tx
    .selectFrom('machine_profile')
    .select(['character_set', 'missing_letters', 'max_letters'])
    .where('client_id', '=', clientId)
    .where('aet', '=', aet)
    .executeTakeFirst()
  if (!row) return UNKNOWN_MACHINE
  return {
    characterSet: row.character_set,
    missingLetters: row.missing_letters as MissingLetters,
    maxLetters: row.max_letters,
  }
}

/** Stores what was learned; an administrator's settings and their revision stay unchanged. */
export async function keepLearned(
  tx: Tx,
  clientId: string,
  aet: string,
  { address, askedSet, pduMax, returnKeys, asked, lastSeen }: LearnedProfile,
): Promise<void> {
  const keys = [...returnKeys].slice(0, KEYS_MAX)
  await sql`
    insert into machine_profile as m
      (client_id, aet, address, asked_set, pdu_max, return_keys, asked, first_seen, last_seen)
    values (${clientId}, ${aet}, ${address}, ${askedSet}, ${pduMax}, ${keys}, ${asked}, ${lastSeen}, ${lastSeen})
    on conflict (client_id, aet) do update set
      address = excluded.address, asked_set = excluded.asked_set, pdu_max = excluded.pdu_max,
      return_keys = excluded.return_keys, asked = m.asked + excluded.asked, last_seen = excluded.last_seen`.execute(
    tx,
  )
}

const recordsOf = ({ tx, caller }: Context) =>
  tx.selectFrom('machine_profile').selectAll().where('client_id', '=', caller.clientId)

type ProfileRow = Awaited<ReturnType<ReturnType<typeof recordsOf>['executeTakeFirstOrThrow']>>

const recordOf = (row: ProfileRow): MachineProfileRecord => ({
  aet: row.aet,
  rev: row.rev,
  address: row.address,
  asked_set: row.asked_set,
  pdu_max: row.pdu_max,
  return_keys: row.return_keys,
  asked: row.asked,
  first_seen: row.first_seen.toISOString(),
  last_seen: row.last_seen.toISOString(),
  character_set: row.character_set as MachineSet,
  missing_letters: row.missing_letters as MissingLetters,
  max_letters: row.max_letters,
})

/** Returns the machines that have queried, the most recent first. */
export async function listProfiles(ctx: Context): Promise<MachineProfileRecord[]> {
  const rows = await recordsOf(ctx).orderBy('last_seen', 'desc').orderBy('aet').limit(500).execute()
  return rows.map(recordOf)
}

/**
 * Stores the settings for answers to a machine. Throws for a machine that has never queried, and for a stale
 * revision.
 */
export async function saveProfile(
  { aet, rev, ...kept }: ParsedInputOf<typeof settingsCalls.saveMachineProfile>,
  ctx: Context,
): Promise<MachineProfileRecord> {
  const row = await recordsOf(ctx).where('aet', '=', aet).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (row.rev !== rev) throw new Refusal('conflict', undefined, { current: recordOf(row) })
  const saved = await ctx.tx
    .updateTable('machine_profile')
    .set({ ...kept, rev: rev + 1 })
    .where('client_id', '=', ctx.caller.clientId)
    .where('aet', '=', aet)
    .returningAll()
    .executeTakeFirstOrThrow()
  await ctx.audit('save_machine_profile', 'machine_profile', undefined, { aet, ...kept })
  return recordOf(saved)
}
