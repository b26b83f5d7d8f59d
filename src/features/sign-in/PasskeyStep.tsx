import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { RecoveryCodes } from '#src/parts/recovery-codes/RecoveryCodes.tsx'
import { RECOVERY_WORDS } from '#src/parts/recovery-codes/words.ts'
import { firstDeviceName } from '#src/sync/session/first-device-name.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { PASSKEY_WORDS as WORDS } from './passkey-words.ts'
import { type StepState, usePasskeyStep } from './use-passkey-step.ts'
import type { PendingOtp, PendingPasskey } from './use-sign-in.ts'

export interface PasskeyStepProps {
  pending: PendingPasskey
  onOtp: (pending: PendingOtp) => void
  onClose: () => void
}

const TITLES = {
  ask: WORDS.title,
  first: WORDS.firstTitle,
  codes: RECOVERY_WORDS.title,
  password: WORDS.passwordTitle,
} as const satisfies Record<StepState['kind'], string>

/** Asks for a passkey instead of the password or after it; registers the first one if the client requires it. */
export default function PasskeyStep({ pending, onOtp, onClose }: PasskeyStepProps) {
  const step = usePasskeyStep(pending, onOtp)
  const { state, error, isBusy } = step
  const close = () => {
    step.leave()
    onClose()
  }
  return (
    <Dialog
      opened
      onClose={close}
      title={TITLES[state.kind]}
      centered
      size="sm"
      closeOnClickOutside={false}
      closeOnEscape={state.kind !== 'codes'}
      withCloseButton={state.kind !== 'codes'}
    >
      <Stack>
        {error !== undefined && (
          <Alert color="red" role="alert">
            {error}
          </Alert>
        )}
        {state.kind === 'ask' && <Ask step={step} answer={pending.answer} />}
        {state.kind === 'first' && <First isBusy={isBusy} onRegister={(name) => void step.register(name)} />}
        {state.kind === 'codes' && <RecoveryCodes codes={state.codes} name={state.name} onDone={state.go} />}
        {state.kind === 'password' && <OwnPassword isBusy={isBusy} onEnter={state.go} />}
      </Stack>
    </Dialog>
  )
}

interface AskProps {
  step: ReturnType<typeof usePasskeyStep>
  answer: PendingPasskey['answer']
}

function Ask({ step: { isBusy, canAsk, ask, recover, codeInstead }, answer }: AskProps) {
  const [isByCode, setByCode] = useState(!canAsk)
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '') void recover(code)
  }
  // Only a sign-in that started with the password can continue with a code.
  const hasCodes = answer !== undefined
  if (isByCode && hasCodes)
    return (
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={WORDS.code}
            description={WORDS.codeHint}
            value={code}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          <Button type="submit" loading={isBusy}>
            {WORDS.signIn}
          </Button>
          {canAsk && (
            <Button variant="subtle" disabled={isBusy} onClick={() => setByCode(false)}>
              {WORDS.byPasskey}
            </Button>
          )}
        </Stack>
      </form>
    )
  return (
    <>
      <Text size="sm">{WORDS.ask}</Text>
      <Button
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={isBusy}
        onClick={() => void ask()}
        data-autofocus
      >
        {WORDS.again}
      </Button>
      {hasCodes && (
        <Button variant="subtle" onClick={() => setByCode(true)}>
          {WORDS.byCode}
        </Button>
      )}
      {answer?.code_instead === 1 && (
        <Button variant="subtle" disabled={isBusy} onClick={() => void codeInstead()}>
          {WORDS.sendCode}
        </Button>
      )}
    </>
  )
}

function First({ isBusy, onRegister }: { isBusy: boolean; onRegister: (name: string) => void }) {
  const [name, setName] = useState(() => firstDeviceName(navigator.userAgent))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') onRegister(name.trim())
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{WORDS.first}</Text>
        <TextInput
          label={WORDS.name}
          description={WORDS.nameHint}
          value={name}
          maxLength={60}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          required
          withAsterisk={false}
          data-autofocus
        />
        <Button type="submit" loading={isBusy} leftSection={<IconFingerprint size={18} aria-hidden />}>
          {WORDS.register}
        </Button>
      </Stack>
    </form>
  )
}

function OwnPassword({ isBusy, onEnter }: { isBusy: boolean; onEnter: (password: string) => void }) {
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') onEnter(password)
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{WORDS.passwordNeeded}</Text>
        <PasswordInput
          label={WORDS.password}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          autoComplete="current-password"
          data-autofocus
        />
        <Button type="submit" loading={isBusy}>
          {WORDS.signIn}
        </Button>
      </Stack>
    </form>
  )
}
