import { PasswordInput, Text } from '@mantine/core'
import type { UserRecord } from '#contract/masters/user.ts'
import { PASSWORD_MAX, PASSWORD_NOTE, refusePassword } from '#domain/access/password-rule.ts'
import { useSession } from '#src/sync/session/session.ts'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import { PEOPLE_WORDS as WORDS } from './words.ts'

export interface PasswordFieldProps {
  form: MasterFormState
  record: UserRecord | undefined
  disabled: boolean
  isRequired: boolean
}

/** Asked of who is new, and left blank for who keeps theirs. */
export function PasswordField({ form, record, disabled, isRequired }: PasswordFieldProps) {
  const ownId = useSession()?.user_id
  if (record && record.id === ownId)
    return (
      <Text size="xs" c="dimmed" mt="sm">
        {WORDS.ownPassword}
      </Text>
    )
  const isNew = record?.has_password !== 1
  const typed = (form.values.password as string | undefined) ?? ''
  const weak = typed === '' ? undefined : refusePassword(typed)
  const error = form.errors.password ?? (weak && `${WORDS.passwordNew} ${weak}.`)
  return (
    <div data-field="password" data-wrong={form.errors.password !== undefined || undefined}>
      <PasswordInput
        label={WORDS.passwordNew}
        description={isNew ? PASSWORD_NOTE : `${PASSWORD_NOTE} ${WORDS.keptPassword}`}
        withAsterisk={isNew && isRequired}
        value={typed}
        maxLength={PASSWORD_MAX}
        autoComplete="new-password"
        disabled={disabled}
        error={error}
        onChange={(event) => {
          const text = event.currentTarget.value
          form.setValue('password', text === '' ? undefined : text)
        }}
      />
    </div>
  )
}
