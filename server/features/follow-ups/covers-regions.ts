import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { COMPOUND, NAMED, ONLY_KIND, PROCEDURE, REGIONS, SEPARATORS } from '#domain/follow-up/region-words.ts'

/** SQL version of coversRegions (domain/follow-up/named-regions.ts), over the wanted body parts and a name. */
export function coversRegions(wanted: RawBuilder<string[]>, name: RawBuilder<string>): RawBuilder<SqlBool> {
  const named = REGIONS.map((region) => sql`(${region} = any(${wanted}) and n.said ~ ${NAMED[region]})`)
  // `offset 0` makes the database split the name once and not per body part.
  return sql<SqlBool>`(
    select n.words !~ ${PROCEDURE}
      and (${wanted} = '{}' or n.words ~ ${ONLY_KIND} or ${sql.join(named, sql` or `)})
    from (
      select w.words, w.words || '|' || regexp_replace(w.words, ${COMPOUND}, ' ~', 'g') as said
      from (select ' ' || btrim(regexp_replace(lower(${name}), ${SEPARATORS}, ' ', 'g')) || ' ' as words offset 0) w
      offset 0) n)`
}
