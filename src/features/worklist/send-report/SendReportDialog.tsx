import { Badge, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconFileDownload, IconRefresh, IconSend } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { DispatchRow, OrderStatusRow } from '#contract/calls/integrations.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { ORDER_STATE_TABLE } from '#domain/order/order-progress.ts'
import { isVerified } from '#domain/status/report-status.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { useSentReports } from './use-sent-reports.ts'
import { SEND_REPORT_WORDS as WORDS } from './words.ts'

export interface SendReportDialogProps {
  study: StudyRow
  opened: boolean
  onClose: () => void
}

/** Reports of a study sent by HL7 and XML, why one was refused, and a way to send it (again). */
export function SendReportDialog({ study, opened, onClose }: SendReportDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={WORDS.title} size="lg">
      {opened && <SentReports study={study} />}
    </Dialog>
  )
}

function SentReports({ study }: { study: StudyRow }) {
  const { online } = useLink()
  const sent = useSentReports(study, online)
  const { outside, error } = sent
  const reason = reasonOf(online, outside?.can_send === 1)
  const unsent = outside && sent.hasWay ? unsentOf(study, outside.dispatches) : []
  const sendButtons = unsent.map((reportNo) => (
    <SendButton
      key={reportNo}
      label={study.no_of_reports === 1 ? WORDS.send : WORDS.sendNo(reportNo)}
      reason={reason}
      onSend={() => sent.sendOut(reportNo)}
    />
  ))
  return (
    <Stack>
      <Text fw={600}>{WORDS.about(study.pat_name || WORDS.nameless, study.study_desc)}</Text>
      {error && <ErrorNote message={error.message} onRetry={sent.refresh} />}
      {!outside && !error && <Skeleton h={64} />}
      {outside && outside.dispatches.length === 0 && (
        <NothingSent hasWay={sent.hasWay} action={sendButtons} />
      )}
      {outside && outside.dispatches.length > 0 && (
        <Stack component="ul" gap="xs" aria-label={WORDS.list} p={0} m={0} style={{ listStyle: 'none' }}>
          {outside.dispatches.map((row) => (
            <SentRow key={row.id} row={row} reason={reason} onAgain={() => sent.sendOut(row.report_no)} />
          ))}
        </Stack>
      )}
      {outside && outside.dispatches.length > 0 && sendButtons.length > 0 && <Group>{sendButtons}</Group>}
      <OrderStatuses rows={outside?.order_statuses ?? []} />
      {outside?.has_third_party === 1 && (
        <Group justify="flex-end">
          <ThirdPartyButton reason={online ? undefined : WORDS.offline} onFetch={sent.fetchThirdParty} />
        </Group>
      )}
    </Stack>
  )
}

function reasonOf(isOnline: boolean, canSend: boolean): string | undefined {
  if (!canSend) return WORDS.notPermitted
  return isOnline ? undefined : WORDS.offline
}

/** Returns the numbers of the verified reports that were not sent in any way yet. */
function unsentOf({ status, no_of_reports }: StudyRow, dispatches: readonly DispatchRow[]): number[] {
  // A study is verified with its last report; before that it is unknown here which reports are verified.
  if (!isVerified(status)) return []
  const numbers = Array.from({ length: no_of_reports }, (_, index) => index + 1)
  return numbers.filter((reportNo) => !dispatches.some(({ report_no }) => report_no === reportNo))
}

interface SendButtonProps {
  label: string
  /** Why it cannot be sent now. */
  reason: string | undefined
  onSend: () => Promise<void>
}

function SendButton({ label, reason, onSend }: SendButtonProps) {
  const parts = useAct()
  const [, act] = parts
  return (
    <ActBox parts={parts}>
      <ReasonButton
        reason={reason}
        loading={act.isBusy}
        leftSection={<IconSend size={16} aria-hidden />}
        onClick={() => void act.run(onSend)}
      >
        {label}
      </ReasonButton>
    </ActBox>
  )
}

interface ThirdPartyButtonProps {
  reason: string | undefined
  onFetch: () => Promise<void>
}

function ThirdPartyButton({ reason, onFetch }: ThirdPartyButtonProps) {
  const parts = useAct()
  const [, act] = parts
  return (
    <ActBox parts={parts} align="flex-end">
      <ReasonButton
        variant="default"
        leftSection={<IconFileDownload size={16} aria-hidden />}
        reason={reason}
        loading={act.isBusy}
        onClick={() => void act.run(onFetch)}
      >
        {WORDS.thirdParty}
      </ReasonButton>
    </ActBox>
  )
}

const STATE_COLORS = { Waiting: 'blue', Sent: 'green', Failed: 'red' } as const

interface SentRowProps {
  row: DispatchRow
  /** Why it cannot be sent again now. */
  reason: string | undefined
  onAgain: () => Promise<void>
}

function SentRow({ row, reason, onAgain }: SentRowProps) {
  const parts = useAct()
  const [, act] = parts
  const at = formatDateTime(new Date(row.sent ?? row.created), branchZone())
  return (
    <Group component="li" justify="space-between" wrap="nowrap" align="flex-start">
      <Stack gap={2}>
        <Group gap="xs">
          <Badge variant="light" color={STATE_COLORS[row.state]}>
            {WORDS.states[row.state]}
          </Badge>
          <Text size="sm">
            {WORDS.kinds[row.kind]} · {WORDS.report(row.report_no)} · {WORDS.results[row.result_status]}
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          {row.sent ? WORDS.sentAt(at) : at} · {WORDS.tries(row.attempts)}
        </Text>
        {row.last_error !== '' && <Text size="sm">{row.last_error}</Text>}
        {row.note !== undefined && row.note !== '' && <Text size="sm">{row.note}</Text>}
      </Stack>
      <ActBox parts={parts} align="flex-end" maw={320}>
        <ReasonButton
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={14} aria-hidden />}
          reason={reason}
          loading={act.isBusy}
          onClick={() => void act.run(onAgain)}
        >
          {WORDS.again}
        </ReasonButton>
      </ActBox>
    </Group>
  )
}

/** Statuses sent to the order's sender; a failed one is retried automatically. */
function OrderStatuses({ rows }: { rows: readonly OrderStatusRow[] }) {
  if (rows.length === 0) return null
  return (
    <Stack gap="xs">
      <Text fw={600}>{WORDS.orderStatuses}</Text>
      <Stack
        component="ul"
        gap="xs"
        aria-label={WORDS.orderStatuses}
        p={0}
        m={0}
        style={{ listStyle: 'none' }}
      >
        {rows.map((row) => (
          <Stack component="li" key={row.id} gap={2}>
            <Group gap="xs">
              <Badge variant="light" color={STATE_COLORS[row.state]}>
                {WORDS.states[row.state]}
              </Badge>
              <Text size="sm">
                {ORDER_STATE_TABLE[row.status].label} · {formatDateTime(new Date(row.reached), branchZone())}
              </Text>
            </Group>
            {row.last_error !== '' && <Text size="sm">{row.last_error}</Text>}
          </Stack>
        ))}
      </Stack>
    </Stack>
  )
}

function NothingSent({ hasWay, action }: { hasWay: boolean; action: readonly ReactNode[] }) {
  return (
    <EmptyState
      icon={<IconSend size={32} stroke={1.4} aria-hidden />}
      title={hasWay ? WORDS.nothing : WORDS.noWay}
      hint={hasWay ? WORDS.nothingHint : WORDS.noWayHint}
      action={action.length > 0 && <Group justify="center">{action}</Group>}
    />
  )
}
