import { Button, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { KeyboardEvent } from 'react'
import { SKIP_REASONS, type SkipReason } from '#domain/study/lists/skip-reasons.ts'
import { KeyHint } from '#src/ui/keys/KeyHint.tsx'
import { REPORT_WORDS as WORDS } from '../words.ts'

/** Asks for the reason to skip a study, by number key or button; returns undefined if the person cancels. */
export function askSkipReason(): Promise<SkipReason | undefined> {
  return new Promise((resolve) => {
    const choose = (reason: SkipReason) => {
      resolve(reason)
      modals.close(id)
    }
    const onKeyDown = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent) => {
      const reason = SKIP_REASONS[Number(key) - 1]
      if (reason && !ctrlKey && !altKey && !metaKey) choose(reason)
    }
    const id = modals.open({
      title: WORDS.skipTitle,
      centered: true,
      size: 'sm',
      // Has no effect if a reason was chosen, because the promise is already resolved.
      onClose: () => resolve(undefined),
      children: (
        <Stack gap="xs" onKeyDown={onKeyDown}>
          <Text size="sm">{WORDS.skipQuestion}</Text>
          {SKIP_REASONS.map((reason, at) => (
            <Button
              key={reason}
              variant="default"
              justify="space-between"
              data-autofocus={at === 0 || undefined}
              rightSection={<KeyHint keys={[String(at + 1)]} />}
              onClick={() => choose(reason)}
            >
              {WORDS.skipReasons[reason]}
            </Button>
          ))}
        </Stack>
      ),
    })
  })
}
