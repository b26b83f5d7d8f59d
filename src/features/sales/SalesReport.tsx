import { Alert, Tabs } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { permits } from '#domain/access/rules.ts'
import { zoneOfBranches } from '#domain/branch/zone-of-branches.ts'
import { FiguresFilters } from '#src/parts/figures/FiguresFilters.tsx'
import { OpenVisit } from '#src/parts/sales/cells.tsx'
import classes from '#src/parts/sales/sales.module.css'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { changeListParams } from '#src/ui/params/change-params.ts'
import { useToday } from '#src/ui/time/use-today.ts'
import { CollectionTab } from './CollectionTab.tsx'
import { InvoicesTab } from './InvoicesTab.tsx'
import { PdfButtons } from './PdfButtons.tsx'
import { ReceiptsTab } from './ReceiptsTab.tsx'
import { ServicesTab } from './ServicesTab.tsx'
import { readSalesParams, SALES_TABS, type SalesTab, salesLink } from './sales-params.ts'
import type { SalesTabProps } from './tab-props.ts'
import { SALES_WORDS as WORDS } from './words.ts'

const VisitPanel = lazyPart(async () => ({
  default: (await import('#src/parts/visit-panel/VisitPanel.tsx')).VisitPanel,
}))

const TABS: Record<SalesTab, (props: SalesTabProps) => ReactNode> = {
  collection: CollectionTab,
  invoices: InvoicesTab,
  services: ServicesTab,
  receipts: ReceiptsTab,
}
const seesVisits = permits('appointments')

/** The sales report: billed and received amounts, and the entries behind each figure. */
export default function SalesReport() {
  const [params, setParams] = useSearchParams()
  const branches = useBranches()
  const session = useSession()
  const { online } = useLink()
  const [round, setRound] = useState(0)
  const [opened, setOpened] = useState<string>()
  const branch = branches.find(({ id }) => id === params.get('branch_id'))
  const zone = zoneOfBranches(branches, branch?.id, branchZone())
  const today = useToday(zone)
  const place = readSalesParams(params, today)
  const change = (asked: Readonly<Record<string, string>>) =>
    setParams((now) => changeListParams(now, asked), { replace: !('p' in asked) })
  return (
    <OpenVisit value={session && seesVisits(session) ? setOpened : undefined}>
      <div className={classes.screen}>
        <PageHeader title={WORDS.title}>
          <FiguresFilters
            choice={{ shown: place, branches, zone, isOnline: online, change }}
            onRefresh={() => setRound((n) => n + 1)}
          />
          <PdfButtons place={place} branches={branches} isOnline={online} />
        </PageHeader>
        {!online && <Alert color="orange">{WORDS.offline}</Alert>}
        <Tabs
          value={place.tab}
          onChange={(tab) =>
            setParams(
              new URL(salesLink(place, (tab ?? 'collection') as SalesTab), location.href).searchParams,
            )
          }
          keepMounted={false}
        >
          <Tabs.List>
            {SALES_TABS.map((tab) => (
              <Tabs.Tab key={tab} value={tab}>
                {WORDS.tabs[tab]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {SALES_TABS.map((tab) => {
            const Tab = TABS[tab]
            return (
              <Tabs.Panel key={tab} value={tab} pt="sm">
                <Tab place={place} onChange={change} isOnline={online} round={round} />
              </Tabs.Panel>
            )
          })}
        </Tabs>
        {opened !== undefined && <VisitPanel visitId={opened} onClose={() => setOpened(undefined)} />}
      </div>
    </OpenVisit>
  )
}
