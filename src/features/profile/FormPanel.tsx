import { Paper, Text, Title } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import fields from '#src/ui/master/master.module.css'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { useOnlineOnly } from '#src/ui/master/use-online-only.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { useRefusal } from '#src/ui/refusal/use-refusal.ts'
import classes from './profile.module.css'
import { PROFILE_WORDS as WORDS } from './words.ts'

export interface FormPanelProps {
  title: string
  hint?: string
  saveLabel?: string
  failure: string | undefined
  isSaving: boolean
  /** Why there is nothing to save now. */
  refusal?: string | undefined
  /** Resolves after the fields and `failure` show the problems. */
  onSave: () => Promise<void>
  children: ReactNode
}

/**
 * A form on a panel with a save button; Enter also saves. A refusal is shown at the button; the focus moves
 * to the first invalid field.
 */
export function FormPanel(props: FormPanelProps) {
  const { title, hint, saveLabel = WORDS.save, failure, isSaving, refusal, onSave, children } = props
  const { disabled: isOffline } = useOnlineOnly()
  const [box, showRefusal] = useRefusal<HTMLFormElement>()
  const save = async () => {
    await onSave()
    showRefusal()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isOffline && refusal === undefined) void save()
  }
  return (
    <Paper
      component="form"
      ref={box}
      aria-label={title}
      className={classes.panel}
      p="md"
      onSubmit={submit}
      noValidate
    >
      <Title order={2} size="h4">
        {title}
      </Title>
      {hint !== undefined && (
        <Text c="dimmed" size="sm">
          {hint}
        </Text>
      )}
      <div className={fields.fields}>{children}</div>
      <div className={classes.footer}>
        {failure !== undefined && (
          <div className={classes.refused}>
            <ErrorNote title={WORDS.notSaved} message={failure} kept={WORDS.kept} />
          </div>
        )}
        <OnlineButton loading={isSaving} refusal={refusal} onClick={() => void save()}>
          {saveLabel}
        </OnlineButton>
      </div>
      {/* Enter submits a form with several fields only if it has a submit button. */}
      <button type="submit" hidden tabIndex={-1} aria-hidden />
    </Paper>
  )
}
