import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ALL_PAGE_SIZE } from '#contract/kernel/paging.ts'
import { CLOSE_FIT, ONE_WRONG_FIT, WRITTEN_FIT, wordFit } from '#domain/patient/word-fit.ts'
import type { Tx } from '#server/kernel/context.ts'
import { narrowed, type PatientSearch, reached } from './patient-search.ts'

/** The search stops at this many results; less similar names would not be useful. */
const ENOUGH = 100
/** The most patients with a name that are checked; if more have it, recently touched ones come first. */
const BEARERS_MAX = 3_000
/** The number of the client's last touched patients. */
const LATELY = 5_000
/**
 * The distance limit in the database. It counts a swap of two neighbouring letters as two, but the rule counts it as
 * one.
 */
const LETTERS_APART_MAX = 3

/** The most name words per typed word, the best fits; the index lookup gets slower with each word. */
const WORDS_MAX = 60

/** Words of names, with how well each fits one typed word. */
type Fits = ReadonlyMap<string, number>

interface Bearer {
  id: string
  words: string[]
  touched: Date
}

/**
 * Returns the ids of patients whose name has a word for each word of the text, in any order, the best fits first:
 * exact, then one wrong letter per word, then two. Searches for less similar words only while there are few results.
 */
export async function idsByName(tx: Tx, clientId: string, search: PatientSearch): Promise<string[]> {
  // A word with a digit is a number: part of an id, or a phone number beside the name.
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

// The client has tens of thousands of words: PostgreSQL drops those that are too different, and the rule that devices
// use rates the others.
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

// Of equal fits, prefers the nearest in length, because a name that is only similar at its beginning is less likely.
function best(words: Map<string, number>, typed: string): Fits {
  const apart = (word: string) => Math.abs(word.length - typed.length)
  const ranked = [...words].toSorted(([a, one], [b, other]) => other - one || apart(a) - apart(b))
  return new Map(ranked.slice(0, WORDS_MAX))
}

/** Selects the patients who have, for each typed word, a name word with at least this fit. */
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
  // The check of a patient's branches is the most expensive part. It runs on the best fits first, and on all only if
  // those are not all patients with the words and too few of them are of the caller's branches.
  const all = await bearersOf(tx, bears, narrowed(search))
  const known = await knownAmong(tx, search, ranked(all.bearers))
  if (all.isWhole || known.length >= ENOUGH || !search.isKnown || search.dob !== undefined) return known
  return ranked((await bearersOf(tx, bears, reached(search))).bearers)
}

/**
 * Selects the patients with these words. `isWhole` is false if there are too many; then returns some, and the
 * recently touched ones.
 */
async function bearersOf(
  tx: Tx,
  bears: RawBuilder<unknown>,
  where: RawBuilder<SqlBool>,
): Promise<{ bearers: Bearer[]; isWhole: boolean }> {
  // Without an order: to sort by `touched`, PostgreSQL would read all patients with the name, or all patients.
  const { rows: some } = await sql<Bearer>`select p.id, p.name_words as words, p.touched from patient_search p
    where ${bears} and ${where} limit ${BEARERS_MAX}`.execute(tx)
  if (some.length < BEARERS_MAX) return { bearers: some, isWhole: true }
  const { rows: lately } = await sql<Bearer>`select p.id, p.name_words as words, p.touched from
    (select * from patient_search where hidden is null order by touched desc, id desc limit ${LATELY}) p
    where ${bears} and ${where}`.execute(tx)
  return { bearers: [...lately, ...some], isWhole: false }
}

/** Returns those of `ids`, in their order, who are of the caller's branches: at most ALL_PAGE_SIZE. */
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
