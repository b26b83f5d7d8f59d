import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  /** Why there is nothing, in one line. */
  title: string
  /** What to do about it. */
  hint?: ReactNode
  icon?: ReactNode
  action?: ReactNode
  /** True if it fills the whole page: its title is then the page's heading. */
  isPage?: boolean
}

/** Explains why a list or page is empty and what to do. */
export function EmptyState({ title, hint, icon, action, isPage = false }: EmptyStateProps) {
  return (
    <Stack align="center" justify="center" gap="xs" p="xl" ta="center" role="status">
      {icon}
      <Title order={isPage ? 1 : 2}>{title}</Title>
      {hint !== undefined && (
        <Text c="dimmed" maw={440} component="div">
          {hint}
        </Text>
      )}
      {action}
    </Stack>
  )
}
