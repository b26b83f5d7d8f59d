import { Alert, Group, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  type CommissionRow,
  REFERRER_TYPES,
  referralCommissionCalls,
} from '#contract/calls/referral-commissions.ts'
import { SALES_PAGE_SIZES } from '#contract/calls/sales-filters.ts'
import { permits } from '#domain/access/rules.ts'
import { zoneOfBranches } from '#domain/branch/zone-of-branches.ts'
import { COMMISSION_STATUSES } from '#domain/status/commission-status.ts'
import { PAYMENT_STATUS_TABLE, PAYMENT_STATUSES } from '#domain/status/payment-status.ts'
import { CsvButton } from '#src/parts/csv/CsvButton.tsx'
import { FiguresFilters } from '#src/parts/figures/FiguresFilters.tsx'
import { AsAtLine } from '#src/parts/sales/AsAtLine.tsx'
import { OpenVisit, useMoney } from '#src/parts/sales/cells.tsx'
import { type FilterField, FilterFields } from '#src/parts/sales/FilterFields.tsx'
import { readPages } from '#src/parts/sales/read-pages.ts'
import { SalesTable } from '#src/parts/sales/SalesTable.tsx'
import classes from '#src/parts/sales/sales.module.css'
import { useReferrers } from '#src/parts/sales/use-choices.ts'
import { useSalesCall } from '#src/parts/sales/use-sales-call.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { confirmAct } from '#src/ui/dialog/confirm-act.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Pager } from '#src/ui/list/Pager.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { changeListParams } from '#src/ui/params/change-params.ts'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { useToday } from '#src/ui/time/use-today.ts'
import { commissionColumns, rowId } from './columns.tsx'
import { referralShape } from './referral-csv.ts'
import { readReferralParams, referralInput } from './referral-params.ts'
import { type Selection, useSelection } from './use-selection.ts'
import { REFERRAL_WORDS as WORDS } from './words.ts'

const VisitPanel = lazyPart(async () => ({
  default: (await import('#src/parts/visit-panel/VisitPanel.tsx')).VisitPanel,
}))
const seesVisits = permits('appointments')
const { list, all, settle } = referralCommissionCalls

/** Commissions of referring doctors and hospitals: amounts owed, edited while pending, and settled. */
export default function Referral() {
  const [params, setParams] = useSearchParams()
  const branches = useBranches()
  const session = useSession()
  const { online } = useLink()
  const [round, setRound] = useState(0)
  const [opened, setOpened] = useState<string>()
  const branch = branches.find(({ id }) => id === params.get('branch_id'))
  const zone = zoneOfBranches(branches, branch?.id, branchZone())
  const zoneOf = (id: string) => zoneOfBranches(branches, id, branchZone())
  const place = readReferralParams(params, useToday(zone))
  const input = referralInput(place)
  const { answer, isStale, error, refresh } = useSalesCall(
    list,
    { ...input, p: place.page, ps: place.pageSize },
    online,
    round,
  )
  const selection = useSelection(JSON.stringify([input, place.page, place.pageSize]))
  const money = useMoney()
  const change = (asked: Readonly<Record<string, string>>) =>
    setParams((now) => changeListParams(now, asked), { replace: !('p' in asked) })
  const columns = commissionColumns({
    money,
    zoneOf,
    totals: answer?.result.totals,
    selection,
    hasHospital: place.filter.ref_doctor_type !== 'Hospital',
    isOnline: online,
    onRow: refresh,
  })
  const file = () => ({
    shape: referralShape(zoneOf),
    idOf: rowId,
    pages: (signal: AbortSignal) =>
      readPages<CommissionRow>(async (p, ps) => (await callApi(all, { ...input, p, ps }, { signal })).result),
  })
  return (
    <OpenVisit value={session && seesVisits(session) ? setOpened : undefined}>
      <Stack gap="sm">
        <PageHeader title={WORDS.title}>
          <FiguresFilters
            choice={{ shown: place, branches, zone, isOnline: online, change }}
            onRefresh={() => setRound((n) => n + 1)}
          />
        </PageHeader>
        {!online && <Alert color="orange">{WORDS.offline}</Alert>}
        <Filters filter={place.filter} isOnline={online} onChange={change} />
        <Group gap="xs">
          <SettleButton selection={selection} isOnline={online} onSettled={refresh} />
          <CsvButton
            label={WORDS.download}
            fileName="refferal.csv"
            table={file}
            reason={online ? undefined : WORDS.offline}
          />
          {selection.keys.length > 0 && (
            <Text size="sm" c="dimmed" role="status">
              {WORDS.selected(selection.keys.length)}
            </Text>
          )}
        </Group>
        {error && <ErrorNote title={WORDS.failed} message={error.message} onRetry={refresh} />}
        {!answer && !error && online && <SkeletonRows rows={10} />}
        {answer && (
          <div className={isStale ? classes.stale : undefined} aria-busy={isStale}>
            {answer.result.data.length === 0 && <EmptyState title={WORDS.empty} hint={WORDS.emptyHint} />}
            {answer.result.data.length > 0 && (
              <SalesTable
                label={WORDS.list}
                columns={columns}
                rows={answer.result.data}
                rowId={rowId}
                totalLabel={WORDS.total}
              />
            )}
            <Pager
              page={answer.result.page}
              pageSize={place.pageSize}
              pageSizes={SALES_PAGE_SIZES}
              onPage={(p) => change({ p: String(p) })}
              onPageSize={(ps) => change({ ps: String(ps) })}
            />
            <AsAtLine asAt={answer.as_at} scope={answer.scope} />
          </div>
        )}
        {opened !== undefined && <VisitPanel visitId={opened} onClose={() => setOpened(undefined)} />}
      </Stack>
    </OpenVisit>
  )
}

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
const STATUSES = PAYMENT_STATUSES.map((value) => ({ value, label: PAYMENT_STATUS_TABLE[value].label }))

