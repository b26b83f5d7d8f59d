import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import {
  EXAM_STATUSES,
  type ExamStatus,
  isLiveService,
  SCAN_CANCELLED,
  SERVICE_STATUS_TABLE,
} from '#domain/status/service-status.ts'
import { CancelScanDialog } from '#src/parts/cancel-scan/CancelScanDialog.tsx'
import { changeStatus } from './queue-actions.ts'
import type { QueueEntry } from './queue-entries.ts'
import { QUEUE_WORDS as WORDS } from './words.ts'

/** The state of an examination in its colour; opens the choice of other states. */
export function StatusMenu({ entry }: { entry: QueueEntry }) {
  const { label, colour } = SERVICE_STATUS_TABLE[entry.status]
  const [isCancelling, setCancelling] = useState(false)
  const choose = (status: ExamStatus) => {
    if (isLiveService(status)) void changeStatus(entry, status)
    else setCancelling(true)
  }
  return (
    <>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button
            size="compact-xs"
            variant="light"
            color={colour}
            rightSection={<IconChevronDown size={12} aria-hidden />}
            aria-label={WORDS.status(label, entry.pat_name)}
          >
            {label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {EXAM_STATUSES.filter((status) => status !== entry.status).map((status) => {
            const next = SERVICE_STATUS_TABLE[status]
            return (
              <Menu.Item
                key={status}
                leftSection={<Dot colour={next.colour} />}
                onClick={() => choose(status)}
              >
                {next.label}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
      {isCancelling && (
        <CancelScanDialog
          scan={entry}
          visit={entry.visit}
          label={WORDS.labels.status(entry.name, SERVICE_STATUS_TABLE[SCAN_CANCELLED].label)}
          onClose={() => setCancelling(false)}
        />
      )}
    </>
  )
}

function Dot({ colour }: { colour: string }) {
  return (
    <span
      aria-hidden
      style={{
        display: 'block',
        width: 10,
        height: 10,
        borderRadius: 5,
        background: `var(--mantine-color-${colour}-6)`,
      }}
    />
  )
}
