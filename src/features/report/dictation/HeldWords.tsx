import { Button, Group, Text } from '@mantine/core'
import classes from './dictation.module.css'
import { DICTATION_WORDS as WORDS } from './words.ts'

export interface HeldWordsProps {
  held: readonly string[]
  canInsert: boolean
  onInsert: () => void
  onDiscard: () => void
}

/** Heard words that are in no text until a person decides. */
export function HeldWords({ held, canInsert, onInsert, onDiscard }: HeldWordsProps) {
  if (held.length === 0) return null
  return (
    <div className={classes.held} role="alert">
      <Text size="sm" dir="auto" className={classes.heldText}>
        <b>{WORDS.held}</b> {held.join(' ')}
      </Text>
      <Group gap={6} wrap="nowrap">
        <Button size="compact-xs" variant="default" disabled={!canInsert} onClick={onInsert}>
          {WORDS.insert}
        </Button>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={onDiscard}>
          {WORDS.discard}
        </Button>
      </Group>
    </div>
  )
}
