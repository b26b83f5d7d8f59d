import { Text } from '@mantine/core'
import { IconFlag3Filled } from '@tabler/icons-react'
import classes from './tags.module.css'

export interface TagMarkProps {
  name: string
  /** The client's own colour; shown beside the word, never behind it. */
  color: string
  isCritical?: boolean
}

/** A tag in its colour and word. */
export function TagMark({ name, color, isCritical = false }: TagMarkProps) {
  return (
    <span className={classes.mark}>
      {isCritical ? (
        <IconFlag3Filled size={14} aria-hidden style={{ color }} />
      ) : (
        <span className={classes.dot} aria-hidden style={{ background: color }} />
      )}
      <Text span size="sm" truncate>
        {name}
      </Text>
    </span>
  )
}
