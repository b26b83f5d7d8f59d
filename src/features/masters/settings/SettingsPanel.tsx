import { Alert, Stack, Text, Title } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import type { Fields } from '#contract/masters/engine/field.ts'
import type { SettingsForm } from '#src/parts/settings-form/use-settings-form.ts'
import { isAppKey } from '#src/ui/keys/app-keys.ts'
import { useHeardKeys } from '#src/ui/keys/heard-keys.ts'
import { FieldWidget } from '#src/ui/master/fields/FieldWidget.tsx'
import { humanName } from '#src/ui/master/form-values.ts'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { useRefusal } from '#src/ui/refusal/use-refusal.ts'
import classes from './settings.module.css'
import { SETTINGS_WORDS as WORDS } from './words.ts'

export interface SettingsPanelProps {
  form: SettingsForm
  /** Why there is nothing to show. */
  error?: Error | undefined
  onRetry?: () => void
  labels?: Fields
  children: ReactNode
}

/**
 * A part of the settings with a save button: placeholder, refusal, and the changes that another person made
 * in the meantime.
 */
export function SettingsPanel({ form, error, onRetry, labels = {}, children }: SettingsPanelProps) {
  const [box, showRefusal] = useRefusal()
  useHeardKeys(form.base ? ['save'] : [])
  if (!form.base)
    return error ? (
      <ErrorNote title={WORDS.notLoaded} message={error.message} onRetry={onRetry} />
    ) : (
      <SkeletonRows />
    )
  const save = async () => {
    await form.save()
    showRefusal()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isAppKey('save', event)) return
    // The browser's default would save the page as a file.
    event.preventDefault()
    void save()
  }
  const labelOf = (name: string) => labels[name]?.label ?? humanName(name)
  return (
    <div ref={box} className={classes.panel} role="presentation" onKeyDown={onKeyDown}>
      {form.theirs.length > 0 && (
        <Alert color="orange" variant="light" title={form.failure} role="alert">
          {WORDS.theyChanged(form.theirs.map(labelOf).join(', '))}
        </Alert>
      )}
      {children}
      <div className={classes.foot}>
        {form.failure !== undefined && form.theirs.length === 0 && (
          <div className={classes.refused}>
            <ErrorNote title={WORDS.notSaved} message={form.failure} kept={WORDS.kept} />
          </div>
        )}
        <Text c="dimmed" size="sm">
          {form.isDirty ? WORDS.unsaved : ''}
        </Text>
        <OnlineButton
          loading={form.isSaving}
          refusal={form.isDirty ? undefined : WORDS.nothingChanged}
          onClick={() => void save()}
        >
          {WORDS.save}
        </OnlineButton>
      </div>
    </div>
  )
}

export interface SettingsSectionProps {
  title: string
  hint?: string
  form: SettingsForm
  fields?: Fields
  children?: ReactNode
}

/** A group of fields with a heading. */
export function SettingsSection({ title, hint, form, fields = {}, children }: SettingsSectionProps) {
  const names = Object.keys(fields)
  return (
    <section className={classes.section}>
      <Stack gap={2}>
        <Title order={3} size="h5">
          {title}
        </Title>
        {hint !== undefined && (
          <Text c="dimmed" size="sm">
            {hint}
          </Text>
        )}
      </Stack>
      {names.length > 0 && (
        <div className={classes.fields}>
          {names.map((name) => (
            <SettingsField key={name} name={name} fields={fields} form={form} />
          ))}
        </div>
      )}
      {children}
    </section>
  )
}

interface SettingsFieldProps {
  name: string
  fields: Fields
  form: SettingsForm
}

function SettingsField({ name, fields, form }: SettingsFieldProps) {
  const field = fields[name]
  if (!field) return null
  const isWide = field.kind === 'text' && (field.lines ?? 1) > 1
  const rule = form.errors[name]
  return (
    <div className={isWide ? classes.wide : undefined}>
      <FieldWidget
        // Remounts a secret field after a save, so that it is shown as set and not as typed.
        key={field.kind === 'secret' ? String(form.base?.rev) : undefined}
        field={field}
        name={name}
        value={form.values[name]}
        onChange={(value) => form.setValue(name, value)}
        error={rule === undefined ? undefined : WORDS.rule(field.label, rule)}
        isSet={form.base?.[`has_${name}`] === 1}
      />
    </div>
  )
}
