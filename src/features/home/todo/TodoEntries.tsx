import { Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SideDrawer } from '#src/ui/master/SideDrawer.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ENTRIES, type Entry, type EntryKind, type EntrySource } from './entry.ts'
import classes from './todo.module.css'
import { TODO_WORDS as WORDS } from './words.ts'

const VisitPanel = lazyPart(async () => ({
  default: (await import('#src/parts/visit-panel/VisitPanel.tsx')).VisitPanel,
}))
/** The index of the visit's payments tab. */
const PAYMENTS = 3

export interface TodoEntriesProps {
  kind: EntryKind
  source: EntrySource
  onClose: () => void
}

/** The list behind a line of the home screen: each entry opens its visit, study or licence. */
export function TodoEntries({ kind, source, onClose }: TodoEntriesProps) {
  const [visit, setVisit] = useState<{ visitId: string; isPaying?: true }>()
  const entries: readonly Entry[] = ENTRIES[kind](source)
  return (
    <>
      <SideDrawer title={`${WORDS.entries[kind]} (${entries.length})`} opened onClose={onClose} size="520px">
        {entries.length === 0 && <EmptyState title={WORDS.none} />}
        <ul className={classes.lines}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <EntryButton entry={entry} onVisit={setVisit} />
            </li>
          ))}
        </ul>
      </SideDrawer>
      {visit && (
        <VisitPanel
          visitId={visit.visitId}
          {...(visit.isPaying && { tab: PAYMENTS })}
          onClose={() => setVisit(undefined)}
        />
      )}
    </>
  )
}

interface EntryButtonProps {
  entry: Entry
  onVisit: (visit: { visitId: string; isPaying?: true }) => void
}

function EntryButton({ entry: { title, detail, open }, onVisit }: EntryButtonProps) {
  const words = (
    <span className={classes.entry}>
      <Text span fw={600}>
        {title}
      </Text>
      <Text span size="sm" c="dimmed" className="tabular">
        {detail}
      </Text>
    </span>
  )
  if ('to' in open)
    return (
      <Link to={open.to} className={classes.line}>
        {words}
      </Link>
    )
  return (
    <UnstyledButton className={classes.line} onClick={() => onVisit(open)}>
      {words}
    </UnstyledButton>
  )
}
