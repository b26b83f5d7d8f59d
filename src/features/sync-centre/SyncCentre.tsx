import { Button } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconCloudCheck, IconListSearch } from '@tabler/icons-react'
import { useMemo } from 'react'
import { CriticalSection } from '#src/parts/critical/CriticalSection.tsx'
import { useUnsavedTexts } from '#src/sync/drafts/use-unsaved-texts.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { type Queue, useQueue } from '#src/sync/outbox/look/use-queue.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { ThisDevice } from './device/ThisDevice.tsx'
import { RefusedEditor } from './edit/RefusedEditor.tsx'
import { HeldSection } from './held/HeldSection.tsx'
import { ListBar } from './list/ListBar.tsx'
import { QueueSections } from './list/QueueSections.tsx'
import { SelectionBar } from './list/SelectionBar.tsx'
import { sectionsOf } from './list/sections.ts'
import { useSelection } from './list/use-selection.ts'
import { useSyncFilter } from './list/use-sync-filter.ts'
import { ExportButton } from './sealed/ExportButton.tsx'
import { ImportButton } from './sealed/ImportButton.tsx'
import classes from './sync-centre.module.css'
import { UnsavedSection } from './unsaved/UnsavedSection.tsx'
import { SYNC_WORDS as WORDS } from './words.ts'

/** Below this width of the screen's column, the states are shown as a drop-down list. */
const NARROW_BELOW = 760

/** Waiting, in-flight and parked changes with their reasons, and the state of this device (issue B). */
export default function SyncCentre() {
  const queue = useQueue()
  const texts = useUnsavedTexts()
  const link = useLink()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const unsent = queue.items.length - queue.flagged
  return (
    <div className={classes.screen}>
      <PageHeader title={WORDS.title} subtitle={WORDS.subtitle}>
        <ImportButton isOnline={link.online} />
        <ExportButton disabled={unsent === 0}>{WORDS.exportAll}</ExportButton>
      </PageHeader>
      <div className={classes.columns}>
        <div ref={ref} className={classes.list}>
          <CriticalSection />
          <HeldSection isOnline={link.online} />
          <UnsavedSection texts={texts} />
          <QueueList
            queue={queue}
            hasTexts={texts.length > 0}
            isOnline={link.online}
            isNarrow={width > 0 && width < NARROW_BELOW}
          />
        </div>
        <ThisDevice link={link} />
      </div>
      <RefusedEditor />
    </div>
  )
}

interface QueueListProps {
  queue: Queue
  /** Whether this device has texts that no change contains. */
  hasTexts: boolean
  isOnline: boolean
  isNarrow: boolean
}

function QueueList({ queue, hasTexts, isOnline, isNarrow }: QueueListProps) {
  const { filter, change } = useSyncFilter()
  const selection = useSelection(queue.items)
  const sections = useMemo(() => sectionsOf(queue.items, filter), [queue.items, filter])
  if (queue.isLoading) return <SkeletonRows rows={6} height={64} />
  if (queue.items.length === 0) return hasTexts ? null : <NothingWaits />
  return (
    <>
      <ListBar filter={filter} queue={queue} isNarrow={isNarrow} onChange={change} />
      <SelectionBar selection={selection} />
      {sections.length === 0 ? (
        <NothingLikeThat onClear={() => change({ text: '' })} />
      ) : (
        <QueueSections sections={sections} isOnline={isOnline} selection={selection} />
      )}
    </>
  )
}

function NothingWaits() {
  return (
    <EmptyState
      icon={<IconCloudCheck size={36} stroke={1.4} aria-hidden />}
      title={WORDS.empty}
      hint={WORDS.emptyHint}
    />
  )
}

function NothingLikeThat({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<IconListSearch size={36} stroke={1.4} aria-hidden />}
      title={WORDS.emptyFiltered}
      action={
        <Button variant="default" onClick={onClear}>
          {WORDS.clearFilter}
        </Button>
      }
    />
  )
}
