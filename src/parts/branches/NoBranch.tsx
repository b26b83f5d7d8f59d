import { useBranchDirectory } from '#src/sync/directory/use-directory.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { BRANCH_WORDS as WORDS } from './words.ts'

/** Replaces a branch's screen for a person without a branch. While branches are loading, none is missing. */
export function NoBranch() {
  const { isLoading } = useBranchDirectory()
  if (isLoading) return <SkeletonRows />
  return <EmptyState isPage title={WORDS.none} hint={WORDS.noneHint} />
}
