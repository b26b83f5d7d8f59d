import { Alert } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { payoutCalls, type ReaderPayout } from '#contract/calls/payout.ts'
import { isMonth, monthOf } from '#domain/money/month-lock.ts'
import { PrintedPapersButton } from '#src/parts/printed-papers/PrintedPapersButton.tsx'
import { useMoney } from '#src/parts/sales/cells.tsx'
import { SalesTable } from '#src/parts/sales/SalesTable.tsx'
import { useSalesCall } from '#src/parts/sales/use-sales-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { MonthInput } from '#src/ui/dates/MonthInput.tsx'
import { RefreshButton } from '#src/ui/list/RefreshButton.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { useToday } from '#src/ui/time/use-today.ts'
import { columnsOf, sumsOf } from './columns.tsx'
import { LinesTable } from './LinesTable.tsx'
import { RateDialog } from './RateDialog.tsx'
import { ReopenDialog } from './ReopenDialog.tsx'
import { usePayoutActs } from './use-payout-acts.ts'
import { PAYOUT_WORDS as WORDS } from './words.ts'

/** Points and pay-out of a month: for managers of every reader, for a reader of their own studies. */
export default function Payout() {
  const session = useSession()
  const { online } = useLink()
  const today = useToday(branchZone())
  const [params, setParams] = useSearchParams()
  const [asked, setAsked] = useState(0)
  const [opened, setOpened] = useState<string>()
  const [dialog, setDialog] = useState<{ kind: 'rate' | 'reopen'; payout: ReaderPayout }>()
  const given = params.get('month') ?? ''
  const month = isMonth(given) ? given : monthOf(today)
  const manages = session?.modules.includes('reader_payout') ?? false
  const { answer, error, isStale, refresh } = useSalesCall(payoutCalls.statement, { month }, online, asked)
  const acts = usePayoutActs(month, () => setAsked((n) => n + 1))
  const money = useMoney()
  const readers = isStale ? undefined : answer?.result.readers
  const shown = readers?.find(({ doctor_id: id }) => id === (manages ? opened : session?.user_id))
  const end = () => setDialog(undefined)
  const done = () => {
    end()
    setAsked((n) => n + 1)
  }
  const columns = columnsOf({
    money,
    onOpen: ({ doctor_id }) => setOpened(doctor_id),
    manage: manages
      ? {
          busy: acts.busy,
          isOnline: online,
          onRate: (payout) => setDialog({ kind: 'rate', payout }),
          onReopen: (payout) => setDialog({ kind: 'reopen', payout }),
          onClose: (payout) => void acts.close(payout, money(sumsOf(payout).amount)),
        }
      : undefined,
  })
  return (
    <>
      <PageHeader title={WORDS.title} subtitle={manages ? WORDS.subtitle : WORDS.own}>
        <MonthInput
          aria-label={WORDS.month}
          value={month}
          max={monthOf(today)}
          required
          onChange={(one) => one !== '' && setParams({ month: one }, { replace: true })}
          w={170}
        />
        <PrintedPapersButton kind="payout" />
        <RefreshButton onRefresh={() => setAsked((n) => n + 1)} />
      </PageHeader>
      {!online && (
        <Alert color="orange" role="status" mb="md">
          {WORDS.offline}
        </Alert>
      )}
      {acts.problem !== undefined && <ErrorNote message={acts.problem} />}
      {error && online && <ErrorNote title={WORDS.unread} message={error.message} onRetry={refresh} />}
      {!readers && !error && online && <SkeletonRows rows={6} />}
      {readers?.length === 0 && <EmptyState title={WORDS.none} hint={WORDS.noneHint} />}
      {readers && readers.length > 0 && (
        <SalesTable
          label={WORDS.table}
          columns={columns}
          rows={readers}
          rowId={({ doctor_id }) => doctor_id}
        />
      )}
      {shown && (
        <LinesTable
          key={`${shown.doctor_id} ${month}`}
          doctorId={shown.doctor_id}
          name={shown.name}
          month={month}
          isDraft={shown.is_closed === 0}
          isOnline={online}
          round={asked}
        />
      )}
      {dialog?.kind === 'rate' && (
        <RateDialog payout={dialog.payout} month={month} onDone={done} onClose={end} />
      )}
      {dialog?.kind === 'reopen' && (
        <ReopenDialog payout={dialog.payout} month={month} onDone={done} onClose={end} />
      )}
    </>
  )
}
