import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import classes from './sheet.module.css'

export interface SheetFootProps {
  /** The alert's text for a refusal. */
  said: string | undefined
  /** The labels of the two buttons, and the reason why nothing can be saved offline. */
  words: { readonly cancel: string; readonly submit: string; readonly offline: string }
  isOnline: boolean
  isBusy: boolean
  onCancel: () => void
  /** Fields above the alert. */
  children?: ReactNode
}

/** The end of a sheet's form, always visible below a long list. */
export function SheetFoot({ said, words, isOnline, isBusy, onCancel, children }: SheetFootProps) {
  return (
    <Stack gap="xs" className={classes.foot}>
      {children}
      {said !== undefined && <ErrorNote message={said} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {words.cancel}
        </Button>
        <ReasonButton type="submit" loading={isBusy} reason={isOnline ? undefined : words.offline}>
          {words.submit}
        </ReasonButton>
      </Group>
    </Stack>
  )
}
