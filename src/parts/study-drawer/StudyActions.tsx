import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconArrowsSplit2, IconDots, IconEdit, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { StudyRow } from '#contract/calls/studies.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'
import { askDeleteStudy, deleteReason } from '../delete-study/ask-delete-study.ts'
import { editReason } from '../edit-study/edit-reason.ts'
import { splitReason } from '../split-study/split-reason.ts'
import { DRAWER_WORDS as WORDS } from './words.ts'

export interface StudyActionsProps {
  study: StudyRow
  onEdit: () => void
  onSplit: () => void
  onDeleted: () => void
}

/** Edit, split, delete; actions that this person cannot take now say why. */
export function StudyActions({ study, onEdit, onSplit, onDeleted }: StudyActionsProps) {
  const session = useSession()
  const { online } = useLink()
  const remove = () => void askDeleteStudy(study).then((isDeleted) => isDeleted && onDeleted())
  return (
    <Menu position="top-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={WORDS.more}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Item
          label={WORDS.edit}
          icon={<IconEdit size={16} aria-hidden />}
          reason={editReason(session)}
          onClick={onEdit}
        />
        <Item
          label={WORDS.split}
          icon={<IconArrowsSplit2 size={16} aria-hidden />}
          reason={splitReason(study, session, online)}
          onClick={onSplit}
        />
        <Item
          label={WORDS.remove}
          icon={<IconTrash size={16} aria-hidden />}
          reason={deleteReason(study, session, online)}
          onClick={remove}
        />
      </Menu.Dropdown>
    </Menu>
  )
}

interface ItemProps {
  label: string
  icon: ReactNode
  reason: string | undefined
  onClick: () => void
}

function Item({ label, icon, reason, onClick }: ItemProps) {
  const isOff = reason !== undefined
  return (
    <Tooltip label={reason} disabled={!isOff} position="left">
      <Menu.Item
        leftSection={icon}
        data-disabled={isOff || undefined}
        aria-disabled={isOff}
        aria-description={reason}
        closeMenuOnClick={!isOff}
        onClick={isOff ? undefined : onClick}
      >
        {label}
      </Menu.Item>
    </Tooltip>
  )
}
