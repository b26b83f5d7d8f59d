import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { holdsWords } from '#domain/match/search-words.ts'
import { copyIdOf, type MasterRecord, nameOf } from './master-of.ts'

/** The filter of a list: words, and values of fields or of the master's own filters. */
export interface MasterFilter {
  k?: string
  [name: string]: string | number | null | undefined
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(' ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Whether `record` has each word in one of the master's search fields. */
const hasWords = (master: AnyMaster, record: MasterRecord, words: string): boolean =>
  words === '' ||
  holdsWords(
    master.search.map((field) => textOf(record[field])),
    words,
  )

// A filter that is not a field of the record is the server's own; copies cannot evaluate it and leave it to `fits`.
function hasValue(record: MasterRecord, name: string, wanted: string | number | null | undefined): boolean {
  if (wanted === undefined || wanted === '' || !(name in record)) return true
  const held = record[name]
  return Array.isArray(held) ? held.includes(wanted) : String(held) === String(wanted)
}

/** Finds the records among copies that the server's list would return for `filter`. */
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

/** By name, like every list of the settings; equal names by id, so that the order is stable between reads. */
export function inOrder<Record extends MasterRecord>(records: readonly Record[]): Record[] {
  return records.toSorted(
    (a, b) => collator.compare(nameOf(a), nameOf(b)) || (copyIdOf(a) < copyIdOf(b) ? -1 : 1),
  )
}
