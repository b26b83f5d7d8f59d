import { nameWords } from '../match/name-likeness.ts'
import { type Findable, type KnownNumbers, numberRank, numbersOf, wantedWords } from './search-rank.ts'
import { wordFit } from './word-fit.ts'

/** The fields by which a search finds, narrows and orders. */
export interface SearchedPatient extends Findable {
  id: string
  dob: string | null
  touched: string
}

interface Entry<Row> extends KnownNumbers {
  row: Row
  words: readonly string[]
}

/** Patients in memory, found by numbers and by names in any order and with typing errors. */
export interface PatientIndex<Row extends SearchedPatient> {
  put: (row: Row) => void
  remove: (id: string) => void
  get: (id: string) => Row | undefined
  readonly size: number
  /**
   * The patients that match a text, best first, with the given day of birth if there is one. A blank text returns the
   * most recently used. At most `limit`.
   */
  search: (text: string, dob: string | undefined, limit: number) => Row[]
}

/** An empty index. Words are stored once for all patients, so a search compares with each word once. */
export function createPatientIndex<Row extends SearchedPatient>(): PatientIndex<Row> {
  const entries = new Map<string, Entry<Row>>()
  const vocabulary = new Map<string, Set<string>>()

  const remove = (id: string) => {
    const known = entries.get(id)
    if (!known) return
    entries.delete(id)
    for (const word of known.words) {
      const holders = vocabulary.get(word)
      holders?.delete(id)
      if (holders?.size === 0) vocabulary.delete(word)
    }
  }
  const put = (row: Row) => {
    remove(row.id)
    const entry = toEntry(row)
    entries.set(row.id, entry)
    for (const word of entry.words) {
      const holders = vocabulary.get(word) ?? new Set()
      vocabulary.set(word, holders.add(row.id))
    }
  }
  const search = (text: string, dob: string | undefined, limit: number): Row[] => {
    const scores = text.trim() === '' ? allAlike(entries) : scoresOf(text, entries, vocabulary)
    const kept: Found<Row>[] = []
    for (const [id, score] of scores) {
      const row = entries.get(id)?.row
      if (row && (dob === undefined || row.dob === dob)) keepSurest(kept, { row, score }, limit)
    }
    return kept.map(({ row }) => row)
  }
  return {
    put,
    remove,
    search,
    get: (id) => entries.get(id)?.row,
    get size() {
      return entries.size
    },
  }
}

interface Found<Row> {
  row: Row
  score: number
}

/** Keeps the best `limit` in order: a few letters match thousands, and sorting them all would dominate the search. */
function keepSurest<Row extends SearchedPatient>(kept: Found<Row>[], one: Found<Row>, limit: number): void {
  const last = kept.at(-1)
  if (kept.length >= limit && (!last || !isSurer(one, last))) return
  const at = kept.findIndex((other) => isSurer(one, other))
  kept.splice(at === -1 ? kept.length : at, 0, one)
  if (kept.length > limit) kept.pop()
}

// Compares instants as plain strings, without locale rules.
const isSurer = (one: Found<SearchedPatient>, other: Found<SearchedPatient>): boolean =>
  one.score === other.score ? one.row.touched > other.row.touched : one.score > other.score

const toEntry = <Row extends SearchedPatient>(row: Row): Entry<Row> => ({
  row,
  words: [...new Set(nameWords(`${row.fname} ${row.lname}`))],
  ...numbersOf(row),
})

const allAlike = (entries: ReadonlyMap<string, unknown>) =>
  new Map([...entries.keys()].map((id) => [id, 0] as const))

type Scores = Map<string, number>

function scoresOf(
  text: string,
  entries: ReadonlyMap<string, Entry<SearchedPatient>>,
  vocabulary: ReadonlyMap<string, ReadonlySet<string>>,
): Scores {
  const scores: Scores = new Map()
  const byNumber = numberRank(text)
  for (const [id, known] of entries) {
    const sureness = byNumber(known)
    if (sureness > 0) scores.set(id, sureness)
  }
  addNames(scores, wantedWords(text), vocabulary)
  return scores
}

// Every search word needs a matching word in the name; the best one counts.
function addNames(
  scores: Scores,
  words: readonly string[],
  vocabulary: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  let found: Scores | undefined
  for (const word of words) {
    const next: Scores = new Map()
    for (const [known, holders] of vocabulary) {
      const fit = wordFit(word, known)
      if (fit === 0) continue
      for (const id of holders) {
        const before = found === undefined ? 0 : found.get(id)
        if (before !== undefined) next.set(id, Math.max(next.get(id) ?? 0, before + fit))
      }
    }
    found = next
  }
  for (const [id, score] of found ?? []) scores.set(id, Math.max(scores.get(id) ?? 0, score))
}
