import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { KnownPasskey } from '#src/db/work-database.ts'
import { knowsPasskeys } from '#src/sync/touch/ask-passkey.ts'
import { turnOffTouch } from '#src/sync/touch/touch-here.ts'
import { useTouches } from '#src/sync/touch/use-touches.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { TurnOnDialog } from './TurnOnDialog.tsx'
import { TOUCH_UNLOCK_WORDS as WORDS } from './words.ts'

/** The person's passkeys that unlock this device, and controls to set one up or turn it off. */
export function TouchUnlock() {
  const { touches, known } = useTouches({ isAsking: true })
  const [isAsking, setAsking] = useState(false)
  if (!knowsPasskeys()) return <Text size="sm">{WORDS.unsupported}</Text>
  const opening = (known ?? []).filter(({ credentialId }) => touches.includes(credentialId))
  return (
    <Stack gap="sm">
      <Text c="dimmed" size="sm">
        {WORDS.hint}
      </Text>
      {opening.length > 0 && (
        <Stack gap={6} role="list" aria-label={WORDS.list}>
          {opening.map((passkey) => (
            <Opening key={passkey.id} passkey={passkey} />
          ))}
        </Stack>
      )}
      {known?.length === 0 ? (
        <Text size="sm">
          {WORDS.none}{' '}
          <Anchor component={Link} to="/devices" size="sm">
            {WORDS.register}
          </Anchor>
        </Text>
      ) : (
        <Group>
          <Button variant="default" disabled={!known} onClick={() => setAsking(true)}>
            {opening.length > 0 ? WORDS.another : WORDS.turnOn}
          </Button>
        </Group>
      )}
      <TurnOnDialog opened={isAsking} onClose={() => setAsking(false)} />
    </Stack>
  )
}

function Opening({ passkey: { credentialId, name } }: { passkey: KnownPasskey }) {
  const parts = useAct()
  const [, act] = parts
  const turnOff = async () => {
    await turnOffTouch(credentialId)
    notifyDone(WORDS.turnedOff(name))
  }
  return (
    <Group role="listitem" justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {WORDS.on}
        </Text>
      </div>
      <ActBox parts={parts} align="flex-end">
        <Button
          size="xs"
          variant="default"
          aria-label={WORDS.turnOffOf(name)}
          onClick={() => void act.run(turnOff)}
        >
          {WORDS.turnOff}
        </Button>
      </ActBox>
    </Group>
  )
}
