import { Text } from '@mantine/core'
import type { UserRecord } from '#contract/masters/user.ts'
import { makePasswordLink } from '#src/parts/password-link/make-password-link.tsx'
import { PASSWORD_LINK_WORDS } from '#src/parts/password-link/words.ts'
import { useSession } from '#src/sync/session/session.ts'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { PEOPLE_WORDS as WORDS } from './words.ts'

export interface PasswordLinkFieldProps {
  record: UserRecord | undefined
  disabled: boolean
}

/** Replaces a password field: nobody types another person's password; the person gets a link to set it. */
export function PasswordLinkField({ record, disabled }: PasswordLinkFieldProps) {
  const ownId = useSession()?.user_id
  const parts = useAct()
  const [, act] = parts
  const hint =
    record === undefined ? WORDS.linkAfterSave : record.id === ownId ? WORDS.ownPassword : undefined
  if (hint !== undefined || disabled)
    return (
      <Text size="xs" c="dimmed" mt="sm">
        {hint}
      </Text>
    )
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {WORDS.password}
      </Text>
      <ActBox parts={parts} title={PASSWORD_LINK_WORDS.linkFailed}>
        <OnlineButton
          variant="default"
          loading={act.isBusy}
          refusal={record?.username === '' ? WORDS.noUserName : undefined}
          onClick={() => record && void act.run(() => makePasswordLink(record))}
        >
          {WORDS.makeLink}
        </OnlineButton>
      </ActBox>
      <Text size="xs" c="dimmed" mt={4}>
        {WORDS.linkHint}
      </Text>
    </div>
  )
}
