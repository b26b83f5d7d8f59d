import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useNavigate } from 'react-router-dom'
import type { FollowUpRow } from '#contract/calls/follow-ups.ts'
import { canOpen } from '#domain/access/screens.ts'
import { dayAt } from '#domain/time/zones.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { FOLLOW_UPS_WORDS as WORDS } from './words.ts'

export interface FollowUpMenuProps {
  row: FollowUpRow
  onVisit: (visitId: string) => void
  /** Closes or reopens the follow-up. */
  onAct: (row: FollowUpRow) => void
}

/** The menu of a follow-up's actions. */
export function FollowUpMenu({ row, onVisit, onAct }: FollowUpMenuProps) {
  const navigate = useNavigate()
  const session = useSession()
  const { study_id, done_study_id, visit_id, state } = row
  const open = (path: string) => canOpen(session, path) && (() => void navigate(path))
  const isWaiting = state === 'Overdue' || state === 'Due' || state === 'Later'
  const items = [
    [WORDS.openStudy, open(`/study/${study_id}`)],
    [WORDS.openDone, done_study_id !== null && open(`/study/${done_study_id}`)],
    [WORDS.openVisit, visit_id !== null && (() => onVisit(visit_id))],
    [WORDS.book, isWaiting && canOpen(session, '/scheduler') && (() => void navigate(bookingPath(row)))],
    [state === 'Closed' ? WORDS.reopen : WORDS.close, () => onAct(row)],
  ] as const
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={WORDS.actionsOf(row.what)}
          onClick={(event) => event.stopPropagation()}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {items.map(
          ([label, run]) =>
            run && (
              <Menu.Item key={label} onClick={run}>
                {label}
              </Menu.Item>
            ),
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Returns the path of the scheduler on the due day, or on today if it is overdue. */
function bookingPath({ branch_id, due_on }: FollowUpRow): string {
  const today = dayAt(new Date(), branchZone(branch_id))
  const day = due_on > today ? due_on : today
  return `/scheduler?${new URLSearchParams({ ...(branch_id && { branch: branch_id }), day })}`
}
