import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useOnlineOnly } from './use-online-only.ts'
import { MASTER_WORDS as WORDS } from './words.ts'

export interface IconActionProps {
  label: string
  icon: ReactNode
  onClick: () => void
  /** Why it cannot be pressed now. */
  refusal?: string | undefined
}

/** A small button of a row, with a name for screen readers and a tooltip; a refusal disables it and shows why. */
export function IconAction({ label, icon, onClick, refusal }: IconActionProps) {
  const isOff = refusal !== undefined
  return (
    <Tooltip label={refusal ?? label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        data-disabled={isOff || undefined}
        aria-disabled={isOff || undefined}
        onClick={isOff ? undefined : onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}

export interface RowButtonsProps {
  name: string
  onEdit: (() => void) | undefined
  onRemove: (() => void) | undefined
  /** Why this row may not be deleted. */
  removeRefusal?: string | undefined
}

/** Edit and delete of a row; deleting needs the network. */
export function RowButtons({ name, onEdit, onRemove, removeRefusal }: RowButtonsProps) {
  const { reason } = useOnlineOnly()
  return (
    <>
      {onEdit && (
        <IconAction
          label={WORDS.editRow(name)}
          icon={<IconPencil size={16} stroke={1.5} aria-hidden />}
          onClick={onEdit}
        />
      )}
      {onRemove && (
        <IconAction
          label={WORDS.removeRow(name)}
          icon={<IconTrash size={16} stroke={1.5} aria-hidden />}
          onClick={onRemove}
          refusal={reason ?? removeRefusal}
        />
      )}
    </>
  )
}
