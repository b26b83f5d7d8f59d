/** A DICOM data set by attribute keywords (dicom/attributes.ts); a sequence is an array of data sets. */
export type DicomSet = Readonly<Record<string, unknown>>

/** The attributes that filter a query if they have a value (PS3.4 table K.6-1); all others are only returned. */
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

/** Returns true if an item matches every value of the query (PS3.4 C.2.2.2). */
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
 * Returns the response for an item: exactly the attributes in the query, empty if the item does not have them (PS3.4
 * C.2.2.1.2). The encoder sets the character set.
 */
export function answerTo(query: DicomSet, item: DicomSet): DicomSet {
  const names = Object.keys(query).filter((name) => name !== 'SpecificCharacterSet')
  return Object.fromEntries(names.map((name) => [name, answeredValue(query[name], item[name])]))
}

function answeredValue(wanted: unknown, held: unknown): unknown {
  const [wantedSet] = setsOf(wanted)
  // No value at all, because an empty text would be encoded as the number 0 for numeric attributes.
  if (!wantedSet) return held ?? []
  const sets = setsOf(held)
  // A sequence requested without attributes is returned completely.
  const isWhole = Object.keys(wantedSet).length === 0
  return isWhole ? sets : sets.map((set) => answerTo(wantedSet, set))
}

function matchesValue(name: string, wanted: unknown, held: unknown): boolean {
  const keys = textsOf(wanted).filter((text) => text !== '')
  // An empty key or `*` only: universal matching.
  if (keys.length === 0 || keys.some((key) => /^\*+$/.test(key))) return true
  const values = textsOf(held)
  return keys.some((key) => values.some((value) => matchesText(name, key, value)))
}

function matchesText(name: string, key: string, value: string): boolean {
  if (RANGES.includes(name)) return isInRange(key, value)
  if (NAMES.includes(name)) return wildcard(key.toUpperCase(), value.toUpperCase())
  return wildcard(key, value)
}

/** Matches `a-b`, `a-` and `-b`, for dates or times of any precision; a single value matches itself. */
function isInRange(key: string, value: string): boolean {
  const plain = (text: string) => text.replaceAll(':', '').replaceAll('.', '').trim()
  const [from = '', to] = key.split('-', 2).map(plain)
  const held = plain(value)
  if (to === undefined) return held.startsWith(from)
  // A shorter bound covers its whole period: until 12 means until the end of that hour.
  return (from === '' || held >= from) && (to === '' || held.slice(0, to.length) <= to)
}

// Compares names without empty trailing components.
function wildcard(key: string, value: string): boolean {
  const trimmed = (text: string) => text.trim().replace(/\^+$/, '')
  if (!/[*?]/.test(key)) return trimmed(key) === trimmed(value)
  return isLike(Array.from(trimmed(key)), Array.from(trimmed(value)))
}

/** Matches `*` and `?`. The sender chooses the key, so the time must not grow beyond its length times the value's. */
function isLike(key: readonly string[], value: readonly string[]): boolean {
  let [k, v] = [0, 0]
  // The position after the last star, and how far that star has matched.
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

/** Returns the values of an attribute as texts; for a name, its first group. */
function textsOf(value: unknown): string[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (typeof value === 'object') return textsOf((value as { Alphabetic?: unknown }).Alphabetic)
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return text.split('\\').map((text) => text.trim())
}
