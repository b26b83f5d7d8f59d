import { Badge, Group, Text } from '@mantine/core'
import { IconDeviceLaptop } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CriticalRow, CriticalStepRow } from '#contract/calls/study-parts.ts'
import { isOverdue } from '#domain/study/critical-steps.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import type { ShownPart } from '#src/sync/study-parts/use-study-parts.ts'
import classes from './critical.module.css'
import { CRITICAL_WORDS as WORDS } from './words.ts'

const timeOf = (instant: string) => formatDateTime(new Date(instant), branchZone())

/** One critical result: when it was found and by whom, with its form or outcome below. */
export function CriticalRecord({
  critical,
  children,
}: {
  critical: ShownPart<'critical'>
  children?: ReactNode
}) {
  const isOpen = critical.closed_on === null
  return (
    <li className={classes.record}>
      <Group gap="xs" mb="xs">
        <Text fw={600}>{critical.tag}</Text>
        <Badge tt="none" radius="sm" variant="light" color={isOpen ? 'red' : 'green'}>
          {isOpen ? WORDS.open : WORDS.closed}
        </Badge>
        {isOverdue(critical) && (
          <Badge tt="none" radius="sm" color="red">
            {WORDS.overdue}
          </Badge>
        )}
        {critical.isWaiting && <IconDeviceLaptop size={15} role="img" aria-label={WORDS.onDevice} />}
        <Text c="dimmed" size="sm" className="tabular">
          {WORDS.openedBy(critical.opened_by, timeOf(critical.opened_on))}
        </Text>
      </Group>
      <Steps steps={critical.steps ?? []} />
      {children ?? <Outcome critical={critical} />}
    </li>
  )
}

/** The steps of the server and the referrer for the record, oldest first. */
function Steps({ steps }: { steps: readonly CriticalStepRow[] }) {
  if (steps.length === 0) return null
  return (
    <ul className={classes.steps} aria-label={WORDS.steps}>
      {steps.map((step) => (
        <li key={`${step.kind} ${step.on}`}>
          <Text size="sm" span>
            <Text span c="dimmed" className="tabular">
              {timeOf(step.on)}
            </Text>{' '}
            {WORDS.step[step.kind](step)}
          </Text>
        </li>
      ))}
    </ul>
  )
}

function Outcome({ critical }: { critical: CriticalRow }) {
  const { told_to, told_how, told_on, read_back, note, closed_by, closed_on } = critical
  const told = [told_to, told_how && WORDS.how[told_how], told_on && timeOf(told_on)]
    .filter(Boolean)
    .join(' · ')
  return (
    <>
      {told !== '' && (
        <Text size="sm">
          {told} · {read_back === 1 ? WORDS.readBack : WORDS.notReadBack}
        </Text>
      )}
      {note !== '' && <Text size="sm">{note}</Text>}
      {closed_on !== null && (
        <Text c="dimmed" size="sm" className="tabular">
          {WORDS.closedBy(closed_by, timeOf(closed_on))}
        </Text>
      )}
    </>
  )
}
