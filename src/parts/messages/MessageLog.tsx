import { ActionIcon, Button, Group, Stack, Text, Title, Tooltip } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { type MessageRow, messageCalls } from '#contract/calls/messages.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useMessages } from '#src/sync/messages/use-messages.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { MessageState } from './MessageState.tsx'
import classes from './messages.module.css'
import { MESSAGE_WORDS as WORDS } from './words.ts'

export interface MessageLogProps {
  studyId: string
}

/** Messages sent about a study, the status of each, and a way to send it again. */
export function MessageLog({ studyId }: MessageLogProps) {
  const { online } = useLink()
  const { rows, error, refresh } = useMessages(studyId, online)
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={3} size="h5">
          {WORDS.title}
        </Title>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={WORDS.refresh}
          disabled={!online}
          onClick={refresh}
        >
          <IconRefresh size={16} aria-hidden />
        </ActionIcon>
      </Group>
      {!online && <Text c="dimmed">{WORDS.offline}</Text>}
      {error && <ErrorNote title={WORDS.failed} message={error.message} onRetry={refresh} />}
      {online && !rows && !error && <SkeletonRows />}
      {rows?.length === 0 && <Text c="dimmed">{WORDS.empty}</Text>}
      {rows && rows.length > 0 && (
        <ul className={classes.list} aria-label={WORDS.title}>
          {rows.map((row) => (
            <LoggedMessage key={row.id} row={row} isOnline={online} onResent={refresh} />
          ))}
        </ul>
      )}
    </Stack>
  )
}

interface LoggedMessageProps {
  row: MessageRow
  isOnline: boolean
  onResent: () => void
}

function LoggedMessage({ row, isOnline, onResent }: LoggedMessageProps) {
  const [box, act] = useAct()
  const resend = async () => {
    await act.run(async () => {
      const { message } = await callApi(messageCalls.resend, { id: row.id })
      notifyDone(message)
    })
    onResent()
  }
  return (
    <li className={classes.item}>
      <div className={classes.about}>
        <Text fw={600}>{`${WORDS.channels[row.channel]} · ${row.sent_to}`}</Text>
        <Text size="sm" c="dimmed">
          {[
            WORDS.purposes[row.purpose],
            formatDateTime(new Date(row.created), branchZone()),
            row.created_by && WORDS.by(row.created_by),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <MessageState row={row} />
      {row.state !== 'Waiting' && (
        <Tooltip label={WORDS.offline} disabled={isOnline}>
          <Button
            size="compact-sm"
            variant="default"
            loading={act.isBusy}
            data-disabled={!isOnline || undefined}
            aria-disabled={!isOnline}
            aria-label={WORDS.resendOf(row.sent_to)}
            onClick={() => isOnline && void resend()}
          >
            {WORDS.resend}
          </Button>
        </Tooltip>
      )}
      {act.problem && (
        <div ref={box} className={classes.refusal}>
          <RefusalNote act={act} />
        </div>
      )}
    </li>
  )
}
