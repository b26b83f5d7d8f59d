import { ActionIcon, CopyButton, Table, Text, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { BranchMonth, MonthLock } from '#contract/calls/month-lock.ts'
import { formatMoney } from '#domain/money/currency.ts'
import { formatDateTime, formatMonthText } from '#domain/time/formats.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import classes from './reconcile.module.css'
import { RECONCILE_WORDS } from './words.ts'

const WORDS = RECONCILE_WORDS.months
/** The number of checksum digits shown in a row. */
const SHOWN = 12

export interface MonthRowProps {
  month: BranchMonth
  zone: string
  /** The month in progress. */
  busy: string | undefined
  onLock: () => void
  onUnlock: () => void
  onCheck: () => void
}

/** One month: its state, its figures when it was locked, and its earlier versions. */
export function MonthRow({ month, zone, ...acts }: MonthRowProps) {
  const format = useMoneyFormat()
  const lock = month.is_locked === 1 ? month.locks[0] : undefined
  const money = (amount: number | undefined) => (amount === undefined ? '' : formatMoney(amount, format))
  const totals = lock?.totals
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={600}>{formatMonthText(month.month)}</Text>
      </Table.Td>
      <Table.Td data-label={WORDS.state}>
        {lock ? (
          <>
            <TintBadge colour="green">{WORDS.locked(lock.version)}</TintBadge>
            <Text size="xs" c="dimmed">
              {WORDS.by(lock.locked_by, formatDateTime(new Date(lock.locked_on), zone))}
            </Text>
          </>
        ) : (
          <TintBadge colour="gray">{WORDS.open}</TintBadge>
        )}
        {month.locks.slice(lock ? 1 : 0).map((one) => (
          <Ended key={one.id} lock={one} zone={zone} />
        ))}
      </Table.Td>
      <Table.Td ta="end" data-label={WORDS.received}>
        {money(totals?.received)}
      </Table.Td>
      <Table.Td ta="end" data-label={WORDS.refunded}>
        {money(totals?.refunded)}
      </Table.Td>
      <Table.Td ta="end" data-label={WORDS.net}>
        {money(totals?.net)}
      </Table.Td>
      <Table.Td ta="end" data-label={WORDS.invoiced}>
        {money(totals?.invoices.net_charges)}
      </Table.Td>
      <Table.Td ta="end" data-label={WORDS.movements}>
        {lock?.rows}
      </Table.Td>
      <Table.Td data-label={WORDS.checksum}>{lock && <Checksum text={lock.sha256} />}</Table.Td>
      <Table.Td>
        <Acts month={month} {...acts} />
      </Table.Td>
    </Table.Tr>
  )
}

function Ended({ lock, zone }: { lock: MonthLock; zone: string }) {
  const when = (at: string | null) => (at === null ? '' : formatDateTime(new Date(at), zone))
  return (
    <Text size="xs" c="dimmed">
      {WORDS.was(
        lock.version,
        WORDS.by(lock.locked_by, when(lock.locked_on)),
        WORDS.by(lock.unlocked_by, when(lock.unlocked_on)),
      )}{' '}
      {lock.unlock_reason}
    </Text>
  )
}

function Checksum({ text }: { text: string }) {
  return (
    <span className={classes.sum}>
      <span title={text}>{text.slice(0, SHOWN)}</span>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? WORDS.copied : WORDS.copy}>
            <ActionIcon variant="subtle" color="gray" aria-label={WORDS.copy} onClick={copy}>
              {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
  )
}

function Acts({ month, busy, onLock, onUnlock, onCheck }: Omit<MonthRowProps, 'zone'>) {
  const { online } = useLink()
  const mayLock = useSession()?.modules.includes('lock_month') ?? false
  const name = formatMonthText(month.month)
  const offline = online ? undefined : RECONCILE_WORDS.offline
  const right = mayLock ? offline : WORDS.noRight
  const common = { size: 'compact-sm', variant: 'default', loading: busy === month.month } as const
  if (month.is_locked === 0)
    return (
      <div className={classes.acts}>
        <ReasonButton
          {...common}
          aria-label={WORDS.lockOf(name)}
          reason={month.refusal === '' ? right : month.refusal}
          onClick={onLock}
        >
          {WORDS.lock}
        </ReasonButton>
      </div>
    )
  return (
    <div className={classes.acts}>
      <ReasonButton {...common} aria-label={WORDS.checkOf(name)} reason={offline} onClick={onCheck}>
        {WORDS.check}
      </ReasonButton>
      <ReasonButton {...common} aria-label={WORDS.unlockOf(name)} reason={right} onClick={onUnlock}>
        {WORDS.unlock}
      </ReasonButton>
    </div>
  )
}
