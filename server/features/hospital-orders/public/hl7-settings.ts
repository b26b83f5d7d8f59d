import { sql } from 'kysely'
import { ID_TYPES } from '#server/integrations/hl7/read-patient.ts'
import type { Tx } from '#server/kernel/context.ts'
import { lockOf } from '../store.ts'

/** How a client decodes and reads messages of hospital systems. */
export interface Hl7Settings {
  /** Character set of messages that declare none; empty if none is configured. */
  charset: string
  /** Types of patient numbers, in order of preference. */
  idTypes: readonly string[]
}

interface SettingsRow {
  hl7_charset_in: string
  hl7_id_types: string
}

/** Returns the client's settings for incoming messages. */
export async function hl7Settings(tx: Tx, clientId: string): Promise<Hl7Settings> {
  const row = await tx
    .selectFrom('client_setting')
    .select(['hl7_charset_in', 'hl7_id_types'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return settingsOf(row)
}

/**
 * Returns the same settings and locks the message with that digest: another transaction for it waits until this one
 * ends.
 */
export async function lockMessage(tx: Tx, clientId: string, digest: string): Promise<Hl7Settings> {
  const { rows } = await sql<SettingsRow>`
    select s.hl7_charset_in, s.hl7_id_types
    from (select pg_advisory_xact_lock(${lockOf(clientId, digest)}) offset 0) as held
    left join client_setting s on s.client_id = ${clientId}`.execute(tx)
  return settingsOf(rows[0])
}

function settingsOf(row: Partial<Nullable<SettingsRow>> | undefined): Hl7Settings {
  const types = idTypesOf(row?.hl7_id_types ?? '')
  return { charset: row?.hl7_charset_in ?? '', idTypes: types.length === 0 ? ID_TYPES : types }
}

type Nullable<T> = { [Key in keyof T]: T[Key] | null }

/** Parses a typed list of types: letters and digits, with any separator. */
const idTypesOf = (list: string): string[] => list.toUpperCase().match(/[A-Z0-9]+/g) ?? []
