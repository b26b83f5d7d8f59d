import { Checkbox } from '@mantine/core'
import { memo, useEffect, useRef } from 'react'
import type { QueueItem } from '#src/sync/outbox/look/use-queue.ts'
import classes from '../sync-centre.module.css'
import { SYNC_WORDS as WORDS } from '../words.ts'
import { ItemActions } from './ItemActions.tsx'
import { ItemText } from './ItemText.tsx'
import { isSelectable } from './use-selection.ts'

export interface QueueRowProps {
  item: QueueItem
  isOnline: boolean
  isSelected: boolean
  /** Whether the keys act on this row. */
  isActive: boolean
  onToggle: (id: string) => void
}

/** One change with its subject, state, reason and actions. */
export const QueueRow = memo(function QueueRow({
  item,
  isOnline,
  isSelected,
  isActive,
  onToggle,
}: QueueRowProps) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isActive) row.current?.focus()
  }, [isActive])
  return (
    <li ref={row} className={classes.item} data-active={isActive || undefined} tabIndex={-1}>
      <div className={classes.check}>
        {isSelectable(item) && (
          <Checkbox
            aria-label={WORDS.select(item.label)}
            checked={isSelected}
            onChange={() => onToggle(item.id)}
          />
        )}
      </div>
      <div className={classes.text}>
        <ItemText item={item} isOnline={isOnline} />
      </div>
      <div className={classes.acts}>
        <ItemActions item={item} isOnline={isOnline} />
      </div>
    </li>
  )
})
