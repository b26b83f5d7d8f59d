import type { AnyMaster } from '#contract/masters/define-master.ts'
import { holdsWords } from '#domain/match/search-words.ts'
import { copyIdOf, type MasterRecord, nameOf } from './master-of.ts'

/** What a list is narrowed by: words, and values of fields or of the master's own filters. */
export interface MasterFilter {
  k?: string
  [name: string]: string | number | null | undefined
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(' ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Whether `record` has each word in one of the fields that its master is searched by. */
const hasWords = (master: AnyMaster, record: MasterRecord, words: string): boolean =>
  words === '' ||
  holdsWords(
    master.search.map((field) => textOf(record[field])),
    words,
  )

// A filter that is no part of the record is the server's own; the copies cannot answer it and leave it to `fits`.
function hasValue(record: MasterRecord, name: string, wanted: string | number | null | undefined): boolean {
  if (wanted === undefined || wanted === '' || !(name in record)) return true
  const held = record[name]
  return Array.isArray(held) ? held.includes(wanted) : String(held) === String(wanted)
}

/** The records that the server's list would answer to `filter`, found among copies. */
export function pickMasters<Record extends MasterRecord>(
  master: AnyMaster,
  records: readonly Record[],
  { k = '', ...values }: MasterFilter,
): Record[] {
  const wanted = Object.entries(values)
  return records.filter(
    (record) => hasWords(master, record, k) && wanted.every(([name, value]) => hasValue(record, name, value)),
  )
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** By name, as every list of the settings stands; equal names by id, so that nothing jumps between two readings. */
export function inOrder<Record extends MasterRecord>(records: readonly Record[]): Record[] {
  return records.toSorted(
    (a, b) => collator.compare(nameOf(a), nameOf(b)) || (copyIdOf(a) < copyIdOf(b) ? -1 : 1),
  )
}
