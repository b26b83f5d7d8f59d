import { sql } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'

/** A patient's name. */
interface BorneName {
  fname: string
  lname?: string | undefined
}

/**
 * Stores the words of patients' names, by which the search finds similar spellings (0084_patient_words.sql). Must be
 * called by every write of a patient's name. Inserts in alphabetical order to avoid deadlocks between concurrent
 * writers of the same new words.
 */
export async function keepWords(tx: Tx, clientId: string, names: readonly BorneName[]): Promise<void> {
  const texts = names.map(({ fname, lname = '' }) => `${fname} ${lname}`)
  await sql`insert into patient_word (client_id, word)
    select distinct ${clientId}::uuid, word from unnest(${texts}::text[]) name, unnest(name_words(name)) word
    order by word on conflict do nothing`.execute(tx)
}
