import { Alert, Stack, Switch, Text, Title } from '@mantine/core'
import { isMutable, NOTIFICATION_KINDS } from '#domain/notification/kinds.ts'
import { kindLabel } from '#domain/notification/plain-words.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useMuted } from '#src/sync/notifications/use-muted.ts'
import { usePush } from '#src/sync/notifications/use-push.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { NOTIFICATION_WORDS as WORDS } from './words.ts'

/** Which kinds of notification the person gets, and whether this device shows them while Readroom is closed. */
export function NotificationSettings() {
  const { online } = useLink()
  return (
    <Stack gap="lg">
      {!online && <Alert color="orange">{WORDS.settingsOffline}</Alert>}
      <Kinds isOnline={online} />
      <PushSection isOnline={online} />
    </Stack>
  )
}

function Kinds({ isOnline }: { isOnline: boolean }) {
  const muted = useMuted(isOnline)
  const isOff = !isOnline || muted.kinds === undefined || muted.isBusy
  return (
    <Stack gap="sm" component="section" aria-label={WORDS.kindsTitle}>
      <Title order={3} size="h5">
        {WORDS.kindsTitle}
      </Title>
      <Text c="dimmed" size="sm">
        {WORDS.kindsHint}
      </Text>
      {muted.error && isOnline && <ErrorNote title={WORDS.settingsFailed} message={muted.error.message} />}
      {NOTIFICATION_KINDS.map((kind) =>
        isMutable(kind) ? (
          <Switch
            key={kind}
            label={kindLabel(kind)}
            checked={!(muted.kinds ?? []).includes(kind)}
            disabled={isOff}
            onChange={({ currentTarget }) => muted.set(kind, !currentTarget.checked)}
          />
        ) : (
          <Switch key={kind} label={`${kindLabel(kind)} (${WORDS.always})`} checked readOnly disabled />
        ),
      )}
    </Stack>
  )
}

function PushSection({ isOnline }: { isOnline: boolean }) {
  const { state, isBusy, error, turn } = usePush()
  const why = state === 'unsupported' ? WORDS.pushUnsupported : state === 'blocked' && WORDS.pushBlocked
  return (
    <Stack gap="sm" component="section" aria-label={WORDS.pushTitle}>
      <Title order={3} size="h5">
        {WORDS.pushTitle}
      </Title>
      <Text c="dimmed" size="sm">
        {WORDS.pushReason}
      </Text>
      {why && <Alert color="orange">{why}</Alert>}
      {error && <ErrorNote title={WORDS.pushFailed} message={error.message} />}
      <Switch
        label={WORDS.pushLabel}
        checked={state === 'on'}
        disabled={!isOnline || isBusy || state === undefined || Boolean(why)}
        onChange={({ currentTarget }) => turn(currentTarget.checked)}
      />
    </Stack>
  )
}
