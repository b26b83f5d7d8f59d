import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './page-header.module.css'

export interface PageHeaderProps {
  title: string
  subtitle?: ReactNode
  /** The page's buttons, at most one of them primary. */
  children?: ReactNode
}

/** The page's name, what it is about, and its actions. */
export function PageHeader({ title, subtitle, children }: PageHeaderProps) {
  return (
    <Group justify="space-between" align="flex-end" gap="sm" mb="md">
      <Stack gap={2}>
        <Title order={1}>{title}</Title>
        {subtitle !== undefined && (
          <Text c="dimmed" component="div">
            {subtitle}
          </Text>
        )}
      </Stack>
      {children !== undefined && (
        <Group gap="xs" className={classes.tools}>
          {children}
        </Group>
      )}
    </Group>
  )
}
