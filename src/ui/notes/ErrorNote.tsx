import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { UI_WORDS } from '../words.ts'

export interface ErrorNoteProps {
  /** What was refused or failed. */
  title?: string
  message: string
  /** What is kept despite the error. */
  kept?: string
  onRetry?: () => void
  /** In the language of the page, if it is not English. */
  retryLabel?: string
  /** A button beside the one to try again. */
  more?: ReactNode
}

/** An inline error: what was refused, what is kept, and a way to try again. */
export function ErrorNote({
  title,
  message,
  kept,
  onRetry,
  retryLabel = UI_WORDS.tryAgain,
  more,
}: ErrorNoteProps) {
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={title}
      role="alert"
      // Takes the focus if no field shows the problem (use-refusal.ts).
      data-error-note
      tabIndex={-1}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="md">{message}</Text>
        {kept !== undefined && <Text c="dimmed">{kept}</Text>}
        {onRetry && (
          <Group gap="xs">
            <Button variant="default" size="xs" onClick={onRetry}>
              {retryLabel}
            </Button>
            {more}
          </Group>
        )}
      </Stack>
    </Alert>
  )
}
