import { Button, Group, Text } from '@mantine/core'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { ExportButton } from '../sealed/ExportButton.tsx'
import classes from '../sync-centre.module.css'
import { SYNC_WORDS as WORDS } from '../words.ts'
import { retryMany } from './item-acts.ts'
import { isRetriable } from './sections.ts'
import type { Selection } from './use-selection.ts'

export interface SelectionBarProps {
  selection: Selection
}

/** The actions for all selected changes; stays visible while the list scrolls. */
export function SelectionBar({ selection }: SelectionBarProps) {
  const { items, clear } = selection
  const [box, act] = useAct()
  if (items.length === 0) return null
  const retriable = items.filter(isRetriable)
  return (
    <Group
      ref={box}
      className={classes.selection}
      gap="xs"
      role="toolbar"
      aria-label={WORDS.selected(items.length)}
    >
      <Text size="sm" className="tabular">
        {WORDS.selected(items.length)}
      </Text>
      {retriable.length > 0 && (
        <Button size="compact-sm" onClick={() => void act.run(() => retryMany(retriable).then(clear))}>
          {WORDS.retrySelected(retriable.length)}
        </Button>
      )}
      <ExportButton ids={items.map(({ id }) => id)} size="compact-sm">
        {WORDS.exportSelected(items.length)}
      </ExportButton>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={clear}>
        {WORDS.clearSelection}
      </Button>
      <RefusalNote act={act} />
    </Group>
  )
}
