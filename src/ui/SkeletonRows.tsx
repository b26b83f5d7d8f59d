import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { UI_WORDS } from './words.ts'

export interface SkeletonRowsProps {
  rows?: number
  /** Height of one row; 36 px as in the tables (docs/screens.md#looks). */
  height?: number
}

/** The shape of a list while its rows are on the way. */
export function SkeletonRows({ rows = 8, height = 36 }: SkeletonRowsProps) {
  return (
    <Stack gap={4} role="status">
      <VisuallyHidden>{UI_WORDS.loading}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={height} radius="xs" />
      ))}
    </Stack>
  )
}
