import { sql } from 'kysely'
import type { Context } from '#server/kernel/context.ts'
import { countWords } from '#server/masters/use-words.ts'

/** Returns how clients use a platform record, in words: only numbers, since their rows are not visible here. */
export async function platformRecordUses(id: string, { tx }: Context): Promise<string[]> {
  const { rows } = await sql<{
    noun: string
    n: number
  }>`select noun, n from entry.platform_record_uses(${id})`.execute(tx)
  return rows.map(({ noun, n }) => countWords(n, noun))
}
