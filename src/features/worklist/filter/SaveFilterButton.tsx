import { Button, Group, Popover, Stack, TextInput, Tooltip } from '@mantine/core'
import { IconBookmarkPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import type { NewFilter } from '#src/sync/studies/use-saved-filters.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { WORKLIST_WORDS as WORDS } from '../words.ts'
import { type ListFilter, savedBodyOf } from './list-filter.ts'

const NAME_MAX = 60

export interface SaveFilterButtonProps {
  filter: ListFilter
  isOnline: boolean
  onSave: (filter: NewFilter) => Promise<void>
}

/** Saves the current filter of the list under a name. */
export function SaveFilterButton({ filter, isOnline, onSave }: SaveFilterButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus withRoles={false} position="bottom-start">
      <Popover.Target>
        <Tooltip label={isOnline ? WORDS.saved.saveHint : WORDS.saved.offline}>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconBookmarkPlus size={15} aria-hidden />}
            aria-haspopup="dialog"
            aria-disabled={!isOnline}
            data-disabled={!isOnline || undefined}
            onClick={isOnline ? () => setOpen((isNow) => !isNow) : undefined}
          >
            {WORDS.saved.save}
          </Button>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={WORDS.saved.save}>
        {isOpen && <NameForm filter={filter} onSave={onSave} onClose={() => setOpen(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}

type NameFormProps = Pick<SaveFilterButtonProps, 'filter' | 'onSave'> & { onClose: () => void }

function NameForm({ filter, onSave, onClose }: NameFormProps) {
  const [name, setName] = useState('')
  const [box, act] = useAct()
  // Created once, so that a double press saves one filter.
  const [id] = useState(() => uuidv7())
  const trimmed = name.trim()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (trimmed === '') return
    await act.run(async () => {
      await onSave({ id, name: trimmed, filter: savedBodyOf(filter) })
      notifyDone(WORDS.saved.kept(trimmed))
      onClose()
    })
  }
  return (
    <form onSubmit={(event) => void save(event)}>
      <Stack gap="xs" ref={box}>
        <Group gap="xs" wrap="nowrap" align="flex-end">
          <TextInput
            label={WORDS.saved.name}
            maxLength={NAME_MAX}
            value={name}
            error={act.fields.name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" disabled={trimmed === ''} loading={act.isBusy}>
            {WORDS.saved.confirm}
          </Button>
        </Group>
        <RefusalNote act={act} isAtField={(field) => field === 'name'} />
      </Stack>
    </form>
  )
}
