import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { findClaimedTitle } from '#domain/masters/claimed-titles.ts'
import { isSameAet } from '#domain/study/dicom/ae-title.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'

/** Parses a comma-separated list of AE titles: trimmed, without duplicates, in the given order. */
export const aetsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((aet) => aet.trim())
      .filter((aet) => aet !== ''),
  ),
]

/** The titles of a branch that is being saved, and the titles that it already has. */
interface GivenTitles {
  id: string | undefined
  titles: readonly string[]
  held: readonly string[]
  isConfirmed: boolean
}

/**
 * Throws if another branch of the client has one of the titles: such a title assigns no study to a branch. Requires
 * confirmation for a new title that no machine has and no study came from. Locks, so that saves of one client run one
 * after another.
 */
export async function demandTitles(
  { id, titles, held, isConfirmed }: GivenTitles,
  { tx, caller }: Context,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`titles ${caller.clientId}`}, 0))`.execute(tx)
  const others = await tx
    .selectFrom('branch')
    .select(['name', 'aet_sources'])
    .where('client_id', '=', caller.clientId)
    .where('hidden', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '<>', id ?? ''))
    .orderBy('name')
    .execute()
  const claimed = findClaimedTitle(titles, others)
  if (claimed) throw invalid({ aet_sources: `holds ${claimed.title}, which ${claimed.branch} has already` })
  const added = titles.filter((title) => !held.some((one) => isSameAet(one, title)))
  if (added.length === 0 || isConfirmed) return
  const known = await selectKnown(added, { tx, caller })
  const unknown = added.filter((title) => !known.has(title.toUpperCase()))
  if (unknown.length === 0) return
  const [is, it] = unknown.length === 1 ? ['is', 'it'] : ['are', 'them']
  throw new Refusal(
    'confirm',
    `${unknown.join(', ')} ${is} not known here: no machine has ${it}, and no study came from ${it} yet. Save anyway?`,
  )
}

/** Returns those of `titles`, in capitals, that belong to a machine of the client or have sent a study before. */
async function selectKnown(
  titles: readonly string[],
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
): Promise<Set<string>> {
  const wanted = titles.map((title) => title.toUpperCase())
  const { rows } = await sql<{ title: string }>`select title from unnest(${wanted}::text[]) as title
    where exists (select from machine m where m.client_id = ${caller.clientId} and m.hidden is null
        and upper(trim(m.aet)) = title)
      or exists (select from study s where s.client_id = ${caller.clientId} and upper(trim(s.src_aet)) = title)`.execute(
    tx,
  )
  return new Set(rows.map(({ title }) => title))
}
