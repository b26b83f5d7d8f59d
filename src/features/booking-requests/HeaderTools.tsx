import { IconTrash } from '@tabler/icons-react'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { RefreshButton } from '#src/ui/list/RefreshButton.tsx'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { deleteForBranch } from './run-action.ts'
import { REQUEST_WORDS as WORDS } from './words.ts'

export interface HeaderToolsProps {
  branchId: string | undefined
  onRefresh: () => void
}

/** Refresh, and deletion of the pending requests of the chosen branch. */
export function HeaderTools({ branchId, onRefresh }: HeaderToolsProps) {
  const { online } = useLink()
  const branch = useBranches().find(({ id }) => id === branchId)
  const why = branch ? undefined : WORDS.reasons.branchFirst
  return (
    <>
      <ReasonButton
        variant="default"
        color="red"
        leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />}
        reason={online ? why : WORDS.reasons.offline}
        onClick={() => branch && void deleteForBranch(branch, onRefresh)}
      >
        {WORDS.deleteAll}
      </ReasonButton>
      <RefreshButton isOnline={online} onRefresh={onRefresh} />
    </>
  )
}
