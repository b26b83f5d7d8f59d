import { readStudyHeader } from '#domain/study/study-header.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { LockedStudy } from '../studies/write-store.ts'

/** What the machine wrote, given back to a study that no visit says anything of any more; nothing where it wrote nonsense. */
export function identityOfHeader(study: LockedStudy) {
  const today = dayAt(study.received_datetime, 'UTC')
  const read = readStudyHeader(study.dicom_header, { zone: 'UTC', today })
  if (!read.ok || study.edited_on !== null) return {}
  const { pat_id, pat_name, pat_birthdate, pat_sex } = read.study
  return { pat_id, pat_name, pat_birthdate, pat_sex }
}
