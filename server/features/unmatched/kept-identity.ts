import { IDENTITY_FIELDS, type Identity } from '#domain/match/identity-differences.ts'
import { readStudyHeader } from '#domain/study/study-header.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { LockedStudy } from '../studies/write-store.ts'

/**
 * Whose a study is again once it is taken from its visit: what was kept when it was linked, whatever was corrected since.
 * A link that wrote no name leaves none.
 */
export function identityAfterUnlink(study: LockedStudy): Partial<Identity> {
  if (study.kept_identity) return study.kept_identity as unknown as Identity
  // The rule links only what agrees, and writes nothing.
  return study.linked_by_id === null ? {} : (identityOfHeader(study) ?? NOBODY)
}

// Linked before identities were kept, with a header that nobody can read: the name of the visit is not the machine's.
const NOBODY: Identity = { pat_id: '', pat_name: '', pat_birthdate: null, pat_sex: '' }

function identityOfHeader(study: LockedStudy): Identity | undefined {
  const today = dayAt(study.received_datetime, 'UTC')
  const read = readStudyHeader(study.dicom_header, { zone: 'UTC', today })
  if (!read.ok) return undefined
  const { pat_id, pat_name, pat_birthdate, pat_sex } = read.study
  return { pat_id, pat_name, pat_birthdate, pat_sex }
}

/** What is kept of a linked study after its image server said something else of it; undefined where that changes nothing. */
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
