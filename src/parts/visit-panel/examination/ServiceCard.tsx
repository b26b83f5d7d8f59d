import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { VisitServiceRow } from '#contract/calls/visit-records.ts'
import type { ServiceActionKind } from '#domain/visit/service-actions.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { ServiceStatusBadge } from '#src/ui/badges/ServiceStatusBadge.tsx'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { AssignServiceDialog } from './AssignServiceDialog.tsx'
import classes from './examination.module.css'
import { LabOrder } from './LabOrder.tsx'
import { SendToMachine } from './SendToMachine.tsx'
import { ServiceFacts } from './ServiceFacts.tsx'
import { StatusControl } from './StatusControl.tsx'
import { useServiceActions } from './use-service-actions.ts'
import { EXAM_WORDS as WORDS } from './words.ts'

export interface ServiceCardProps {
  visit: Shown<'visit'>
  service: VisitServiceRow
  zone: string
}

/** One service of a visit: its status, its machine, who reports it, and its actions. */
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
          {find('status') && <StatusControl visit={visit} service={service} />}
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
