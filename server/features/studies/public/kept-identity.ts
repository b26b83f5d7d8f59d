import { IDENTITY_FIELDS, type Identity } from '#domain/match/identity-differences.ts'
import { readStudyHeader } from '#domain/study/dicom/study-header.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { LockedStudy } from './write-store.ts'

/**
 * Returns the identity of a study after it is unlinked from its visit: the one kept at the link, regardless of later
 * corrections.
 * If the link wrote no name, nothing was kept.
 */
export function identityAfterUnlink(study: LockedStudy): Partial<Identity> {
  if (study.kept_identity) return study.kept_identity as unknown as Identity
  // The rule links only studies that match, and writes no identity.
  return study.linked_by_id === null ? {} : (identityOfHeader(study) ?? NOBODY)
}

// For a study that was linked before identities were kept and whose header is unreadable: the visit's name is not the
// machine's.
const NOBODY: Identity = { pat_id: '', pat_name: '', pat_birthdate: null, pat_sex: '' }

function identityOfHeader(study: LockedStudy): Identity | undefined {
  const today = dayAt(study.received_datetime, 'UTC')
  const read = readStudyHeader(study.dicom_header, { zone: 'UTC', today })
  if (!read.ok) return undefined
  const { pat_id, pat_name, pat_birthdate, pat_sex } = read.study
  return { pat_id, pat_name, pat_birthdate, pat_sex }
}

/**
 * Returns the kept identity of a linked study after its image server changed the header; undefined if nothing
 * changes.
 */
export function keptAfterHeader(
  kept: Identity | null,
  before: Identity | undefined,
  now: Identity,
): Identity | undefined {
  if (!kept || !before) return undefined
  const moved = IDENTITY_FIELDS.filter(
    (field) => kept[field] === before[field] && now[field] !== before[field],
  )
  if (moved.length === 0) return undefined
  return { ...kept, ...Object.fromEntries(moved.map((field) => [field, now[field]])) }
}
