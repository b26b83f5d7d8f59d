import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { OfflineError } from '#src/sync/api/errors.ts'
import type { MasterPageState } from '#src/sync/masters/use-master-page.ts'
import { EmptyState } from '../notes/EmptyState.tsx'
import { ErrorNote } from '../notes/ErrorNote.tsx'
import { SkeletonRows } from '../notes/SkeletonRows.tsx'
import classes from './master.module.css'
import type { ListState } from './use-list-state.ts'
import { MASTER_WORDS as WORDS } from './words.ts'

export interface ListBodyProps {
  title: string
  page: MasterPageState<unknown>
  state: ListState
  canAdd: boolean
  children: ReactNode
}

/** The rows, or a replacement: loading, failed, none yet, none that match. */
export function ListBody({ title, page, state, canAdd, children }: ListBodyProps) {
  if (page.rows.length > 0) return children
  return <div className={classes.rows}>{insteadOfRows({ title, page, state, canAdd })}</div>
}

function insteadOfRows({ title, page, state, canAdd }: Omit<ListBodyProps, 'children'>) {
  if (page.error instanceof OfflineError) return <EmptyState title={WORDS.notLoaded} hint={WORDS.notHere} />
  if (page.error)
    return <ErrorNote title={WORDS.notLoaded} message={page.error.message} onRetry={page.refresh} />
  if (page.isLoading) return <SkeletonRows />
  if (state.isNarrowed)
    return (
      <EmptyState
        title={WORDS.notFound}
        hint={WORDS.notFoundHint}
        action={
          <Button variant="default" onClick={state.clear}>
            {WORDS.showAll}
          </Button>
        }
      />
    )
  return <EmptyState title={WORDS.nothing(title)} hint={canAdd ? WORDS.nothingHint : WORDS.nothingReadHint} />
}
