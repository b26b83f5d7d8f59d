import { Badge, Button, Modal, Text } from '@mantine/core'
import { IconArrowLeft, IconFlag } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ageText } from '#domain/patient/age.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { VisitStatusBadge } from '#src/ui/badges/VisitStatusBadge.tsx'
import { useBranchZone } from '#src/ui/time/use-branch-zone.ts'
import { DeliveryMark } from '../delivery/DeliveryMark.tsx'
import { NumberTwice } from '../payments/NumberTwice.tsx'
import classes from './visit-panel.module.css'
import { PANEL_WORDS as WORDS } from './words.ts'

export interface VisitHeaderProps {
  visit: Shown<'visit'>
  onClose: () => void
  /** Buttons beside Back. */
  children?: ReactNode
}

/** The patient of the visit, whichever tab is open: the wrong patient must be impossible to miss. */
export function VisitHeader({ visit, onClose, children }: VisitHeaderProps) {
  const zone = useBranchZone(visit.branch_id)
  const start = new Date(visit.start_dt)
  const person = [visit.pat_id, visit.gender, ageText(visit.dob, dayAt(start, zone))]
  const place = [visit.branch, WORDS.visit(visit.visit_no || WORDS.newVisit), formatDateTime(start, zone)]
  return (
    <header className={classes.header}>
      <Button
        variant="default"
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        onClick={onClose}
        data-autofocus
      >
        {WORDS.back}
      </Button>
      <div className={classes.identity}>
        <div className={classes.line}>
          <Modal.Title fw={700} fz="lg">
            {visit.name}
          </Modal.Title>
          <Text className="tabular">{person.filter(Boolean).join(' · ')}</Text>
          <Marks visit={visit} />
        </div>
        <div className={classes.line}>
          <Text c="dimmed" size="sm" className="tabular">
            {place.filter(Boolean).join(' · ')}
          </Text>
          <VisitStatusBadge status={visit.status} />
          <DeliveryMark aggregate={`visit:${visit.id}`} />
        </div>
        <Notes visit={visit} />
        <NumberTwice no={visit.visit_no} twice={visit.number_twice ?? []} zone={zone} />
      </div>
      <div className={classes.buttons}>{children}</div>
    </header>
  )
}

/** Warnings for anybody who meets the patient; subdued, but never collapsed. */
function Marks({ visit }: { visit: Shown<'visit'> }) {
  return (
    <>
      {visit.is_vip === 1 && (
        <Badge variant="outline" color="yellow" radius="sm">
          {WORDS.vip}
        </Badge>
      )}
      {visit.allergies !== '' && (
        <Text component="span" size="sm" c="red.4" fw={600}>
          {WORDS.allergies(visit.allergies)}
        </Text>
      )}
    </>
  )
}

function Notes({ visit }: { visit: Shown<'visit'> }) {
  return (
    <>
      {visit.flags.map((flag) => (
        <Text key={flag} className={classes.line} size="sm" c="orange.4">
          <IconFlag size={15} aria-hidden /> {WORDS.flags[flag]}
        </Text>
      ))}
      {visit.cancel_reason !== '' && (
        <Text size="sm" c="dimmed">
          {WORDS.cancelReason(visit.cancel_reason)}
        </Text>
      )}
    </>
  )
}
