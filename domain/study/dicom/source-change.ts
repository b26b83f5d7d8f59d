import { isSameName } from '#domain/match/name-likeness.ts'
import type { DayText } from '#domain/time/zones.ts'
import { dayOfDicom } from './dicom-time.ts'
import type { DicomHeader, StudyHeader } from './study-header.ts'

/** Fields of a study that identify a patient or an order: another value means another patient or examination. */
export const SOURCE_FIELDS = ['pat_id', 'pat_name', 'pat_birthdate', 'pat_sex', 'accession_no'] as const
export type SourceField = (typeof SOURCE_FIELDS)[number]
export type SourceIdentity = Pick<StudyHeader, SourceField>

/** An image server's data of a study: identity, day, and size (0: unknown). */
export interface SourceFacts extends SourceIdentity {
  day: DayText | null
  images: number
  series: number
}

/** A previous and a current value. */
interface Moved<T> {
  was: T
  is: T
}

/** Differences between the image server's data and ours that were not taken over; an absent part is the same. */
export interface SourceChange {
  /** The image server's current values; empty if it no longer has one. */
  fields?: Partial<Record<SourceField, string>>
  day?: Moved<DayText>
  /** Counts that decreased: images were moved to another study, or deleted. */
  images?: Moved<number>
  series?: Moved<number>
}

const TAGS = { studyDate: '00080020', series: '00201206', images: '00201208' } as const

/** Parts of a study that an image server may change. */
export const SOURCE_PARTS = [...SOURCE_FIELDS, 'day', 'images', 'series'] as const
export type SourcePart = (typeof SOURCE_PARTS)[number]

/** The parts that a note names, in order. */
export function partsOfChange(change: SourceChange | null): SourcePart[] {
  const named = { ...change?.fields, ...change }
  return SOURCE_PARTS.filter((part) => named[part] !== undefined)
}

/** The facts of a header whose identity has already been read. */
export function sourceFacts(header: DicomHeader, identity: SourceIdentity): SourceFacts {
  const { pat_id, pat_name, pat_birthdate, pat_sex, accession_no } = identity
  const date = valueOf(header, TAGS.studyDate)
  const day = typeof date === 'string' ? (dayOfDicom(date) ?? null) : null
  const [images, series] = [countOf(header, TAGS.images), countOf(header, TAGS.series)]
  return { pat_id, pat_name, pat_birthdate, pat_sex, accession_no, day, images, series }
}

function valueOf(header: DicomHeader, tag: string): unknown {
  const value = header[tag]?.Value
  return Array.isArray(value) ? value[0] : undefined
}

function countOf(header: DicomHeader, tag: string): number {
  const count = Number(valueOf(header, tag) ?? 0)
  return Number.isInteger(count) && count > 0 ? count : 0
}

/** The fields in which two identities differ; names are compared by their words, ignoring order. */
export function identityMoves(a: SourceIdentity, b: SourceIdentity): SourceField[] {
  return SOURCE_FIELDS.filter((field) => !isSame(field, a[field], b[field]))
}

function isSame(field: SourceField, a: string | null, b: string | null): boolean {
  const [one, other] = [(a ?? '').trim(), (b ?? '').trim()]
  if (one.toUpperCase() === other.toUpperCase()) return true
  return field === 'pat_name' && isSameName(one, other)
}

export interface SourceComparison {
  /** The previous note. */
  kept: SourceChange | null
  /** The study's data here. */
  shown: SourceIdentity
  /** The image server's previous data; undefined if it cannot be read. */
  before: SourceFacts | undefined
  now: SourceFacts
  /** The day of the study is updated from the image server. */
  isDayFollowed: boolean
}

/**
 * The parts of a study that its image server has changed and that differ here; null if none are left. A person's
 * corrections here are not changes there. A note disappears once both sides agree again.
 */
export function sourceChange({
  kept,
  shown,
  before,
  now,
  isDayFollowed,
}: SourceComparison): SourceChange | null {
  const fields = SOURCE_FIELDS.filter((field) => {
    if (isSame(field, shown[field], now[field])) return false
    const isNoted = kept?.fields?.[field] !== undefined
    return isNoted || (before !== undefined && !isSame(field, before[field], now[field]))
  })
  const day = isDayFollowed ? undefined : moved(kept?.day, before?.day ?? null, now.day, () => true)
  const fell = (was: number, is: number) => is < was
  const images = moved(kept?.images, before?.images || null, now.images || null, fell)
  const series = moved(kept?.series, before?.series || null, now.series || null, fell)
  const change = {
    ...(fields.length > 0 && {
      fields: Object.fromEntries(fields.map((field) => [field, now[field] ?? ''])),
    }),
    ...(day && { day }),
    ...(images && { images }),
    ...(series && { series }),
  }
  return Object.keys(change).length > 0 ? change : null
}

function moved<T>(
  kept: Moved<T> | undefined,
  before: T | null,
  now: T | null,
  isWorthNoting: (was: T, is: T) => boolean,
): Moved<T> | undefined {
  const was = kept?.was ?? before
  // An unknown value is not a change.
  if (now === null || was === null) return kept
  return was !== now && isWorthNoting(was, now) ? { was, is: now } : undefined
}
