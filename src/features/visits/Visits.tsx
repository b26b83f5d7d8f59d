import { Button } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { SALES_PAGE_SIZE, SALES_PAGE_SIZES } from '#contract/calls/sales-filters.ts'
import { VISITS_PDF_PATH } from '#contract/calls/visit-list.ts'
import { formatDate } from '#domain/time/formats.ts'
import { NoBranch } from '#src/parts/branches/NoBranch.tsx'
import { CsvButton } from '#src/parts/csv/CsvButton.tsx'
import { PdfButton } from '#src/parts/pdf-download/PdfButton.tsx'
import { PrintedPapersButton } from '#src/parts/printed-papers/PrintedPapersButton.tsx'
import { RefusedDeskWork } from '#src/parts/refused-work/RefusedDeskWork.tsx'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'
import type { VisitListInput } from '#src/sync/visits/use-server-page.ts'
import { useVisitList, type VisitList } from '#src/sync/visits/use-visit-list.ts'
import { visitPages } from '#src/sync/visits/visit-pages.ts'
import { countText } from '#src/ui/grid/count-text.ts'
import { createSelection } from '#src/ui/grid/selection.ts'
import { Pager } from '#src/ui/list/Pager.tsx'
import { usePageSize } from '#src/ui/list/use-page-size.ts'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { DepartmentSummary } from './DepartmentSummary.tsx'
import { FilterCriteria } from './FilterCriteria.tsx'
import { DiscountButton } from './hidden-discount/DiscountButton.tsx'
import { SettleButton } from './settlement/SettleButton.tsx'
import { TotalsLine } from './TotalsLine.tsx'
import { useSteadyVisits } from './use-steady-visits.ts'
import { useVisitParams, type VisitListView } from './use-visit-params.ts'
import { useVisitQuestion } from './use-visit-question.ts'
import { type OpenedPanel, VisitPanels } from './VisitPanels.tsx'
import { VisitPills } from './VisitPills.tsx'
import { VisitRows } from './VisitRows.tsx'
import { VisitTools } from './VisitTools.tsx'
import { visitTable } from './visit-csv.ts'
import classes from './visits.module.css'
import { VISITS_WORDS as WORDS } from './words.ts'

/** Below this width of the screen's column, the rows are shown as cards. */
const CARDS_BELOW = 620

/** Patients Visits: the visits of a branch over a range of days, with their totals. */
export default function Visits() {
  const view = useVisitParams()
  if (view.branches.length === 0) return <NoBranch />
  return <VisitsOf view={view} />
}

function VisitsOf({ view }: { view: VisitListView }) {
  const [pageSize, setPageSize] = usePageSize('readroom-visits-page-size', SALES_PAGE_SIZES, SALES_PAGE_SIZE)
  const question = useVisitQuestion(view, pageSize)
  const list = useSteadyVisits(useVisitList(question))
  const { online } = useLink()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [selection] = useState(createSelection)
  const [panel, setPanel] = useState<OpenedPanel>()
  const [isCriteriaOpen, setCriteriaOpen] = useState(false)
  const criteriaId = useId()
  const openPanel = useStableCallback(setPanel)
  const session = useSession()
  const mainModules = session?.main_modules ?? []
  const seesSummary = useSeesSummary()
  const { fields, change, clear, branches } = view
  const since = list.coveredFrom && formatDate(list.coveredFrom, view.zone)
  const table = () =>
    visitTable((signal) => visitPages(question, online, signal), branches, {
      withHidden: mainModules.includes('special_mgmt_discount'),
      decimals: session?.no_of_decimal ?? 2,
    })
  return (
    <div ref={ref} className={classes.screen}>
      <PageHeader title={WORDS.title} subtitle={originOf(list, online, since)}>
        <Button
          leftSection={<IconCalendarPlus size={16} aria-hidden />}
          onClick={() => setPanel({ kind: 'book' })}
        >
          {WORDS.book}
        </Button>
      </PageHeader>
      <VisitTools
        view={view}
        isLoading={list.isLoading}
        criteria={{
          isOpen: isCriteriaOpen,
          id: criteriaId,
          toggle: () => setCriteriaOpen(!isCriteriaOpen),
        }}
        onRefresh={list.refresh}
      >
        <SettleButton rows={list.rows} selection={selection} onSettled={list.refresh} />
        <CsvButton
          fileName={WORDS.csvName}
          table={table}
          note={online ? undefined : WORDS.csvFromDevice(since)}
          reason={list.isOutOfReach ? WORDS.outOfReach : undefined}
        />
        <DiscountButton view={view} onSaved={list.refresh} />
      </VisitTools>
      {isCriteriaOpen && (
        <FilterCriteria id={criteriaId} fields={fields} onApply={change}>
          <PdfButton
            label={WORDS.pdf}
            fileName={WORDS.pdfName}
            base="php"
            path={VISITS_PDF_PATH}
            input={() => paperInputOf(question.input)}
          />
          <PrintedPapersButton kind="visits" />
        </FilterCriteria>
      )}
      <RefusedDeskWork />
      <VisitPills fields={fields} onChange={change} onClear={clear} />
      {seesSummary && <DepartmentSummary input={question.input} news={list.asAt ?? ''} onChange={change} />}
      <VisitRows
        list={list}
        view={view}
        selection={selection}
        isNarrow={width > 0 && width < CARDS_BELOW}
        onPanel={openPanel}
      />
      <TotalsLine list={list} />
      <Pager
        page={list.page}
        pageSize={pageSize}
        pageSizes={SALES_PAGE_SIZES}
        note={list.notOnServer > 0 ? WORDS.notOnServer(countText(list.notOnServer)) : undefined}
        onPage={(page) => change({ page })}
        onPageSize={(size) => {
          setPageSize(size)
          change({ page: 1 })
        }}
      />
      <VisitPanels
        panel={panel}
        branchId={view.branchId ?? branches[0]?.id ?? ''}
        isRadiology={fields.is_radiology === '0' ? 0 : 1}
        onPanel={setPanel}
        onClosed={list.refresh}
      />
    </div>
  )
}

/** Returns the input without paging: the paper contains all rows of the list. */
function paperInputOf({ p: _page, ps: _size, ...input }: VisitListInput): Record<string, unknown> {
  return input
}

/**
 * Returns whether the person sees the department summary, which is part of the sales report; the server
 * checks the permission too.
 */
function useSeesSummary(): boolean {
  const session = useSession()
  const { modules = [], main_modules = [] } = session ?? {}
  return modules.includes('sales_report') && main_modules.includes('sales_report')
}

/** Returns a note that the rows come from this device, and since when; undefined when online. */
function originOf(list: VisitList, isOnline: boolean, since: string | undefined): string | undefined {
  if (list.from === 'server' || (isOnline && list.isLoading)) return undefined
  if (since) return WORDS.coveredFrom(since)
  return isOnline ? undefined : WORDS.fromDevice
}
