import { Anchor, SegmentedControl, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { LEAK_STATES, type LeakEntry, type LeakState, leakageCalls } from '#contract/calls/leakage.ts'
import { SALES_PAGE_SIZES } from '#contract/calls/sales-filters.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { SCREEN_RULES } from '#domain/access/screens.ts'
import type { LeakLine } from '#domain/leakage/lines.ts'
import { CsvButton } from '#src/parts/csv/CsvButton.tsx'
import { type Span, spanInput } from '#src/parts/figures/read-span.ts'
import { AsAtLine } from '#src/parts/sales/AsAtLine.tsx'
import { OpenVisit, useMoney } from '#src/parts/sales/cells.tsx'
import { readPages } from '#src/parts/sales/read-pages.ts'
import { SalesTable } from '#src/parts/sales/SalesTable.tsx'
import sales from '#src/parts/sales/sales.module.css'
import { useSalesCall } from '#src/parts/sales/use-sales-call.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useSession } from '#src/sync/session/session.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Pager } from '#src/ui/list/Pager.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { ActDialog } from './ActDialog.tsx'
import { entryColumns } from './columns.tsx'
import { leakShape } from './leak-csv.ts'
import type { LeakParams } from './leak-params.ts'
import classes from './leakage.module.css'
import { LEAKAGE_WORDS as WORDS } from './words.ts'

const VisitPanel = lazyPart(async () => ({
  default: (await import('#src/parts/visit-panel/VisitPanel.tsx')).VisitPanel,
}))
const StudyDrawer = lazyPart(async () => ({
  default: (await import('#src/parts/study-drawer/StudyDrawer.tsx')).StudyDrawer,
}))
const seesVisits = SCREEN_RULES['/visits']
const { entries, allEntries } = leakageCalls

export interface LineListProps {
  place: LeakParams & { line: LeakLine }
  zone: string
  isOnline: boolean
  round: number
  onChange: (change: Readonly<Record<string, string>>) => void
}

const rowId = ({ subject_id }: LeakEntry) => subject_id
const boardLink = (span: Span) => `/leakage?${new URLSearchParams(spanInput(span))}`

/** The entries of one line: each opens its record, and can be explained or reopened. */
export function LineList({ place, zone, isOnline, round, onChange }: LineListProps) {
  const { line, state, page, pageSize } = place
  const session = useSession()
  const [visitId, setVisitId] = useState<string>()
  const [studyId, setStudyId] = useState<string>()
  const [acted, setActed] = useState<LeakEntry>()
  const input = { ...spanInput(place), line, state }
  const { answer, isStale, error, refresh } = useSalesCall(
    entries,
    { ...input, p: page, ps: pageSize },
    isOnline,
    round,
  )
  const words = WORDS.lines[line]
  const file = () => ({
    shape: leakShape(line, zone),
    idOf: rowId,
    pages: (signal: AbortSignal) =>
      readPages<LeakEntry>(
        async (p, ps) => (await callApi(allEntries, { ...input, p, ps }, { signal })).result,
      ),
  })
  return (
    <OpenVisit value={session && seesVisits(session) ? setVisitId : undefined}>
      <div>
        <Anchor component={Link} to={boardLink(place)} size="sm">
          {WORDS.back}
        </Anchor>
        <Title order={2} size="h3">
          {words.title}
        </Title>
        <Text c="dimmed" size="sm">
          {words.hint}
        </Text>
      </div>
      <div className={classes.bar}>
        <SegmentedControl
          aria-label={WORDS.state}
          data={LEAK_STATES.map((value) => ({ value, label: WORDS.states[value] }))}
          value={state}
          onChange={(next) => onChange({ state: next === 'Open' ? '' : next })}
        />
        <CsvButton
          fileName={`leakage-${line.replaceAll('_', '-')}.csv`}
          table={file}
          reason={isOnline ? undefined : WORDS.needsNetwork}
        />
      </div>
      {error && <ErrorNote title={WORDS.failed} message={error.message} onRetry={refresh} />}
      {!answer && !error && isOnline && <SkeletonRows rows={8} />}
      {answer && (
        <Entries
          place={place}
          zone={zone}
          {...{ answer, isStale, onChange }}
          onStudy={setStudyId}
          onAct={setActed}
        />
      )}
      {visitId !== undefined && <VisitPanel visitId={visitId} onClose={() => setVisitId(undefined)} />}
      {studyId !== undefined && (
        <StudyDrawer studyId={studyId} opened onClose={() => setStudyId(undefined)} />
      )}
      {acted !== undefined && (
        <ActDialog
          key={`${acted.subject_id} ${acted.version}`}
          entry={acted}
          zone={zone}
          onDone={() => {
            setActed(undefined)
            refresh()
          }}
          onClose={() => {
            setActed(undefined)
            refresh()
          }}
        />
      )}
    </OpenVisit>
  )
}

interface EntriesProps extends Pick<LineListProps, 'place' | 'zone' | 'onChange'> {
  answer: OutputOf<typeof entries>
  isStale: boolean
  onStudy: (studyId: string) => void
  onAct: (entry: LeakEntry) => void
}

/** One page of the entries, with its total and when it was read. */
function Entries({ place, zone, answer, isStale, onChange, onStudy, onAct }: EntriesProps) {
  const { line, state, pageSize } = place
  const money = useMoney()
  const words = WORDS.lines[line]
  const list = answer.result
  return (
    <div className={isStale ? sales.stale : undefined} aria-busy={isStale}>
      {list.data.length === 0 ? (
        <EmptyState {...emptyWords(words.empty, state)} />
      ) : (
        <SalesTable
          label={words.title}
          columns={entryColumns({ line, zone, money, totals: list.totals, onStudy, onAct })}
          rows={list.data}
          rowId={rowId}
          totalLabel={WORDS.total}
        />
      )}
      <Pager
        page={list.page}
        pageSize={pageSize}
        pageSizes={SALES_PAGE_SIZES}
        onPage={(p) => onChange({ p: String(p) })}
        onPageSize={(ps) => onChange({ ps: String(ps) })}
      />
      <AsAtLine asAt={answer.as_at} scope={answer.scope} />
    </div>
  )
}

function emptyWords(nothing: string, state: LeakState) {
  if (state === 'Explained') return { title: WORDS.noneExplained, hint: WORDS.noneHint }
  if (state === 'Open') return { title: WORDS.noneOpen, hint: WORDS.noneOpenHint }
  return { title: nothing, hint: WORDS.noneHint }
}
