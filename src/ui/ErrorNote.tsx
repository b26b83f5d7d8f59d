import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { UI_WORDS } from './words.ts'

export interface ErrorNoteProps {
  /** What was refused or failed. */
  title?: string
  message: string
  /** What is kept in spite of it. */
  kept?: string
  onRetry?: () => void
}

/** An error in place: what was refused, what is kept, and the way to try again. */
export function ErrorNote({ title, message, kept, onRetry }: ErrorNoteProps) {
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={title}
      role="alert"
      // Takes the focus where no field says what is wrong (use-refusal.ts).
      data-error-note
      tabIndex={-1}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="md">{message}</Text>
        {kept !== undefined && <Text c="dimmed">{kept}</Text>}
        {onRetry && (
          <Button variant="default" size="xs" onClick={onRetry}>
            {UI_WORDS.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
