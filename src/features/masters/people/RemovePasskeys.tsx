import { Text } from '@mantine/core'
import { othersPasskeyCalls } from '#contract/calls/passkeys.ts'
import type { UserRecord } from '#contract/masters/user.ts'
import { isClientAdmin } from '#domain/access/rules.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useSession } from '#src/sync/session/session.ts'
import { confirmAct } from '#src/ui/dialog/confirm-act.tsx'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { PEOPLE_WORDS as WORDS } from './words.ts'

/** Removes the passkeys of a person who lost them; for administrators. */
export function RemovePasskeys({ record }: { record: UserRecord }) {
  const session = useSession()
  if (!session || !isClientAdmin(session) || record.id === session.user_id || record.username === '')
    return null
  const remove = () =>
    confirmAct({
      title: WORDS.passkeysTitle,
      message: WORDS.passkeysQuestion(record.name),
      confirmLabel: WORDS.removePasskeys,
      danger: true,
      act: async () => notifyDone((await callApi(othersPasskeyCalls.removeAll, { id: record.id })).message),
    })
  return (
    <div>
      <Text size="sm" fw={500} mb={4} mt="sm">
        {WORDS.passkeys}
      </Text>
      <OnlineButton variant="default" onClick={() => void remove()}>
        {WORDS.removePasskeys}
      </OnlineButton>
      <Text size="xs" c="dimmed" mt={4}>
        {WORDS.passkeysHint}
      </Text>
    </div>
  )
}
