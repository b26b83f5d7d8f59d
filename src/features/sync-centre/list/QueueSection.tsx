import { Button, Text, Title } from '@mantine/core'
import { useId } from 'react'
import classes from '../sync-centre.module.css'
import { SYNC_WORDS as WORDS } from '../words.ts'
import { QueueRow } from './QueueRow.tsx'
import type { Section } from './sections.ts'
import type { Selection } from './use-selection.ts'

export interface QueueSectionProps {
  section: Section
  /** The number of its changes that are rendered. */
  shown: number
  isOnline: boolean
  selection: Selection
  activeId: string | undefined
  onShowMore: () => void
}

/** The changes of one state, with its name and meaning. */
export function QueueSection(props: QueueSectionProps) {
  const { section, shown, isOnline, selection, activeId, onShowMore } = props
  const { state, items } = section
  const title = useId()
  const rest = items.length - shown
  return (
    <section className={classes.section} aria-labelledby={title}>
      <Title order={2} id={title}>
        {WORDS.sections[state]} <span className={classes.count}>{items.length}</span>
      </Title>
      <Text c="dimmed" size="sm" mb={6}>
        {WORDS.hints[state]}
      </Text>
      <ul className={classes.items} aria-labelledby={title}>
        {items.slice(0, shown).map((item) => (
          <QueueRow
            key={item.id}
            item={item}
            isOnline={isOnline}
            isSelected={selection.has(item.id)}
            isActive={item.id === activeId}
            onToggle={selection.toggle}
          />
        ))}
      </ul>
      {rest > 0 && (
        <Button variant="subtle" color="gray" size="compact-sm" mt={6} onClick={onShowMore}>
          {WORDS.showMore(rest)}
        </Button>
      )}
    </section>
  )
}
