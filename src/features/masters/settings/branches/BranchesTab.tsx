import { Tabs } from '@mantine/core'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import classes from '../settings.module.css'
import { useOpenedPanels } from '../use-opened-panels.ts'
import { SETTINGS_WORDS as WORDS } from '../words.ts'
import { BranchCard } from './BranchCard.tsx'

/** One card tab for each active branch: its paper, machines and partners (docs/masters.md#settings). */
export function BranchesTab() {
  const { rows, isLoading, error } = useMasters('branch')
  const branches = rows.filter(({ status }) => status === 1)
  const { shown, show, isOpened } = useOpenedPanels<string>('')
  if (branches.length === 0) {
    if (isLoading) return <SkeletonRows />
    if (error) return <ErrorNote title={WORDS.notLoaded} message={error.message} />
    return <EmptyState title={WORDS.noBranches} hint={WORDS.noBranchesHint} />
  }
  const current = branches.find(({ id }) => id === shown)?.id ?? branches[0]?.id ?? ''
  return (
    <Tabs variant="outline" value={current} onChange={(value) => show(value ?? '')}>
      <Tabs.List aria-label={WORDS.branchTab}>
        {branches.map(({ id, name }) => (
          <Tabs.Tab key={id} value={id}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {branches.map(({ id }) => (
        <Tabs.Panel key={id} value={id} className={classes.tab}>
          {(isOpened(id) || id === current) && <BranchCard id={id} />}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
