import { sql } from 'kysely'
import { blindPoint } from '#domain/peer/blind-text.ts'
import type { PeerCategory } from '#domain/peer/outcomes.ts'
import { mergeSmallRows, PEER_ROW_MIN, type PeerRow } from '#domain/peer/small-rows.ts'
import { isInScope } from '../sales/public/figure-scope.ts'
import type { Figures } from '../sales/public/figures.ts'

/** The results of a month's second readings, without names. */
export interface PeerMonth {
  signed: number
  drawn: number
  read: number
  agreed: number
  /** Small groups merged; empty if too few were read. */
  modalities: PeerRow[]
  /** Categories of learning points, most frequent first; empty if too few were read. */
  categories: { category: PeerCategory; n: number; differ: number }[]
  points: { category: PeerCategory; point: string }[]
}

interface PointRecord {
  category: PeerCategory
  point: string
  names: string[]
}

/** Returns true if so few were read that figures could identify a person. */
export const isTooFew = ({ read }: Pick<PeerMonth, 'read'>): boolean => read < PEER_ROW_MIN

/** Reads the second readings drawn from the days of the figures; undefined if no day was drawn. */
export async function readPeerMonth(
  { tx, caller, scope }: Figures,
  others: string,
  noModality: string,
): Promise<PeerMonth | undefined> {
  const isMeant = (table: string) => sql`${sql.ref(`${table}.client_id`)} = ${caller.clientId}
    and ${isInScope(sql.ref<string>(`${table}.branch_id`), scope)}
    and ${sql.ref(`${table}.day`)} between ${scope.fromDay}::date and ${scope.toDay}::date`
  const { rows: draws } = await sql<{ days: number; signed: number }>`
    select count(*)::int as days, coalesce(sum(d.signed), 0)::int as signed from peer_draw d
    where ${isMeant('d')}`.execute(tx)
  const [draw] = draws
  if (!draw || draw.days === 0) return undefined
  // Studies of several modalities form their own group: if they counted in each modality, small groups could be
  // derived from the others.
  const { rows } = await sql<PeerRow>`
    select coalesce(nullif(p.modality, ''), ${noModality}) as label, count(*)::int as drawn,
      count(p.read_on)::int as read, count(*) filter (where p.outcome in ('Agree', 'Agree_With_Point'))::int as agreed
    from peer_reading p where ${isMeant('p')} group by 1`.execute(tx)
  const sum = (name: 'drawn' | 'read' | 'agreed') => rows.reduce((total, row) => total + row[name], 0)
  const month = { signed: draw.signed, drawn: sum('drawn'), read: sum('read'), agreed: sum('agreed') }
  if (isTooFew(month)) return { ...month, modalities: [], categories: [], points: [] }
  const { rows: said } = await sql<PointRecord & { outcome: string }>`
    select p.category, p.outcome, p.point, array(
      select u.name from app_user u where u.client_id = p.client_id and (u.id = p.reader_id
        or u.id in (select f.user_id from peer_first f where f.client_id = p.client_id and f.reading_id = p.id)))
      || s.pat_name as names
    from peer_reading p join study s on s.client_id = p.client_id and s.id = p.study_id
    where ${isMeant('p')} and p.category is not null
    order by md5(p.id::text)`.execute(tx)
  return {
    ...month,
    modalities: mergeSmallRows(rows, others),
    categories: countCategories(said),
    points: said.map(({ category, point, names }) => ({ category, point: blindPoint(point, names) })),
  }
}

function countCategories(said: readonly (PointRecord & { outcome: string })[]): PeerMonth['categories'] {
  return [...Map.groupBy(said, ({ category }) => category)]
    .map(([category, of]) => ({
      category,
      n: of.length,
      differ: of.filter(({ outcome }) => outcome === 'Differ').length,
    }))
    .toSorted((a, b) => b.n - a.n || (a.category < b.category ? -1 : 1))
}
