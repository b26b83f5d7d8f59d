import { Tabs } from '@mantine/core'
import type { ComponentType } from 'react'
import { useSession } from '#src/sync/session/session.ts'
import { BranchesTab } from './branches/BranchesTab.tsx'
import { DeskTab } from './desk/DeskTab.tsx'
import { NotificationsTab } from './messages/NotificationsTab.tsx'
import { ShareTab } from './messages/ShareTab.tsx'
import { SmtpTab } from './messages/SmtpTab.tsx'
import { ReportTab } from './report/ReportTab.tsx'
import classes from './settings.module.css'
import { useOpenedPanels } from './use-opened-panels.ts'
import { SETTINGS_WORDS as WORDS } from './words.ts'

const TABS = ['smtp', 'share', 'report', 'desk', 'branches', 'notifications'] as const
type Tab = (typeof TABS)[number]

const OF_APPOINTMENTS: readonly Tab[] = ['desk', 'notifications']

const PARTS: Record<Tab, { label: string; Panel: ComponentType }> = {
  smtp: { label: WORDS.smtpTab, Panel: SmtpTab },
  share: { label: WORDS.shareTab, Panel: ShareTab },
  report: { label: WORDS.reportTab, Panel: ReportTab },
  desk: { label: WORDS.deskTab, Panel: DeskTab },
  branches: { label: WORDS.branchTab, Panel: BranchesTab },
  notifications: { label: WORDS.notificationTab, Panel: NotificationsTab },
}

/** The settings drawer (docs/masters.md#settings). */
export default function Settings() {
  const hasAppointments = useSession()?.main_modules.includes('appointment_system') ?? false
  const { shown, show, isOpened } = useOpenedPanels<Tab>('smtp')
  const tabs = TABS.filter((tab) => hasAppointments || !OF_APPOINTMENTS.includes(tab))
  const choose = (value: string | null) => {
    const tab = tabs.find((one) => one === value)
    if (tab) show(tab)
  }
  return (
    <Tabs value={shown} onChange={choose} className={classes.tabs}>
      <Tabs.List aria-label={WORDS.tabs}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {PARTS[tab].label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => {
        const { Panel } = PARTS[tab]
        return (
          <Tabs.Panel key={tab} value={tab} className={classes.tab}>
            {isOpened(tab) && <Panel />}
          </Tabs.Panel>
        )
      })}
    </Tabs>
  )
}
