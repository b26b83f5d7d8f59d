import { Alert, Tabs } from '@mantine/core'
import { useState } from 'react'
import { BranchField, DayField } from '#src/parts/branches/BranchDayFields.tsx'
import { NoBranch } from '#src/parts/branches/NoBranch.tsx'
import { useBranchDay } from '#src/parts/branches/use-branch-day.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { RefreshButton } from '#src/ui/list/RefreshButton.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { DayTab } from './DayTab.tsx'
import { MonthsTab } from './MonthsTab.tsx'
import classes from './reconcile.module.css'
import { RECONCILE_WORDS as WORDS } from './words.ts'

const VisitPanel = lazyPart(async () => ({
  default: (await import('#src/parts/visit-panel/VisitPanel.tsx')).VisitPanel,
}))

/** One day of a branch as recorded in four places, and the branch's months with their locks. */
export default function Reconcile() {
  const { online } = useLink()
  const branchDay = useBranchDay<'tab'>()
  const { branch, zone, day, params, set } = branchDay
  const [visitId, setVisitId] = useState<string>()
  const [round, setRound] = useState(0)
  if (!branch) return <NoBranch />
  const tab = params.get('tab') === 'months' ? 'months' : 'day'
  const shown = { branch, zone, news: `${String(online)} ${round}` }
  return (
    <div className={classes.screen}>
      <PageHeader title={WORDS.title} subtitle={WORDS.subtitle}>
        <BranchField branchDay={branchDay} />
        {tab === 'day' && <DayField branchDay={branchDay} label={WORDS.dayField} endsToday />}
        <RefreshButton onRefresh={() => setRound(round + 1)} />
      </PageHeader>
      {!online && (
        <Alert color="orange" role="status" title={WORDS.offline} mb="md">
          {WORDS.offlineHint}
        </Alert>
      )}
      <Tabs
        value={tab}
        onChange={(next) => set('tab', next === 'months' ? 'months' : '')}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="day">{WORDS.tabs.day}</Tabs.Tab>
          <Tabs.Tab value="months">{WORDS.tabs.months}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="day" className={classes.panel}>
          <DayTab key={`${branch.id} ${day}`} {...shown} day={day} onOpenVisit={setVisitId} />
        </Tabs.Panel>
        <Tabs.Panel value="months" className={classes.panel}>
          <MonthsTab key={branch.id} {...shown} />
        </Tabs.Panel>
      </Tabs>
      {visitId !== undefined && <VisitPanel visitId={visitId} onClose={() => setVisitId(undefined)} />}
    </div>
  )
}
