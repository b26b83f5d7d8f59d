import type { Updateable } from 'kysely'
import { isCertainMatch } from '#domain/match/match-visit.ts'
import { hasSigned } from '#domain/report/filed.ts'
import type { ReportStatus } from '#domain/status/report-status.ts'
import { writeAudit } from '#server/kernel/audit.ts'
import type { Study } from '#server/kernel/database/schema.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import { type MatchColumns, matchOfStudy } from '../match-of-study.ts'
import { doctorsOf, selectByAccession, tagOf } from '../service-store.ts'
import { tatOfStudy } from '../tat-of-study.ts'

/** A study at arrival, unlinked or linked earlier. */
interface Unlinked extends MatchColumns {
  client_id: string
  id: string
  visit_service_id?: string | null
  assigned_doctor_id?: string | null
  signed_by_doctor_id?: string | null
  tag_id?: string | null
  /** Set if a person unlinked it from its visit. */
  unlinked_on?: Date | null
  /** Absent if there is no report yet. */
  status?: string
  signed_reports?: number
}

/**
 * Auto-links a study only if exactly one active, unlinked service matches branch, accession number and patient
 * (docs/studies.md); never after a person has unlinked it (docs/decisions/159). Returns the columns to write with the
 * study, or none if a person must decide.
 */
export async function linkByRule(
  work: Pick<Write, 'tx' | 'now'>,
  study: Unlinked,
): Promise<Updateable<Study>> {
  if (study.visit_service_id || study.unlinked_on || study.accession_no === '') return {}
  const services = await selectByAccession(work.tx, study.client_id, study.accession_no)
  const certain = services.filter((service) => isCertainMatch(matchOfStudy(study), service))
  const [service] = certain
  if (!service || certain.length > 1 || service.is_taken) return {}
  await writeAudit(work.tx, {
    clientId: study.client_id,
    userId: undefined,
    action: 'link',
    type: 'study',
    recordId: study.id,
    detail: { service_id: service.id, by: 'rule' },
    at: work.now,
  })
  return {
    visit_service_id: service.id,
    patient_id: service.patient_id,
    payment_status: service.payment_status,
    linked_on: work.now,
    linked_by_id: null,
    ...doctorsOf(service, study, work.now),
    ...tagOf(service, study),
    // A signed report keeps the target time that was valid then.
    ...(isSignedAlready(study) ? {} : { tat: await tatOfStudy(work.tx, study, service) }),
  }
}

const isSignedAlready = ({ status = 'Pending', signed_reports = 0 }: Unlinked) =>
  hasSigned({ status: status as ReportStatus, signed_reports })
