import { Badge, Group, Text, Title } from '@mantine/core'
import { EXAM_STATUSES, type ExamStatus, SERVICE_STATUS_TABLE } from '#domain/status/service-status.ts'
import { ExamEntry } from './ExamEntry.tsx'
import type { MachineQueue, QueueEntry } from './queue-entries.ts'
import classes from './scan-worklist.module.css'
import { QUEUE_WORDS as WORDS } from './words.ts'

export interface MachineCardProps {
  queue: MachineQueue
  zone: string
  /** All examinations of the day, to find another patient who is marked as next. */
  all: readonly QueueEntry[]
  onOpenVisit: (visitId: string) => void
}

/** A machine with its four panels. */
export function MachineCard({ queue, zone, all, onOpenVisit }: MachineCardProps) {
  return (
    <section className={classes.machine} aria-label={queue.name}>
      <Title order={2} size="h4">
        {queue.name}
      </Title>
      <div className={classes.panels}>
        {EXAM_STATUSES.map((status) => (
          <Panel key={status} status={status} machine={queue.name} count={queue.panels[status].length}>
            {queue.panels[status].map((entry) => (
              <ExamEntry key={entry.id} entry={entry} zone={zone} all={all} onOpenVisit={onOpenVisit} />
            ))}
          </Panel>
        ))}
      </div>
    </section>
  )
}

interface PanelProps {
  status: ExamStatus
  machine: string
  count: number
  children: React.ReactNode
}

function Panel({ status, machine, count, children }: PanelProps) {
  const { label, colour } = SERVICE_STATUS_TABLE[status]
  return (
    <section className={classes.panel} aria-label={WORDS.panel(label, machine)}>
      <Group
        justify="space-between"
        className={classes.panelHead}
        style={{ borderTopColor: `var(--mantine-color-${colour}-6)` }}
      >
        <Text fw={600} size="sm" component="h3">
          {label}
        </Text>
        <Badge size="sm" variant="default" className="tabular">
          {count}
        </Badge>
      </Group>
      {count === 0 ? (
        <Text c="dimmed" size="sm" p="xs">
          {WORDS.nobody}
        </Text>
      ) : (
        <ul className={classes.entries}>{children}</ul>
      )}
    </section>
  )
}
