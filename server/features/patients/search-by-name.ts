import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ALL_PAGE_SIZE } from '#contract/kernel/paging.ts'
import { CLOSE_FIT, ONE_WRONG_FIT, WRITTEN_FIT, wordFit } from '#domain/patient/word-fit.ts'
import type { Tx } from '#server/kernel/context.ts'
import { narrowed, type PatientSearch, reached } from './patient-search.ts'

/** So many are found: names that are farther off are no answer any more. */
const ENOUGH = 100
/** So many who bear the words are looked at; of a name that more bear, those who were seen lately come first. */
const BEARERS_MAX = 3_000
/** Who was seen lately: the last so many patients of the client. */
const LATELY = 5_000
/** What the database leaves: it counts a swap of two neighbours as two letters, which the rule counts as one. */
const LETTERS_APART_MAX = 3

/** So many words of names stand for a typed one, those that fit best: the index takes the longer over each, the more they are. */
const WORDS_MAX = 60

/** How well words of names fit one word that is looked for. */
type Fits = ReadonlyMap<string, number>

interface Bearer {
  id: string
  words: string[]
  touched: Date
}

/**
 * Ids of the patients whose name has a word for each word of the text, in any order, the surest first: written so, then
 * with one wrong letter a word, then with two. Farther words are looked at only while few are found.
 */
export async function idsByName(tx: Tx, clientId: string, search: PatientSearch): Promise<string[]> {
  // What holds a digit is a number: part of an id, or a phone beside the name.
  const words = search.k.split(/[\s,]+/u).filter((word) => /\p{L}/u.test(word) && !/\d/u.test(word))
  const fits = words.length === 0 ? [] : await fitsOf(tx, clientId, words.join(' '))
  const found = new Set<string>()
  if (fits.length === 0) return []
  for (const fit of [WRITTEN_FIT, ONE_WRONG_FIT, CLOSE_FIT]) {
    for (const id of await idsFrom(tx, search, fits, fit)) found.add(id)
    if (found.size >= ENOUGH) break
  }
  return [...found].slice(0, ALL_PAGE_SIZE)
}

// The client's words are some tens of thousands: PostgreSQL drops those that are too far, and the same rule as on a device
// says how well the others fit.
async function fitsOf(tx: Tx, clientId: string, name: string): Promise<Fits[]> {
  const { rows } = await sql<{ typed: string; word: string | null }>`
    select typed, w.word from unnest(name_words(${name})) typed
    left join patient_word w on w.client_id = ${clientId} and (strpos(w.word, typed) > 0
      or (char_length(typed) > 3 and (levenshtein_less_equal(w.word, typed, ${LETTERS_APART_MAX}) <= ${LETTERS_APART_MAX}
        or (char_length(w.word) > char_length(typed)
          and levenshtein_less_equal(left(w.word, char_length(typed)), typed, ${LETTERS_APART_MAX}) <= ${LETTERS_APART_MAX}))))`.execute(
    tx,
  )
  const fits = new Map<string, Map<string, number>>()
  for (const { typed, word } of rows) {
    const words = fits.get(typed) ?? new Map<string, number>()
    fits.set(typed, words)
    const fit = word === null ? 0 : wordFit(typed, word)
    if (word !== null && fit > 0) words.set(word, fit)
  }
  return [...fits].map(([typed, words]) => best(words, typed))
}

// Of those that fit alike the nearest in length: a name whose beginning alone is close is the less likely one.
function best(words: Map<string, number>, typed: string): Fits {
  const apart = (word: string) => Math.abs(word.length - typed.length)
  const ranked = [...words].toSorted(([a, one], [b, other]) => other - one || apart(a) - apart(b))
  return new Map(ranked.slice(0, WORDS_MAX))
}

/** Who has a word of at least this fit for each word that is looked for. */
async function idsFrom(tx: Tx, search: PatientSearch, fits: readonly Fits[], fit: number): Promise<string[]> {
  const wanted = fits.map((words) => [...words].flatMap(([word, its]) => (its >= fit ? [word] : [])))
  if (wanted.some((words) => words.length === 0)) return []
  const bears = sql.join(
    wanted.map((words) => sql`p.name_words && ${words}::text[]`),
    sql` and `,
  )
  const sureness = ({ words }: Bearer) =>
    fits.reduce((sum, known) => sum + Math.max(...words.map((word) => known.get(word) ?? 0)), 0)
  const ranked = (bearers: readonly Bearer[]) =>
    bearers
      .map((bearer) => ({ ...bearer, sureness: sureness(bearer) }))
      .toSorted((a, b) => b.sureness - a.sureness || b.touched.getTime() - a.touched.getTime())
      .map(({ id }) => id)
  // Whose patient somebody is costs more than all else: it is asked of those who fit best, and of all only where these
  // are not all who bear the words and too few are known.
  const all = await bearersOf(tx, bears, narrowed(search))
  const known = await knownAmong(tx, search, ranked(all.bearers))
  if (all.isWhole || known.length >= ENOUGH || !search.isKnown || search.dob !== undefined) return known
  return ranked((await bearersOf(tx, bears, reached(search))).bearers)
}

/** Who bears the words; not whole where too many do: then some, and those of them who were seen lately. */
async function bearersOf(
  tx: Tx,
  bears: RawBuilder<unknown>,
  where: RawBuilder<SqlBool>,
): Promise<{ bearers: Bearer[]; isWhole: boolean }> {
  // Not in the order in which they were seen: that would have PostgreSQL read all who bear a name, or all patients.
  const { rows: some } = await sql<Bearer>`select p.id, p.name_words as words, p.touched from patient_search p
    where ${bears} and ${where} limit ${BEARERS_MAX}`.execute(tx)
  if (some.length < BEARERS_MAX) return { bearers: some, isWhole: true }
  const { rows: lately } = await sql<Bearer>`select p.id, p.name_words as words, p.touched from
    (select * from patient_search where hidden is null order by touched desc, id desc limit ${LATELY}) p
    where ${bears} and ${where}`.execute(tx)
  return { bearers: [...lately, ...some], isWhole: false }
}

/** Those of `ids`, in their order, whom the searcher's branches know: at most ALL_PAGE_SIZE. */
async function knownAmong(
  tx: Tx,
  { isKnown, dob }: PatientSearch,
  ids: readonly string[],
): Promise<string[]> {
  const once = [...new Set(ids)]
  if (!isKnown || dob !== undefined) return once
  const found: string[] = []
  for (let at = 0; at < once.length && found.length < ALL_PAGE_SIZE; at += ALL_PAGE_SIZE) {
    const some = once.slice(at, at + ALL_PAGE_SIZE)
    const { rows } = await sql<{ id: string }>`select p.id from patient_search p
      where p.id = any(${some}::uuid[]) and ${isKnown}`.execute(tx)
    const known = new Set(rows.map(({ id }) => id))
    found.push(...some.filter((id) => known.has(id)))
  }
  return found
}
