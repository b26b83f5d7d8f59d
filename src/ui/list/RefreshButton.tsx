import { ActionIcon, Tooltip } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { MASTER_WORDS } from '../master/words.ts'
import { LIST_WORDS as WORDS } from './words.ts'

export interface RefreshButtonProps {
  onRefresh: () => void
  isLoading?: boolean
  /** False if the screen can only be read from the server, which is out of reach. */
  isOnline?: boolean
}

/** Reads what a screen shows anew. */
export function RefreshButton({ onRefresh, isLoading = false, isOnline = true }: RefreshButtonProps) {
  return (
    <Tooltip label={isOnline ? WORDS.refresh : MASTER_WORDS.offline}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={WORDS.refresh}
        loading={isLoading}
        aria-disabled={!isOnline || undefined}
        data-disabled={!isOnline || undefined}
        onClick={isOnline ? onRefresh : undefined}
      >
        <IconRefresh size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
