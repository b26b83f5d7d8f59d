import { Tabs } from '@mantine/core'
import { useState } from 'react'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { useSession } from '#src/sync/session/session.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { useVisitDocuments } from '../documents/use-visit-documents.ts'
import { HeaderButtons } from './HeaderButtons.tsx'
import { TabContent } from './TabContent.tsx'
import { TabLabel } from './TabLabel.tsx'
import { VisitFooter } from './VisitFooter.tsx'
import { VisitHeader } from './VisitHeader.tsx'
import classes from './visit-panel.module.css'
import { PAYMENTS_TAB, tabsOf, type VisitTab } from './visit-tabs.ts'
import { PANEL_WORDS as WORDS } from './words.ts'

const BookingPanel = lazyPart(() =>
  import('../booking/BookingPanel.tsx').then((part) => ({ default: part.BookingPanel })),
)

export interface OpenedVisitProps {
  visit: Shown<'visit'>
  /** False if only the server has it. */
  isOnDevice: boolean
  tab: VisitTab
  onTab: (tab: VisitTab) => void
  onClose: () => void
}

/** A visit: its patient, its tabs, and its actions. */
export function OpenedVisit({ visit, isOnDevice, tab, onTab, onClose }: OpenedVisitProps) {
  const session = useSession()
  const documents = useVisitDocuments(visit, isOnDevice)
  const [isEdited, setEdited] = useState(false)
  const tabs = tabsOf(visit, session)
  const open = tabs.includes(tab) ? tab : 1
  return (
    <>
      <VisitHeader visit={visit} onClose={onClose}>
        <HeaderButtons visit={visit} />
      </VisitHeader>
      <Tabs
        className={classes.tabs}
        value={String(open)}
        onChange={(value) => onTab(tabs.find((one) => String(one) === value) ?? 1)}
        keepMounted={false}
      >
        <Tabs.List className={classes.tabList} aria-label={WORDS.tabs}>
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={String(one)}>
              <TabLabel tab={one} visit={visit} documents={documents.rows?.length ?? 0} />
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((one) => (
          <Tabs.Panel key={one} value={String(one)} className={classes.panel}>
            <TabContent tab={one} visit={visit} isOnDevice={isOnDevice} documents={documents} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <VisitFooter visit={visit} onEdit={() => setEdited(true)} onRefund={() => onTab(PAYMENTS_TAB)} />
      {isEdited && (
        <BookingPanel
          branchId={visit.branch_id}
          visit={visit}
          onSaved={() => setEdited(false)}
          onClose={() => setEdited(false)}
        />
      )}
    </>
  )
}
