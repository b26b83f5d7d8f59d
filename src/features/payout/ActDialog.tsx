import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import type { Act } from './use-act.ts'
import { PAYOUT_WORDS as WORDS } from './words.ts'

export interface ActDialogProps {
  title: string
  text: string
  confirmLabel: string
  act: Act
  onClose: () => void
  /** The field, which shows the refusal. */
  children: ReactNode
}

/** A dialog with one field and one action; shows a refusal inside. */
export function ActDialog({ title, text, confirmLabel, act, onClose, children }: ActDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={title} centered>
      <form onSubmit={act.submit} noValidate>
        <Stack gap="md">
          <Text>{text}</Text>
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {WORDS.cancel}
            </Button>
            <Button type="submit" loading={act.isBusy}>
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
