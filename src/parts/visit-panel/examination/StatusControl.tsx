import { ActionIcon, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { VisitServiceRow } from '#contract/calls/visit-records.ts'
import { EXAM_STATUSES, type ExamStatus, SERVICE_STATUS_TABLE } from '#domain/status/service-status.ts'
import { enqueue } from '#src/sync/outbox/enqueue.ts'
import { confirmAction } from '#src/ui/confirm-action.ts'
import { notifyError } from '#src/ui/notify.ts'
import { EXAM_WORDS as WORDS } from './words.ts'

export interface StatusControlProps {
  visitId: string
  service: VisitServiceRow
}

/** The states of an examination: any can be set from the others, after a question (spec 3 section 4). */
export function StatusControl({ visitId, service }: StatusControlProps) {
  const others = EXAM_STATUSES.filter((status) => status !== service.status)
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size="sm" aria-label={WORDS.changeStatus(service.name)}>
          <IconChevronDown size={14} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{WORDS.setTo}</Menu.Label>
        {others.map((status) => (
          <Menu.Item key={status} onClick={() => void askAndSet(visitId, service, status).catch(notifyError)}>
            {SERVICE_STATUS_TABLE[status].label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

async function askAndSet(visitId: string, service: VisitServiceRow, status: ExamStatus): Promise<void> {
  const from = SERVICE_STATUS_TABLE[service.status].label
  const to = SERVICE_STATUS_TABLE[status].label
  const isSure = await confirmAction({
    title: WORDS.askStatus(to),
    message: WORDS.askStatusMessage(service.name, from, to),
    confirmLabel: WORDS.setStatus,
  })
  if (!isSure) return
  const input = { id: service.id, appt_id: visitId, status }
  await enqueue('appt/changeServiceStatus', input, { label: WORDS.statusLabel(to) })
}
