import { Alert } from '@mantine/core'
import { formatDay } from '#domain/time/formats.ts'
import type { FiguresChoice } from './use-figures-context.ts'
import { FIGURES_WORDS as WORDS } from './words.ts'

/** Offline, says which figures the page still shows; renders nothing online. */
export function OfflineFigures({ choice }: { choice: FiguresChoice }) {
  const { shown, branches, isOnline, hasFigures } = choice
  if (isOnline) return null
  const branch = branches.find(({ id }) => id === shown.branchId)?.name ?? WORDS.allBranches
  return (
    <Alert color="orange" mb="md">
      {hasFigures
        ? WORDS.offline(WORDS.days2(formatDay(shown.from), formatDay(shown.to)), branch)
        : WORDS.offlineNone}
    </Alert>
  )
}
