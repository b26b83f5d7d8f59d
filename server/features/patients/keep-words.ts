import { sql } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'

/** A name as a patient bears it. */
interface BorneName {
  fname: string
  lname?: string | undefined
}

/**
 * Keeps the words of patients' names, which names spelt close to them are found by (0084_patient_words.sql): called by
 * whoever gives a patient a name. In the order of the alphabet, so that two who keep the same new words wait for one
 * another and never for each other.
 */
export async function keepWords(tx: Tx, clientId: string, names: readonly BorneName[]): Promise<void> {
  const texts = names.map(({ fname, lname = '' }) => `${fname} ${lname}`)
  await sql`insert into patient_word (client_id, word)
    select distinct ${clientId}::uuid, word from unnest(${texts}::text[]) name, unnest(name_words(name)) word
    order by word on conflict do nothing`.execute(tx)
}