interface FiltersProps {
  filter: Readonly<Record<string, string>>
  isOnline: boolean
  onChange: (change: Readonly<Record<string, string>>) => void
}

function Filters({ filter, isOnline, onChange }: FiltersProps) {
  const doctors = useReferrers('Doctor', isOnline)
  const hospitals = useReferrers('Hospital', isOnline)
  const type = filter.ref_doctor_type
  const fields = useMemo<FilterField[]>(() => {
    const people = type === 'Doctor' ? doctors : type === 'Hospital' ? hospitals : [...doctors, ...hospitals]
    return [
      {
        name: 'ref_doctor_type',
        label: WORDS.filters.ref_doctor_type,
        kind: 'select',
        choices: choices(REFERRER_TYPES),
      },
      { name: 'ref_dr_id', label: WORDS.filters.ref_dr_id, kind: 'select', choices: people },
      { name: 'payment_status', label: WORDS.filters.payment_status, kind: 'select', choices: STATUSES },
      {
        name: 'commission_status',
        label: WORDS.filters.commission_status,
        kind: 'select',
        choices: choices(COMMISSION_STATUSES),
      },
    ]
  }, [type, doctors, hospitals])
  // Clears the referrer when the type changes, because a doctor is not a hospital.
  const change: FiltersProps['onChange'] = (asked) =>
    onChange('ref_doctor_type' in asked ? { ref_dr_id: '', ...asked } : asked)
  return <FilterFields fields={fields} filter={filter} onChange={change} />
}

interface SettleButtonProps {
  selection: Selection
  isOnline: boolean
  onSettled: () => void
}

function SettleButton({ selection, isOnline, onSettled }: SettleButtonProps) {
  const run = async () => {
    await confirmAct({
      title: WORDS.settle,
      message: WORDS.settleQuestion,
      confirmLabel: WORDS.settleYes,
      cancelLabel: WORDS.settleNo,
      act: async () => {
        const { message } = await callApi(settle, { data: [...selection.keys] })
        notifyDone(message || WORDS.settled)
        selection.clear()
      },
    })
    // Refresh even after a failure, to show what another desk settled in the meantime.
    onSettled()
  }
  const reason = !isOnline ? WORDS.settleOffline : selection.keys.length === 0 ? WORDS.settleNone : undefined
  return (
    <ReasonButton reason={reason} onClick={() => void run()}>
      {WORDS.settle}
    </ReasonButton>
  )
}
