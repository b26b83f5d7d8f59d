import { ActionIcon, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import type { VisitServiceRow } from '#contract/calls/visit-records.ts'
import {
  EXAM_STATUSES,
  type ExamStatus,
  isLiveService,
  SCAN_CANCELLED,
  SERVICE_STATUS_TABLE,
} from '#domain/status/service-status.ts'
import { CancelScanDialog } from '#src/parts/cancel-scan/CancelScanDialog.tsx'
import { changeExamStatus } from '#src/sync/desk/change-exam-status.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import classes from './examination.module.css'
import { EXAM_WORDS as WORDS } from './words.ts'

export interface StatusControlProps {
  visit: Shown<'visit'>
  service: VisitServiceRow
}

/** The states of an examination: any can be set from the others, after a confirmation. */
export function StatusControl({ visit, service }: StatusControlProps) {
  const [isCancelling, setCancelling] = useState(false)
  const [box, act] = useAct()
  const others = EXAM_STATUSES.filter((status) => status !== service.status)
  const choose = (status: ExamStatus) => {
    if (isLiveService(status)) void act.run(() => askAndSet(visit.id, service, status))
    else setCancelling(true)
  }
  return (
    <span className={classes.inline} ref={box}>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size="sm" aria-label={WORDS.changeStatus(service.name)}>
            <IconChevronDown size={14} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{WORDS.setTo}</Menu.Label>
          {others.map((status) => (
            <Menu.Item key={status} onClick={() => choose(status)}>
              {SERVICE_STATUS_TABLE[status].label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {isCancelling && (
        <CancelScanDialog
          scan={{ id: service.id, appt_id: visit.id, name: service.name, pat_name: visit.name }}
          visit={visit}
          label={WORDS.statusLabel(SERVICE_STATUS_TABLE[SCAN_CANCELLED].label)}
          onClose={() => setCancelling(false)}
        />
      )}
      <RefusalNote act={act} />
    </span>
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
  await changeExamStatus(input, WORDS.statusLabel(to))
}
