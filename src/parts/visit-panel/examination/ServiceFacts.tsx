import type { VisitServiceRow } from '#contract/calls/visit-records.ts'
import { formatTime } from '#domain/time/formats.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { usePeople } from '#src/sync/desk/use-people.ts'
import { FactList, type FactListProps } from '#src/ui/FactList.tsx'
import type { ServiceCardProps } from './ServiceCard.tsx'
import { ServiceTag } from './ServiceTag.tsx'
import { StudyLink } from './StudyLink.tsx'
import { EXAM_WORDS as WORDS } from './words.ts'

/** Time and place of a service, its doctor, and who referred the patient. */
export function ServiceFacts({ visit, service, zone }: ServiceCardProps) {
  const doctor = useSlotDoctor(visit, service)
  const time = formatTime(new Date(service.start_dt), zone)
  const tag = <ServiceTag visitId={visit.id} service={service} />
  const referrers = referrersOf(service) || WORDS.noReferrer
  // A consumable is neither scanned nor reported.
  const facts: FactListProps['facts'] =
    service.type === 'Exam_Consumable'
      ? [[WORDS.kind, WORDS.consumable]]
      : visit.is_radiology === 1
        ? [
            [WORDS.time, time],
            [WORDS.machine, service.machine || WORDS.noMachine],
            [WORDS.accession, service.accession_no || WORDS.accessionFollows],
            [WORDS.tag, tag],
            [WORDS.doctors, reportersOf(service) || WORDS.nobody],
            [WORDS.study, <StudyLink key="study" service={service} />],
            [WORDS.referrers, referrers],
          ]
        : [
            [WORDS.time, time],
            [WORDS.doctor, doctor || WORDS.nobody],
            [WORDS.tag, tag],
            [WORDS.referrers, referrers],
          ]
  return <FactList isDense width={170} facts={facts} />
}

/** Returns the clinic doctor of a service. */
function useSlotDoctor(visit: Shown<'visit'>, { appt_machine_id }: VisitServiceRow): string {
  const { people } = usePeople()
  const slot = visit.machines.find(({ id }) => id === appt_machine_id)
  return people.find(({ id }) => id === slot?.doctor_id)?.name ?? ''
}

const referrersOf = ({ referred_by_dr, referred_by_hospital }: VisitServiceRow) =>
  [referred_by_dr, referred_by_hospital].filter(Boolean).join(', ')

const reportersOf = ({ assigned_doctor, signed_by_doctor }: VisitServiceRow) =>
  [assigned_doctor && WORDS.writes(assigned_doctor), signed_by_doctor && WORDS.signs(signed_by_doctor)]
    .filter(Boolean)
    .join(', ')
