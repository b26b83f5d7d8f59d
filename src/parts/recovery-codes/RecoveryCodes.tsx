import { Button, Checkbox, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconCopy, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { printCodes } from './print-codes.ts'
import classes from './recovery-codes.module.css'
import { RECOVERY_WORDS as WORDS } from './words.ts'

export interface RecoveryCodesProps {
  codes: readonly string[]
  /** Whose codes they are, for the paper. */
  name: string
  /** Called when the person confirms that they have kept them. */
  onDone: () => void
}

/** New recovery codes, shown once: to be printed or copied before continuing. */
export function RecoveryCodes({ codes, name, onDone }: RecoveryCodesProps) {
  const [isKept, setKept] = useState(false)
  return (
    <Stack>
      <Text size="sm">{WORDS.hint}</Text>
      <ul className={classes.codes} aria-label={WORDS.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => printCodes(codes, name)}
        >
          {WORDS.print}
        </Button>
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
              {copied ? WORDS.copied : WORDS.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Checkbox
        label={WORDS.kept}
        checked={isKept}
        onChange={({ currentTarget }) => setKept(currentTarget.checked)}
      />
      <Button disabled={!isKept} onClick={onDone}>
        {WORDS.done}
      </Button>
    </Stack>
  )
}
