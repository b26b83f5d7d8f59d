import { Anchor, Text } from '@mantine/core'
import type { PayoutClose, ReaderPayout } from '#contract/calls/payout.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import type { SalesColumn } from '#src/parts/sales/SalesTable.tsx'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { PAYOUT_WORDS as WORDS } from './words.ts'

/** Returns the valid closing; undefined while the month is open. */
export const closedOf = ({ closes }: ReaderPayout): PayoutClose | undefined =>
  closes.find(({ reopened_on }) => reopened_on === null)

/** Returns the sums of the month: those of the closing, else the current ones. */
export const sumsOf = (payout: ReaderPayout) => closedOf(payout) ?? payout

export interface PayoutActs {
  money: (amount: number) => string
  /** Undefined for a reader, who cannot change anything. */
  manage:
    | {
        busy: string | undefined
        isOnline: boolean
        onRate: (payout: ReaderPayout) => void
        onClose: (payout: ReaderPayout) => void
        onReopen: (payout: ReaderPayout) => void
      }
    | undefined
  onOpen: (payout: ReaderPayout) => void
}

/** Returns the columns of the statement. */
export function columnsOf({ money, manage, onOpen }: PayoutActs): SalesColumn<ReaderPayout>[] {
  return [
    { id: 'reader', header: WORDS.reader, cell: (row) => <Name row={row} onOpen={onOpen} />, isWords: true },
    { id: 'exams', header: WORDS.exams, cell: (row) => sumsOf(row).exams, isNumber: true },
    { id: 'verified', header: WORDS.verified, cell: (row) => row.verified, isNumber: true },
    { id: 'points', header: WORDS.points, cell: (row) => <Points row={row} />, isNumber: true },
    { id: 'rate', header: WORDS.rate, cell: (row) => money(sumsOf(row).rate), isNumber: true },
    { id: 'amount', header: WORDS.amount, cell: (row) => money(sumsOf(row).amount), isNumber: true },
    { id: 'state', header: WORDS.state, cell: (row) => <State row={row} money={money} />, isWords: true },
    ...(manage
      ? [{ id: 'acts', header: WORDS.acts, cell: (row: ReaderPayout) => <Acts row={row} {...manage} /> }]
      : []),
  ]
}

const Name = ({ row, onOpen }: { row: ReaderPayout; onOpen: PayoutActs['onOpen'] }) => (
  <Anchor component="button" type="button" onClick={() => onOpen(row)}>
    {row.name}
  </Anchor>
)

const Points = ({ row }: { row: ReaderPayout }) => (
  <>
    {sumsOf(row).points}
    {row.without_points > 0 && (
      <Text size="xs" c="dimmed">
        {WORDS.withoutPoints(row.without_points)}
      </Text>
    )}
  </>
)

function State({ row, money }: { row: ReaderPayout; money: PayoutActs['money'] }) {
  const closed = closedOf(row)
  const when = (at: string | null) => (at === null ? '' : formatDateTime(new Date(at), branchZone()))
  return (
    <>
      <TintBadge colour={closed ? 'green' : 'gray'}>
        {closed ? WORDS.closed(closed.version) : WORDS.open}
      </TintBadge>
      {closed && (
        <Text size="xs" c="dimmed">
          {WORDS.by(closed.closed_by, when(closed.closed_on))}
        </Text>
      )}
      {row.is_same === 0 && <Text size="xs">{WORDS.changed(money(row.amount))}</Text>}
      {row.closes
        .filter(({ reopened_on }) => reopened_on !== null)
        .map((one) => (
          <Text key={one.id} size="xs" c="dimmed">
            {WORDS.was(one.version, WORDS.by(one.reopened_by, when(one.reopened_on)))} {one.reopen_reason}
          </Text>
        ))}
    </>
  )
}

function Acts({
  row,
  busy,
  isOnline,
  onRate,
  onClose,
  onReopen,
}: { row: ReaderPayout } & NonNullable<PayoutActs['manage']>) {
  const offline = isOnline ? undefined : WORDS.offline
  const common = { size: 'compact-sm', variant: 'default' } as const
  return (
    <span style={{ display: 'inline-flex', gap: 8 }}>
      <ReasonButton
        {...common}
        aria-label={WORDS.setRateOf(row.name)}
        reason={offline}
        onClick={() => onRate(row)}
      >
        {WORDS.setRate}
      </ReasonButton>
      {closedOf(row) ? (
        <ReasonButton
          {...common}
          aria-label={WORDS.reopenOf(row.name)}
          reason={offline}
          onClick={() => onReopen(row)}
        >
          {WORDS.reopen}
        </ReasonButton>
      ) : (
        <ReasonButton
          {...common}
          aria-label={WORDS.closeOf(row.name)}
          loading={busy === row.doctor_id}
          reason={row.refusal === '' ? offline : row.refusal}
          onClick={() => onClose(row)}
        >
          {WORDS.close}
        </ReasonButton>
      )}
    </span>
  )
}
