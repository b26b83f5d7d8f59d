import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './mine.module.css'

export interface PartProps {
  title: string
  hint: string
  action?: ReactNode
  children: ReactNode
}

/** One list of the person's own part, with a heading. */
export function Part({ title, hint, action, children }: PartProps) {
  return (
    <Paper component="section" aria-label={title} className={classes.part} p="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} flex="1 1 240px">
          <Title order={2} size="h4">
            {title}
          </Title>
          <Text c="dimmed" size="sm">
            {hint}
          </Text>
        </Stack>
        {action}
      </Group>
      {children}
    </Paper>
  )
}

/** The subject of a row, with smaller text below. */
export function About({
  name,
  details,
  mark,
}: {
  name: string
  details: readonly string[]
  mark?: ReactNode
}) {
  return (
    <div className={classes.about}>
      <Group gap={8}>
        <Text fw={600} size="sm">
          {name}
        </Text>
        {mark}
      </Group>
      {details.map((line) => (
        <Text key={line} c="dimmed" size="sm">
          {line}
        </Text>
      ))}
    </div>
  )
}
