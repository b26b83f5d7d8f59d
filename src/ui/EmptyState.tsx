import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  /** Why there is nothing, in one line. */
  title: string
  /** What to do about it. */
  hint?: ReactNode
  icon?: ReactNode
  action?: ReactNode
}

/** Says why a list or page is empty and what to do. */
export function EmptyState({ title, hint, icon, action }: EmptyStateProps) {
  return (
    <Stack align="center" justify="center" gap="xs" p="xl" ta="center" role="status">
      {icon}
      <Title order={2}>{title}</Title>
      {hint !== undefined && (
        <Text c="dimmed" maw={440} component="div">
          {hint}
        </Text>
      )}
      {action}
    </Stack>
  )
}
