import { ActionIcon, Button, Group, Text, TextInput, Tooltip } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { renameDevice } from '#src/sync/device-facts/use-device-facts.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { DEVICE_WORDS as WORDS } from '../words.ts'

/** The server's limit (contract: device/rename). */
const LONGEST = 60

export interface DeviceNameProps {
  name: string
  isOnline: boolean
}

/** The name of this device for people and administrators, with a form to change it. */
export function DeviceName({ name, isOnline }: DeviceNameProps) {
  const [typed, setTyped] = useState<string>()
  if (typed !== undefined)
    return (
      <RenameForm typed={typed} isOnline={isOnline} onType={setTyped} onDone={() => setTyped(undefined)} />
    )
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-end">
      <div>
        <Text size="sm" c="dimmed">
          {WORDS.name}
        </Text>
        <Text style={{ overflowWrap: 'anywhere' }}>{name || WORDS.nameless}</Text>
      </div>
      <Tooltip label={isOnline ? WORDS.rename : WORDS.renameNeedsNetwork}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={WORDS.rename}
          aria-disabled={!isOnline || undefined}
          data-disabled={!isOnline || undefined}
          onClick={isOnline ? () => setTyped(name) : undefined}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

interface RenameFormProps {
  typed: string
  isOnline: boolean
  onType: (name: string) => void
  onDone: () => void
}

function RenameForm({ typed, isOnline, onType, onDone }: RenameFormProps) {
  const [box, act] = useAct()
  const name = typed.trim()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (name === '' || !isOnline) return
    await act.run(async () => {
      await renameDevice(name)
      notifyDone(WORDS.renamed)
      onDone()
    })
  }
  return (
    <form onSubmit={(event) => void save(event)}>
      <div ref={box}>
        <TextInput
          label={WORDS.name}
          value={typed}
          onChange={(event) => onType(event.currentTarget.value)}
          maxLength={LONGEST}
          error={isOnline ? act.fields.name : WORDS.renameNeedsNetwork}
          autoFocus
        />
        <Group gap="xs" mt="xs">
          <Button type="submit" size="xs" loading={act.isBusy} disabled={name === '' || !isOnline}>
            {WORDS.save}
          </Button>
          <Button size="xs" variant="default" onClick={onDone}>
            {WORDS.cancel}
          </Button>
          <RefusalNote act={act} isAtField={(field) => field === 'name'} />
        </Group>
      </div>
    </form>
  )
}
