import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Shown } from '#src/sync/desk/shown.ts'
import { useSession } from '#src/sync/session/session.ts'
import { VisitHeader } from './VisitHeader.tsx'
import classes from './visit-panel.module.css'
import { tabsOf, type VisitTab } from './visit-tabs.ts'
import { PANEL_WORDS as WORDS } from './words.ts'

export interface OpenedVisitProps {
  visit: Shown<'visit'>
  /** False where the server alone has it. */
  isOnDevice: boolean
  tab: VisitTab
  onTab: (tab: VisitTab) => void
  onClose: () => void
}

/** A visit: who it is, its tabs, and what can be done with it. */
export function OpenedVisit({ visit, tab, onTab, onClose }: OpenedVisitProps) {
  const session = useSession()
  const tabs = tabsOf(visit, session).slice(0, 1)
  const open = tabs.includes(tab) ? tab : 1
  return (
    <>
      <VisitHeader visit={visit} onClose={onClose} />
      <Tabs
        className={classes.tabs}
        value={String(open)}
        onChange={(value) => onTab(tabs.find((one) => String(one) === value) ?? 1)}
        keepMounted={false}
      >
        <Tabs.List className={classes.tabList} aria-label={WORDS.tabs}>
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={String(one)}>
              {labelOf(one, visit)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="1" className={classes.panel}>
          <ul>
            {visit.services.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function labelOf(tab: VisitTab, visit: Shown<'visit'>): ReactNode {
  if (tab === 1) return visit.is_radiology === 1 ? WORDS.examination : WORDS.services
  return ''
}
