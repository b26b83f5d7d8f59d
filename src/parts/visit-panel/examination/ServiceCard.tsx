import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { VisitServiceRow } from '#contract/calls/visit-records.ts'
import { formatTime } from '#domain/time/formats.ts'
import type { ServiceActionKind } from '#domain/visit/service-actions.ts'
import type { Shown } from '#src/sync/desk/shown.ts'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { ServiceStatusBadge } from '#src/ui/ServiceStatusBadge.tsx'
import { AssignServiceDialog } from './AssignServiceDialog.tsx'
import classes from './examination.module.css'
import { LabOrder } from './LabOrder.tsx'
import { SendToMachine } from './SendToMachine.tsx'
import { ServiceTag } from './ServiceTag.tsx'
import { StatusControl } from './StatusControl.tsx'
import { StudyLink } from './StudyLink.tsx'
import { useServiceActions } from './use-service-actions.ts'
import { EXAM_WORDS as WORDS } from './words.ts'

export interface ServiceCardProps {
  visit: Shown<'visit'>
  service: VisitServiceRow
  zone: string
}

/** One service of a visit: where it stands, on which machine, who reports it, and what can be done with it. */
export function ServiceCard({ visit, service, zone }: ServiceCardProps) {
  const actions = useServiceActions(visit, service)
  const find = (kind: ServiceActionKind) => actions.find((action) => action.kind === kind)
  const reasonOf = (kind: ServiceActionKind) => {
    const reason = find(kind)?.reason
    return reason && WORDS.reasons[reason]
  }
  return (
    <li className={classes.card} aria-label={service.name}>
      <div className={classes.head}>
        <Text fw={600}>{service.name}</Text>
        <Text c="dimmed" size="sm" className="tabular">
          {[service.code, service.department].filter(Boolean).join(' · ')}
        </Text>
        <span className={classes.status}>
          <ServiceStatusBadge status={service.status} />
          {find('status') && <StatusControl visitId={visit.id} service={service} />}
        </span>
      </div>
      <ServiceFacts visit={visit} service={service} zone={zone} />
      <div className={classes.actions}>
        {find('assign') && <AssignButton visitId={visit.id} service={service} reason={reasonOf('assign')} />}
        {find('send_machine') && <SendToMachine service={service} reason={reasonOf('send_machine')} />}
      </div>
      {service.islaboratory === 1 && (
        <LabOrder
          visitId={visit.id}
          service={service}
          zone={zone}
          isOffered={find('send_laboratory') !== undefined}
          reason={reasonOf('send_laboratory')}
        />
      )}
    </li>
  )
}

function ServiceFacts({ visit, service, zone }: ServiceCardProps) {
  const facts: (readonly [string, ReactNode])[] = [
    [WORDS.time, formatTime(new Date(service.start_dt), zone)],
    [WORDS.machine, service.machine || WORDS.noMachine],
    [WORDS.accession, service.accession_no || WORDS.accessionFollows],
    [WORDS.tag, <ServiceTag key="tag" visitId={visit.id} service={service} />],
    [WORDS.doctors, <Doctors key="doctors" service={service} />],
    [WORDS.study, <StudyLink key="study" service={service} />],
    [WORDS.referrers, referrersOf(service) || WORDS.noReferrer],
  ]
  // A consumable is not scanned, and nobody reports it.
  const isExam = service.type === 'Exam_Service'
  const shown = isExam ? facts : facts.slice(0, 1)
  return (
    <dl className={classes.facts}>
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
      {!isExam && (
        <div>
          <dd>{WORDS.consumable}</dd>
        </div>
      )}
    </dl>
  )
}

const referrersOf = ({ referred_by_dr, referred_by_hospital }: VisitServiceRow) =>
  [referred_by_dr, referred_by_hospital].filter(Boolean).join(', ')

function Doctors({ service }: { service: VisitServiceRow }) {
  const { assigned_doctor, signed_by_doctor } = service
  const words = [
    assigned_doctor && WORDS.writes(assigned_doctor),
    signed_by_doctor && WORDS.signs(signed_by_doctor),
  ].filter(Boolean)
  return words.length > 0 ? words.join(', ') : WORDS.nobody
}

interface AssignButtonProps {
  visitId: string
  service: VisitServiceRow
  reason: string | undefined
}

function AssignButton({ visitId, service, reason }: AssignButtonProps) {
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <>
      <ReasonButton size="xs" variant="default" reason={reason} onClick={dialog.open}>
        {WORDS.assign}
      </ReasonButton>
      {isOpen && <AssignServiceDialog visitId={visitId} service={service} onClose={dialog.close} />}
    </>
  )
}
