/** A DICOM data set by the keywords of its attributes (dicom/attributes.ts): a sequence is an array of them. */
export type DicomSet = Readonly<Record<string, unknown>>

/** Attributes that a query is matched by, where it gives a value (PS3.4 table K.6-1); all others are only answered. */
const MATCHED = [
  'PatientName',
  'PatientID',
  'AccessionNumber',
  'RequestedProcedureID',
  'StudyInstanceUID',
] as const
const MATCHED_STEP = [
  'ScheduledStationAETitle',
  'ScheduledProcedureStepStartDate',
  'ScheduledProcedureStepStartTime',
  'Modality',
  'ScheduledPerformingPhysicianName',
  'ScheduledStationName',
  'ScheduledProcedureStepLocation',
] as const
const STEPS = 'ScheduledProcedureStepSequence'
const NAMES: readonly string[] = ['PatientName', 'ScheduledPerformingPhysicianName']
const RANGES: readonly string[] = ['ScheduledProcedureStepStartDate', 'ScheduledProcedureStepStartTime']

/** Whether an item answers a query: every value that the query gives is matched (PS3.4 C.2.2.2). */
export function matchesQuery(query: DicomSet, item: DicomSet): boolean {
  const isMatched = (wanted: DicomSet, held: DicomSet, names: readonly string[]) =>
    names.every((name) => matchesValue(name, wanted[name], held[name]))
  const [wantedStep] = setsOf(query[STEPS])
  return (
    isMatched(query, item, MATCHED) &&
    (!wantedStep || setsOf(item[STEPS]).some((step) => isMatched(wantedStep, step, MATCHED_STEP)))
  )
}

/**
 * What is answered of an item: exactly the attributes that the query names, empty where the item does not know them
 * (PS3.4 C.2.2.1.2). The character set is the writer's to name.
 */
export function answerTo(query: DicomSet, item: DicomSet): DicomSet {
  const names = Object.keys(query).filter((name) => name !== 'SpecificCharacterSet')
  return Object.fromEntries(names.map((name) => [name, answeredValue(query[name], item[name])]))
}

function answeredValue(wanted: unknown, held: unknown): unknown {
  const [wantedSet] = setsOf(wanted)
  // No value at all: an empty text would be written as the number 0 where a number is asked for.
  if (!wantedSet) return held ?? []
  const sets = setsOf(held)
  // A sequence asked for without an attribute is answered whole.
  const isWhole = Object.keys(wantedSet).length === 0
  return isWhole ? sets : sets.map((set) => answerTo(wantedSet, set))
}

function matchesValue(name: string, wanted: unknown, held: unknown): boolean {
  const keys = textsOf(wanted).filter((text) => text !== '')
  // Nothing asked, or anything at all: universal matching.
  if (keys.length === 0 || keys.some((key) => /^\*+$/.test(key))) return true
  const values = textsOf(held)
  return keys.some((key) => values.some((value) => matchesText(name, key, value)))
}

function matchesText(name: string, key: string, value: string): boolean {
  if (RANGES.includes(name)) return isInRange(key, value)
  if (NAMES.includes(name)) return wildcard(key.toUpperCase(), value.toUpperCase())
  return wildcard(key, value)
}

/** `a-b`, `a-` and `-b`, of dates or times of any precision; a value alone stands for itself. */
function isInRange(key: string, value: string): boolean {
  const plain = (text: string) => text.replaceAll(':', '').replaceAll('.', '').trim()
  const [from = '', to] = key.split('-', 2).map(plain)
  const held = plain(value)
  if (to === undefined) return held.startsWith(from)
  // A shorter bound means the whole of what it names: until 12 is until the end of the hour.
  return (from === '' || held >= from) && (to === '' || held.slice(0, to.length) <= to)
}

// Name parts at the end that one side leaves out do not tell two names apart.
function wildcard(key: string, value: string): boolean {
  const trimmed = (text: string) => text.trim().replace(/\^+$/, '')
  if (!/[*?]/.test(key)) return trimmed(key) === trimmed(value)
  return isLike(Array.from(trimmed(key)), Array.from(trimmed(value)))
}

/** Matches `*` and `?`. Whoever asks chooses the key: the time grows with its length times the value's at most. */
function isLike(key: readonly string[], value: readonly string[]): boolean {
  let [k, v] = [0, 0]
  // Behind the last star, and up to where that star reaches.
  let [afterStar, reached] = [-1, 0]
  while (v < value.length) {
    if (key[k] === '*') {
      k += 1
      afterStar = k
      reached = v
    } else if (key[k] === '?' || key[k] === value[v]) {
      k += 1
      v += 1
    } else if (afterStar === -1) return false
    else {
      reached += 1
      k = afterStar
      v = reached
    }
  }
  return key.slice(k).every((letter) => letter === '*')
}

function setsOf(value: unknown): DicomSet[] {
  const isSet = (one: unknown): one is DicomSet =>
    typeof one === 'object' && one !== null && !('Alphabetic' in one)
  return (Array.isArray(value) ? value : [value]).filter(isSet)
}

/** Values of an attribute as texts; a name is what it says in its first group of letters. */
function textsOf(value: unknown): string[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (typeof value === 'object') return textsOf((value as { Alphabetic?: unknown }).Alphabetic)
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return text.split('\\').map((text) => text.trim())
}
