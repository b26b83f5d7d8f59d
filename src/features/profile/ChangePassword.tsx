import { PasswordInput, Text } from '@mantine/core'
import { useState } from 'react'
import { PASSWORD_MAX, PASSWORD_NOTE, refusePassword } from '#domain/access/password-rule.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import { changePassword, type PasswordChange } from '#src/sync/session/change-password.ts'
import { WrongPasswordError } from '#src/sync/session/vault/vault-errors.ts'
import fields from '#src/ui/master/master.module.css'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { FormPanel } from './FormPanel.tsx'
import classes from './profile.module.css'
import { PROFILE_WORDS, PASSWORD_WORDS as WORDS } from './words.ts'

const BLANK: PasswordChange = { current_password: '', new_password: '', confirm_password: '' }
const LABELS = {
  current_password: WORDS.current,
  new_password: WORDS.next,
  confirm_password: WORDS.confirm,
} as const

type Errors = Partial<Record<keyof PasswordChange, string | undefined>>

/** Change Password (docs/screens.md#the-shell): this session continues, all other sessions of the person end. */
export default function ChangePassword() {
  const [typed, setTyped] = useState(BLANK)
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string>()
  const [isSaving, setSaving] = useState(false)

  const change = async () => {
    const broken = brokenRules(typed)
    setErrors(broken)
    setFailure(undefined)
    if (Object.keys(broken).length > 0 || isSaving) return
    setSaving(true)
    try {
      notifyDone(await changePassword(typed))
      setTyped(BLANK)
    } catch (problem) {
      setErrors(rulesOf(problem))
      if (!(problem instanceof WrongPasswordError)) setFailure(messageOf(problem))
    } finally {
      setSaving(false)
    }
  }
  const field = (name: keyof PasswordChange, autoComplete: string, description?: string) => (
    <PasswordInput
      className={fields.wide}
      label={LABELS[name]}
      description={description}
      withAsterisk
      maxLength={PASSWORD_MAX}
      autoComplete={autoComplete}
      value={typed[name]}
      error={errors[name]}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped((before) => ({ ...before, [name]: text }))
        setErrors((before) => ({ ...before, [name]: undefined }))
      }}
    />
  )
  return (
    <div className={classes.narrow}>
      <PageHeader title={WORDS.title} subtitle={WORDS.subtitle} />
      <FormPanel
        title={WORDS.title}
        saveLabel={WORDS.change}
        failure={failure}
        isSaving={isSaving}
        onSave={change}
      >
        {field('current_password', 'current-password')}
        {field('new_password', 'new-password', PASSWORD_NOTE)}
        {field('confirm_password', 'new-password')}
        <Text size="sm" c="dimmed" className={fields.wide}>
          {WORDS.others} {WORDS.elsewhere}
        </Text>
      </FormPanel>
    </div>
  )
}

function brokenRules(typed: PasswordChange): Errors {
  const broken: Errors = {}
  for (const [name, label] of Object.entries(LABELS) as [keyof PasswordChange, string][])
    if (typed[name] === '') broken[name] = PROFILE_WORDS.required(label)
  const weak = refusePassword(typed.new_password)
  if (weak) broken.new_password ??= PROFILE_WORDS.rule(WORDS.next, weak)
  if (typed.confirm_password !== typed.new_password) broken.confirm_password ??= WORDS.differs
  return broken
}

function rulesOf(problem: unknown): Errors {
  if (problem instanceof WrongPasswordError) return { current_password: WORDS.wrong }
  const rules = problem instanceof ApiError ? (problem.fields ?? {}) : {}
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      name,
      PROFILE_WORDS.rule(LABELS[name as keyof PasswordChange] ?? name, rule),
    ]),
  )
}

const messageOf = (problem: unknown) => (problem instanceof Error ? problem.message : String(problem))
