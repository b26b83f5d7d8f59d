import { Alert, Anchor, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { certificateCalls } from '#contract/calls/certificates.ts'
import { type ExchangeItem, interfaceCalls } from '#contract/calls/interfaces.ts'
import { SALES_PAGE_SIZES } from '#contract/calls/sales-filters.ts'
import { permits } from '#domain/access/rules.ts'
import {
  EXCHANGE_KIND_TABLE,
  EXCHANGE_KINDS,
  EXCHANGE_OUTCOME_LABELS,
  EXCHANGE_OUTCOMES,
  isCollectivePeer,
} from '#domain/exchange/kinds.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { DayRangeInput } from '#src/ui/dates/DayRangeInput.tsx'
import { DataGrid } from '#src/ui/grid/DataGrid.tsx'
import { Pager } from '#src/ui/list/Pager.tsx'
import { RefreshButton } from '#src/ui/list/RefreshButton.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { changeListParams } from '#src/ui/params/change-params.ts'
import { useTickingTime } from '#src/ui/time/ticking-clock.ts'
import { useToday } from '#src/ui/time/use-today.ts'
import { Certificates } from './Certificates.tsx'
import { exchangeColumns } from './columns.tsx'
import { ExchangeDrawer } from './ExchangeDrawer.tsx'
import { type InterfaceParams, readInterfaceParams } from './interface-params.ts'
import classes from './interfaces.module.css'
import { PeerCards } from './PeerCards.tsx'
import { SilenceAlarm } from './SilenceAlarm.tsx'
import { VolumeChart } from './VolumeChart.tsx'
import { INTERFACES_WORDS as WORDS } from './words.ts'

const RANGES = ['Today', 'Yesterday', 'Week', 'Month'] as const
const KINDS = [
  { value: '', label: WORDS.allKinds },
  ...EXCHANGE_KINDS.map((value) => ({ value, label: EXCHANGE_KIND_TABLE[value].label })),
]
const OUTCOMES = [
  { value: '', label: WORDS.allOutcomes },
  { value: 'bad', label: WORDS.bad },
  ...EXCHANGE_OUTCOMES.map((value) => ({ value, label: EXCHANGE_OUTCOME_LABELS[value] })),
]
const SEARCH_PAUSE_MS = 400
const seesPatients = permits('view_patient_portal_patients')
const rowId = ({ id }: ExchangeItem) => id

/** The interface desk, for the persons who run a client's interfaces. */
export default function Interfaces() {
  const [params, setParams] = useSearchParams()
  const { online } = useLink()
  const zone = branchZone()
  const place = readInterfaceParams(params, useToday(zone))
  const [number, setNumber] = useState('')
  const [round, setRound] = useState(0)
  const refresh = () => setRound((n) => n + 1)
  const change = (asked: Readonly<Record<string, string>>) =>
    setParams((now) => changeListParams(now, asked), { replace: !('p' in asked) })
  return (
    <div className={classes.screen}>
      <PageHeader title={WORDS.title} subtitle={WORDS.subtitle}>
        <MachineLink aet="" />
        <DayRangeInput
          aria-label={WORDS.days}
          value={{ from: place.from, to: place.to }}
          onChange={({ from, to }) => {
            if (from !== undefined && to !== undefined) change({ from_date: from, to_date: to })
          }}
          ranges={RANGES}
          zone={zone}
          disabled={!online}
        />
        <RefreshButton onRefresh={refresh} />
      </PageHeader>
      {online ? (
        <InterfaceContent
          round={round}
          place={place}
          zone={zone}
          number={number}
          onNumber={setNumber}
          onChange={change}
          onRefresh={refresh}
        />
      ) : (
        <Alert color="orange" role="status">
          {WORDS.offline}
        </Alert>
      )}
    </div>
  )
}

/** Links to a machine's worklist, for permitted readers only: it names patients. */
function MachineLink({ aet }: { aet: string }) {
  const session = useSession()
  if (!session || !seesPatients(session)) return null
  const query = aet === '' ? '' : `?${new URLSearchParams({ aet })}`
  return (
    <Anchor component={Link} to={`/interfaces/machine${query}`} size="sm">
      {aet === '' ? WORDS.machineView : WORDS.machineViewOf(aet)}
    </Anchor>
  )
}

interface InterfaceContentProps {
  /** A counter; each new value reloads all data. */
  round: number
  place: InterfaceParams
  zone: string
  number: string
  onNumber: (number: string) => void
  onChange: (change: Readonly<Record<string, string>>) => void
  /** Reloads all data. */
  onRefresh: () => void
}

function InterfaceContent({
  round,
  place,
  zone,
  number,
  onNumber,
  onChange,
  onRefresh,
}: InterfaceContentProps) {
  const now = useTickingTime(true)
  const { from, to, kind, outcome, peerId } = place
  const [sought] = useDebouncedValue(number.trim(), SEARCH_PAUSE_MS)
  const peers = useCall(interfaceCalls.peers, {}, true, round)
  const certificates = useCall(certificateCalls.list, {}, true, round)
  const alarmed = peers.answer?.result.find(({ id, is_heard }) => id === peerId && is_heard === 1)
  const unit = from === to ? 'hour' : 'day'
  const narrowed = { from, to, ...(kind && { kind }), ...(peerId && { peer_id: peerId }) }
  const sums = useCall(interfaceCalls.sums, { ...narrowed, unit }, true, round)
  return (
    <>
      {peers.answer && (
        <PeerCards
          peers={peers.answer.result}
          chosen={peerId}
          zone={zone}
          now={new Date(now)}
          onChoose={(id) => onChange({ peer: id ?? '' })}
        />
      )}
      {alarmed?.kind === 'worklist' && !isCollectivePeer(alarmed.name) && <MachineLink aet={alarmed.name} />}
      {alarmed && <SilenceAlarm key={alarmed.id} peer={alarmed} onSaved={onRefresh} />}
      {certificates.answer && <Certificates certificates={certificates.answer.result} zone={zone} />}
      {sums.answer && <VolumeChart sums={sums.answer.result} from={from} to={to} zone={zone} />}
      <div className={classes.filters}>
        <TextInput
          aria-label={WORDS.search}
          placeholder={WORDS.searchHint}
          value={number}
          onChange={(event) => onNumber(event.currentTarget.value)}
          maxLength={64}
        />
        <Select
          aria-label={WORDS.kind}
          data={KINDS}
          value={kind ?? ''}
          onChange={(value) => onChange({ kind: value ?? '' })}
          allowDeselect={false}
        />
        <Select
          aria-label={WORDS.outcome}
          data={OUTCOMES}
          value={outcome ?? ''}
          onChange={(value) => onChange({ outcome: value ?? '' })}
          allowDeselect={false}
        />
      </div>
      <ExchangeList
        round={round}
        input={{ ...narrowed, ...(outcome && { outcome }), ...(sought !== '' && { q: sought }) }}
        place={place}
        zone={zone}
        onChange={onChange}
        onRefresh={onRefresh}
      />
    </>
  )
}

interface ExchangeListProps
  extends Pick<InterfaceContentProps, 'round' | 'place' | 'zone' | 'onChange' | 'onRefresh'> {
  input: { from: string; to: string; q?: string }
}

function ExchangeList({
  round,
  input,
  place: { page, pageSize },
  zone,
  onChange,
  onRefresh,
}: ExchangeListProps) {
  const session = useSession()
  const [opened, setOpened] = useState<ExchangeItem>()
  const columns = useMemo(() => exchangeColumns(zone), [zone])
  const { answer, error } = useCall(
    interfaceCalls.exchanges,
    { ...input, p: page, ps: pageSize },
    true,
    round,
  )
  const list = answer?.result
  return (
    <div>
      {error && <ErrorNote title={WORDS.failed} message={error.message} onRetry={onRefresh} />}
      {!list && !error && <SkeletonRows rows={8} />}
      {list && list.data.length === 0 && <EmptyState title={WORDS.none} hint={WORDS.noneHint} />}
      {list && list.data.length > 0 && (
        <div className={classes.rows}>
          <DataGrid
            label={WORDS.list}
            rows={list.data}
            columns={columns}
            rowId={rowId}
            start={list.page.start}
            total={list.page.total_records}
            onOpen={setOpened}
          />
        </div>
      )}
      {list && (
        <Pager
          page={list.page}
          pageSize={pageSize}
          pageSizes={SALES_PAGE_SIZES}
          onPage={(p) => onChange({ p: String(p) })}
          onPageSize={(ps) => onChange({ ps: String(ps) })}
        />
      )}
      {opened && (
        <ExchangeDrawer
          key={opened.id}
          exchange={list?.data.find(({ id }) => id === opened.id) ?? opened}
          zone={zone}
          mayRead={session !== undefined && seesPatients(session)}
          onReplayed={onRefresh}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  )
}
