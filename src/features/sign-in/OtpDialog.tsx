import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import type { PendingOtp } from './use-sign-in.ts'
import { SIGN_IN_WORDS as WORDS } from './words.ts'

const OTP_LENGTH = 6

export interface OtpDialogProps {
  pending: PendingOtp
  isBusy: boolean
  error: string | undefined
  onConfirm: (pending: PendingOtp, code: string) => void
  /** Requests another code; the previous one becomes invalid. */
  onResend: (pending: PendingOtp) => void
  onClose: () => void
}

/** Asks for the six digits that were sent; the field rejects letters and a seventh digit. */
export default function OtpDialog({ pending, isBusy, error, onConfirm, onResend, onClose }: OtpDialogProps) {
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.length === OTP_LENGTH) onConfirm(pending, code)
  }
  return (
    <Dialog opened onClose={onClose} title={WORDS.otpTitle} centered size="sm">
      <form onSubmit={submit}>
        <Stack>
          <Text>{WORDS.otpHint(pending.sentTo)}</Text>
          <TextInput
            label={WORDS.otpCode}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value.replace(/\D/g, '').slice(0, OTP_LENGTH))}
            inputMode="numeric"
            autoComplete="one-time-code"
            data-autofocus
            error={error}
            classNames={{ input: 'tabular' }}
          />
          <Button type="submit" loading={isBusy} disabled={code.length !== OTP_LENGTH}>
            {WORDS.otpSubmit}
          </Button>
          <Button variant="subtle" disabled={isBusy} onClick={() => onResend(pending)}>
            {WORDS.otpResend}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}
