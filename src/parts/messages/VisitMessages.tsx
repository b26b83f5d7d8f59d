import { Badge, Stack, Text } from '@mantine/core'
import { messageCalls, type NoticeRow } from '#contract/calls/messages.ts'
import { NOTICE_NAMES } from '#domain/message/notice-events.ts'
import { canSendNotice, NOTICE_STATE_TABLE, noticeReasonWords } from '#domain/message/notice-states.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useNotices } from '#src/sync/messages/use-notices.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { MessageState } from './MessageState.tsx'
import classes from './messages.module.css'
import { MESSAGE_WORDS, NOTICE_WORDS as WORDS } from './words.ts'

/** The notices of a visit with the status of each, and a way to send one again. */
export function VisitMessages({ visitId }: { visitId: string }) {
  const { online } = useLink()
  const { rows, error, refresh } = useNotices(visitId, online)
  return (
    <Stack gap="xs">
      {!online && <Text c="dimmed">{MESSAGE_WORDS.offline}</Text>}
      {error && <ErrorNote title={MESSAGE_WORDS.failed} message={error.message} onRetry={refresh} />}
      {online && !rows && !error && <SkeletonRows />}
      {rows?.length === 0 && <Text c="dimmed">{WORDS.empty}</Text>}
      {rows && rows.length > 0 && (
        <ul className={classes.list} aria-label={WORDS.title}>
          {rows.map((row) => (
            <Notice key={row.id} row={row} isOnline={online} onSent={refresh} />
          ))}
        </ul>
      )}
    </Stack>
  )
}

interface NoticeProps {
  row: NoticeRow
  isOnline: boolean
  onSent: () => void
}

function Notice({ row, isOnline, onSent }: NoticeProps) {
  const [box, act] = useAct()
  const { channel, event, message } = row
  const name = `${NOTICE_NAMES[event]} · ${MESSAGE_WORDS.channels[channel]}`
  const send = async () => {
    await act.run(async () => {
      const answer = await callApi(messageCalls.sendNotice, { id: row.id })
      notifyDone(answer.message)
    })
    onSent()
  }
  return (
    <li className={classes.item}>
      <div className={classes.about}>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {[momentOf(row), message?.sent_to].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Fate row={row} />
      {canSendNotice(message?.state) && (
        <ReasonButton
          size="compact-sm"
          variant="default"
          loading={act.isBusy}
          reason={isOnline ? undefined : MESSAGE_WORDS.offline}
          aria-label={WORDS.sendOf(message ? MESSAGE_WORDS.resend : WORDS.sendNow, name)}
          onClick={() => void send()}
        >
          {message ? MESSAGE_WORDS.resend : WORDS.sendNow}
        </ReasonButton>
      )}
      {act.problem && (
        <div ref={box} className={classes.refusal}>
          <RefusalNote act={act} />
        </div>
      )}
    </li>
  )
}

const textOf = (moment: string) => formatDateTime(new Date(moment), branchZone())

function momentOf({ state, due, created, message }: NoticeRow): string {
  if (message?.read_on) return WORDS.readOn(textOf(message.read_on))
  if (message?.delivered) return WORDS.deliveredOn(textOf(message.delivered))
  if (message) return message.sent ? WORDS.sentOn(textOf(message.sent)) : textOf(message.created)
  return state === 'Planned' || state === 'Quiet' ? WORDS.leavesOn(textOf(due)) : textOf(created)
}

function Fate({ row: { state, reason, detail, message } }: { row: NoticeRow }) {
  if (state === 'Handed_Over') return message && <MessageState row={message} />
  const { label, colour } = NOTICE_STATE_TABLE[state]
  return (
    <div>
      <Badge radius="sm" tt="none" variant="light" color={colour}>
        {label}
      </Badge>
      {reason !== '' && (
        <Text size="sm" c="dimmed">
          {noticeReasonWords(reason, detail)}
        </Text>
      )}
    </div>
  )
}
