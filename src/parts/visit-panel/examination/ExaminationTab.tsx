import { Title } from '@mantine/core'
import { IconStethoscope } from '@tabler/icons-react'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { useBranchZone } from '#src/ui/time/use-branch-zone.ts'
import { VisitComments } from '../../comments/VisitComments.tsx'
import classes from './examination.module.css'
import { ServiceCard } from './ServiceCard.tsx'
import { EXAM_WORDS as WORDS } from './words.ts'

export interface ExaminationTabProps {
  visit: Shown<'visit'>
  /** False if only the server has the visit. */
  isOnDevice: boolean
}

/** Tab 1: the services of the visit, and its comments. */
export function ExaminationTab({ visit, isOnDevice }: ExaminationTabProps) {
  const zone = useBranchZone(visit.branch_id)
  return (
    <div className={classes.columns}>
      <section aria-label={WORDS.services}>
        <Title order={2} size="h5" mb="xs">
          {WORDS.services}
        </Title>
        {visit.services.length === 0 ? (
          <EmptyState
            icon={<IconStethoscope size={32} stroke={1.4} aria-hidden />}
            title={WORDS.none}
            hint={WORDS.noneHint}
          />
        ) : (
          <ul className={classes.cards}>
            {visit.services.map((service) => (
              <ServiceCard key={service.id} visit={visit} service={service} zone={zone} />
            ))}
          </ul>
        )}
      </section>
      <section aria-label={WORDS.comments}>
        <Title order={2} size="h5" mb="xs">
          {WORDS.comments}
        </Title>
        <VisitComments visit={visit} isOnDevice={isOnDevice} />
      </section>
    </div>
  )
}
