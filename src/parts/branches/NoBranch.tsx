import { useBranchDirectory } from '#src/sync/directory/use-directory.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { BRANCH_WORDS as WORDS } from './words.ts'

/** In the place of a screen of one branch, for whoever has none. What was not read yet is no missing branch. */
export function NoBranch() {
  const { isLoading } = useBranchDirectory()
  if (isLoading) return <SkeletonRows />
  return <EmptyState isPage title={WORDS.none} hint={WORDS.noneHint} />
}
