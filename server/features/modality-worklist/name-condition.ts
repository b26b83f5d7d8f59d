import { type RawBuilder, sql } from 'kysely'

/** The longest name of an item (worklist-item.ts): what is longer is cut there, and compared after that. */
const NAME_MAX = 64
/** What JavaScript trims. */
const BLANKS =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
/**
 * Scripts whose letters got capitals in later versions of Unicode: the database may know an older one than this program,
 * so such a letter stands for anything here.
 */
const YOUNG_CAPITALS =
  /[\u10a0-\u10ff\u13a0-\u13ff\u1c80-\u1cbf\u2c00-\u2dff\ua640-\ua7ff\uab30-\uabbf\u{10000}-\u{10ffff}]/u

/** The key of a question by name that the database can match; undefined where it asks for any name, or for several. */
export function nameKeyOf(value: unknown): string | undefined {
  const key = typeof value === 'string' ? value.trim() : ''
  return key === '' || /^\*+$/.test(key) || /[\\\0]/.test(key) ? undefined : key
}

/**
 * Whether the name of a patient matches a key, as the items are matched (server/integrations/modality-worklist/matching.ts):
 * whatever matches there holds here. Only a name that is cut, or a letter of a young script, holds here without matching
 * there. `patient` is the alias of its table.
 */
export function nameCondition(key: string, patient: string): RawBuilder<unknown> {
  const part = (column: string) =>
    sql`btrim(translate(${sql.ref(`${patient}.${column}`)}, '\\^=', '   '), ${sql.lit(BLANKS)})`
  // The collation folds as JavaScript does: one letter may become two.
  const name = sql`upper(btrim(${part('lname')} || '^' || ${part('fname')}, '^') collate "und-x-icu")`
  const isCut = sql`char_length(${part('lname')}) + char_length(${part('fname')}) >= ${sql.lit(NAME_MAX)}`
  return sql`(${name} like ${patternOf(key)} or ${isCut})`
}

/** The key as a pattern of LIKE. Name parts at its end that are left out do not tell two names apart. */
function patternOf(key: string): string {
  const trimmed = key.toUpperCase().trim().replace(/\^+$/, '')
  return Array.from(trimmed, (letter) => {
    if (letter === '*' || YOUNG_CAPITALS.test(letter)) return '%'
    if (letter === '?') return '_'
    return /[%_\\]/.test(letter) ? `\\${letter}` : letter
  }).join('')
}
