import { type RawBuilder, sql } from 'kysely'

/** The longest name of an item (worklist-item.ts): longer names are truncated before the comparison. */
const NAME_MAX = 64
/** Characters that JavaScript trims. */
const BLANKS =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
/**
 * Scripts that received capital letters in later versions of Unicode: the database may use an older version than this
 * program, so such a letter matches anything here.
 */
const YOUNG_CAPITALS =
  /[\u10a0-\u10ff\u13a0-\u13ff\u1c80-\u1cbf\u2c00-\u2dff\ua640-\ua7ff\uab30-\uabbf\u{10000}-\u{10ffff}]/u

/** Returns the name of a query that the database can match; undefined if it matches any name or several. */
export function nameKeyOf(value: unknown): string | undefined {
  const key = typeof value === 'string' ? value.trim() : ''
  return key === '' || /^\*+$/.test(key) || /[\\\0]/.test(key) ? undefined : key
}

/**
 * True if a patient's name matches a key, by the rule for items (server/integrations/modality-worklist/matching.ts):
 * every match there matches here too. Only a truncated name, or a letter of a young script, can match here but not
 * there. `patient` is the alias of its table.
 */
export function nameCondition(key: string, patient: string): RawBuilder<unknown> {
  const part = (column: string) =>
    sql`btrim(translate(${sql.ref(`${patient}.${column}`)}, '\\^=', '   '), ${sql.lit(BLANKS)})`
  // The collation changes case as JavaScript does: one letter may become two.
  const name = sql`upper(btrim(${part('lname')} || '^' || ${part('fname')}, '^') collate "und-x-icu")`
  const isCut = sql`char_length(${part('lname')}) + char_length(${part('fname')}) >= ${sql.lit(NAME_MAX)}`
  return sql`(${name} like ${patternOf(key)} or ${isCut})`
}

/** Returns the key as a LIKE pattern. Empty name parts at the end are ignored. */
function patternOf(key: string): string {
  const trimmed = key.toUpperCase().trim().replace(/\^+$/, '')
  return Array.from(trimmed, (letter) => {
    if (letter === '*' || YOUNG_CAPITALS.test(letter)) return '%'
    if (letter === '?') return '_'
    return /[%_\\]/.test(letter) ? `\\${letter}` : letter
  }).join('')
}
