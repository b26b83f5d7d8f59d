import { ID_TYPES } from '#server/integrations/hl7/read-patient.ts'
import type { Tx } from '#server/kernel/context.ts'

/** How a client reads what hospital systems send it. */
export interface Hl7House {
  /** The character set of messages that name none; empty where none is set. */
  charset: string
  /** Types of patient numbers, the most wanted first. */
  idTypes: readonly string[]
}

/** The client's settings for messages that come in. */
export async function hl7House(tx: Tx, clientId: string): Promise<Hl7House> {
  const row = await tx
    .selectFrom('client_setting')
    .select(['hl7_charset_in', 'hl7_id_types'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  const types = idTypesOf(row?.hl7_id_types ?? '')
  return { charset: row?.hl7_charset_in ?? '', idTypes: types.length === 0 ? ID_TYPES : types }
}

/** The types of a list as it is typed: letters and digits, parted by anything else. */
const idTypesOf = (list: string): string[] => list.toUpperCase().match(/[A-Z0-9]+/g) ?? []
