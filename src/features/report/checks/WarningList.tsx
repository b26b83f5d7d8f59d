import { Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type SignWarning, stopsSignature } from '#domain/report/checks/sign-warning.ts'
import classes from './checks.module.css'
import { MarkedSentence } from './MarkedSentence.tsx'
import { CHECK_WORDS as WORDS } from './words.ts'

export interface WarningListProps {
  warnings: readonly SignWarning[]
  onBack: () => void
  onSign: () => void
}

/** The findings of the check, each with its sentence; Enter goes back. */
export function WarningList({ warnings, onBack, onSign }: WarningListProps) {
  const isStopped = warnings.some(stopsSignature)
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {isStopped ? WORDS.stops : WORDS.intro}
      </Text>
      <ul className={classes.warnings}>
        {warnings.map((warning, at) => (
          // The list never changes after it is created.
          <li key={at} className={classes.warning}>
            <IconAlertTriangle className={classes.sign} size={18} aria-hidden />
            <div>
              <Text fw={600}>{WORDS.says(warning)}</Text>
              {warning.sentences.map(({ part, text }, place) => (
                <blockquote key={place} className={classes.quote}>
                  <MarkedSentence sentence={text} found={warning.found} partName={WORDS.partOf(part)} />
                </blockquote>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {!isStopped && (
        <Text size="xs" c="dimmed">
          {WORDS.recorded}
        </Text>
      )}
      <Group justify="flex-end">
        {!isStopped && (
          <Button variant="default" onClick={onSign}>
            {WORDS.signAnyway}
          </Button>
        )}
        <Button data-autofocus onClick={onBack}>
          {WORDS.goBack}
        </Button>
      </Group>
    </Stack>
  )
}
