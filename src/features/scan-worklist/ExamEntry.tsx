import { ActionIcon, Badge, Group, Text, Tooltip } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { countdownText, waitingText } from '#domain/queue/exam-time.ts'
import { canAddMinutes, canBringNext, isScanning, waitsForScan } from '#domain/status/service-status.ts'
import { formatClock } from '#domain/time/formats.ts'
import { DeliveryMark } from '#src/parts/delivery/DeliveryMark.tsx'
import { useTickingTime } from '#src/ui/time/ticking-clock.ts'
import { AddMinutes } from './AddMinutes.tsx'
import { BringNext } from './BringNext.tsx'
import type { QueueEntry } from './queue-entries.ts'
import { StatusMenu } from './StatusMenu.tsx'
import classes from './scan-worklist.module.css'
import { QUEUE_WORDS as WORDS } from './words.ts'

export interface ExamEntryProps {
  entry: QueueEntry
  zone: string
  all: readonly QueueEntry[]
  onOpenVisit: (visitId: string) => void
}

/** One examination: its patient, service and time, and the technician's actions. */
export function ExamEntry({ entry, zone, all, onOpenVisit }: ExamEntryProps) {
  const { pat_name, pat_id, name, accession_no, modality, start_dt, his_req, status, is_bring_next } = entry
  const places = [
    ...(his_req.ipno ? [`${WORDS.ip} ${his_req.ipno}`] : []),
    ...(his_req.bedno ? [`${WORDS.bed} ${his_req.bedno}`] : []),
  ]
  return (
    <li className={classes.entry} data-bring={is_bring_next === 'Y' || undefined}>
      <Group gap={6} wrap="nowrap" className="tabular">
        <Text size="sm" fw={600}>
          {formatClock(new Date(start_dt), zone)}
        </Text>
        <Badge size="xs" variant="default" radius="sm">
          {modality || WORDS.none}
        </Badge>
        <Text size="xs" c="dimmed" className={classes.accession}>
          {accession_no}
        </Text>
        <Tooltip label={WORDS.openShort}>
          <ActionIcon
            variant="subtle"
            color="gray"
            ml="auto"
            aria-label={WORDS.open(pat_name)}
            onClick={() => onOpenVisit(entry.appt_id)}
          >
            <IconExternalLink size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
      <Text fw={600}>{pat_name}</Text>
      <Text size="sm" c="dimmed">
        {[pat_id, ...places].join(' · ')}
      </Text>
      <Text size="sm">{name}</Text>
      <Times entry={entry} />
      <Group gap={6} mt={4}>
        <StatusMenu entry={entry} />
        {canAddMinutes(status) && <AddMinutes entry={entry} />}
        {canBringNext(status) && <BringNext entry={entry} all={all} />}
      </Group>
      {entry.isWaiting && <DeliveryMark aggregate={`visit:${entry.appt_id}`} />}
    </li>
  )
}

/** The patient's waiting time, or the remaining time of the scan. */
function Times({ entry: { status, exm_end_dt, waitsSince } }: { entry: QueueEntry }) {
  const isRunning = isScanning(status) && exm_end_dt !== null
  const hasWaited = waitsForScan(status) && waitsSince !== undefined
  const now = useTickingTime(isRunning || hasWaited)
  if (isRunning) {
    const left = Date.parse(exm_end_dt) - now
    return (
      <Text
        fw={700}
        c={left < 0 ? 'red.4' : 'yellow.4'}
        className="tabular"
        role="timer"
        aria-label={WORDS.left}
      >
        {countdownText(left)}
      </Text>
    )
  }
  if (!hasWaited || now < Date.parse(waitsSince)) return null
  return (
    <Text size="sm" c="dimmed" className="tabular">
      {WORDS.waiting(waitingText(now - Date.parse(waitsSince)))}
    </Text>
  )
}
