import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type LicenceState, ownClientCalls } from '#contract/calls/platform.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { useOnlineOnly } from '#src/ui/master/use-online-only.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { OWN_LICENCE_WORDS as WORDS } from './words.ts'

export interface ActivateLicenceProps {
  onActivated: (licence: LicenceState) => void
  onClose: () => void
}

/** The dialog in which a client's administrator enters a licence key. */
export function ActivateLicence({ onActivated, onClose }: ActivateLicenceProps) {
  const [key, setKey] = useState('')
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)
  const { disabled: isOffline } = useOnlineOnly()
  const activate = async () => {
    if (isOffline || isSending) return
    if (key.trim() === '') return setError(WORDS.required)
    setSending(true)
    try {
      const { message, result } = await callApi(ownClientCalls.activateLicence, { key })
      notifyDone(message)
      onActivated(result)
      onClose()
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : String(problem))
    } finally {
      setSending(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void activate()
  }
  return (
    <Dialog opened onClose={onClose} title={WORDS.enter}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={WORDS.key}
            description={WORDS.keyHint}
            value={key}
            error={error}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            className="tabular"
            data-autofocus
            onChange={(event) => {
              setKey(event.currentTarget.value)
              setError(undefined)
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {WORDS.cancel}
            </Button>
            <OnlineButton loading={isSending} onClick={() => void activate()}>
              {WORDS.activate}
            </OnlineButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
