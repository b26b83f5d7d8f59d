import type { Updateable } from 'kysely'
import { isCertainMatch } from '#domain/match/match-visit.ts'
import { hasSigned } from '#domain/report/filed.ts'
import type { ReportStatus } from '#domain/status/report-status.ts'
import { writeAudit } from '#server/kernel/audit/audit.ts'
import type { Study } from '#server/kernel/database/schema.ts'
import type { Write } from '#server/kernel/sync/write.ts'
import { type MatchColumns, matchOfStudy } from './match-of-study.ts'
import { doctorsOf, selectByAccession, tagOf } from './service-store.ts'
import { tatOfStudy } from './tat-of-study.ts'

/** A study as it arrives: it stands in no visit yet, or was linked before. */
interface Unlinked extends MatchColumns {
  client_id: string
  id: string
  visit_service_id?: string | null
  assigned_doctor_id?: string | null
  signed_by_doctor_id?: string | null
  tag_id?: string | null
  /** A person took it from its visit. */
  unlinked_on?: Date | null
  /** Absent while nothing is written about it. */
  status?: string
  signed_reports?: number
}

/**
 * What links a study by itself (docs/studies.md): exactly one live service that nothing else is linked to agrees in
 * branch, accession number and patient; never what a person has unlinked (docs/decisions/159). Returns the columns to be written with the study, none where a person decides.
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
    // A report that is signed was due by what held then.
    ...(isSignedAlready(study) ? {} : { tat: await tatOfStudy(work.tx, study, service) }),
  }
}

const isSignedAlready = ({ status = 'Pending', signed_reports = 0 }: Unlinked) =>
  hasSigned({ status: status as ReportStatus, signed_reports })
