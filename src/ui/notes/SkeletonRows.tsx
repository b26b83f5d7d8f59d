import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { UI_WORDS } from '../words.ts'

export interface SkeletonRowsProps {
  rows?: number
  /** Height of one row; 36 px as in the tables (docs/screens.md#looks). */
  height?: number
  /** For screen readers, in the language of the page if it is not English. */
  label?: string
}

/** A placeholder for a list while its rows load. */
export function SkeletonRows({ rows = 8, height = 36, label = UI_WORDS.loading }: SkeletonRowsProps) {
  return (
    <Stack gap={4} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={height} radius="xs" />
      ))}
    </Stack>
  )
}
