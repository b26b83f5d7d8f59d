import { Alert, Anchor, Badge, Group, Tabs } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type DayClose as Closed, type Drawer, paymentCalls } from '#contract/calls/payments.ts'
import { formatDay } from '#domain/time/formats.ts'
import { NoBranch } from '#src/parts/branches/NoBranch.tsx'
import { DayCloseSheet } from '#src/parts/papers/DayCloseSheet.tsx'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useQueue } from '#src/sync/outbox/look/use-queue.ts'
import { useSession } from '#src/sync/session/session.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { CloseForm } from './CloseForm.tsx'
import { Closes } from './Closes.tsx'
import { DrawerFilters } from './DrawerFilters.tsx'
import { DrawerTable } from './DrawerTable.tsx'
import classes from './day-close.module.css'
import { Numbers } from './Numbers.tsx'
import { OpenRefunds } from './OpenRefunds.tsx'
import { Unallocated } from './Unallocated.tsx'
import { type CashDay, useCashDay } from './use-cash-day.ts'
import { DAY_CLOSE_WORDS as WORDS } from './words.ts'

/** A person's drawer at the end of a day: recorded and counted amounts, and earlier closes (docs/money.md). */
export default function DayClose() {
  const { online } = useLink()
  const cashDay = useCashDay()
  const { branch, day, userId } = cashDay
  const asked = {
    branch_id: branch?.id ?? '',
    day,
    blind: '1' as const,
    ...(userId !== undefined && { user_id: userId }),
  }
  const wish = { isWanted: online && branch !== undefined, news: String(online), keptAs: undefined }
  const { answer, error, refresh } = useKeptCall(paymentCalls.drawer, asked, wish)
  const drawer = answer?.result
  if (!branch) return <NoBranch />
  return (
    <div className={classes.screen}>
      <PageHeader title={WORDS.title} subtitle={WORDS.subtitle}>
        <DrawerFilters cashDay={cashDay} people={drawer?.people ?? []} onRefresh={refresh} />
      </PageHeader>
      {!online && (
        <Alert color="orange" role="status" title={WORDS.offline} mb="md">
          {WORDS.offlineHint}
        </Alert>
      )}
      {error && online && <ErrorNote title={WORDS.unread} message={error.message} onRetry={refresh} />}
      {!drawer && online && !error && <SkeletonRows rows={6} />}
      {drawer && <DrawerTabs drawer={drawer} cashDay={cashDay} branchId={branch.id} refresh={refresh} />}
    </div>
  )
}

interface DrawerTabsProps {
  drawer: Drawer
  cashDay: CashDay
  branchId: string
  refresh: () => void
}

function DrawerTabs({ drawer, cashDay, branchId, refresh }: DrawerTabsProps) {
  const [printed, setPrinted] = useState<Closed>()
  const [params, setParams] = useSearchParams()
  const maySeeNumbers = useSession()?.modules.includes('close_any_day') ?? false
  const { unallocated, closes } = drawer
  return (
    <Tabs
      value={tabIn(params)}
      onChange={(tab) => setParams(withTab(tab), { replace: true })}
      keepMounted={false}
    >
      <Tabs.List>
        <Tabs.Tab value="drawer">{WORDS.tabs.drawer}</Tabs.Tab>
        <Tabs.Tab value="closes">{WORDS.tabs.closes}</Tabs.Tab>
        <Tabs.Tab value="unallocated">
          <Group gap={6}>
            {WORDS.tabs.unallocated}
            {unallocated.length > 0 && <Badge color="orange">{unallocated.length}</Badge>}
          </Group>
        </Tabs.Tab>
        <Tabs.Tab value="refunds">{WORDS.tabs.refunds}</Tabs.Tab>
        {maySeeNumbers && <Tabs.Tab value="numbers">{WORDS.tabs.numbers}</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="drawer" className={classes.panel}>
        <Recorded
          drawer={drawer}
          cashDay={cashDay}
          branchId={branchId}
          refresh={refresh}
          onClosed={(close) => {
            notifyDone(WORDS.closed)
            setPrinted(close)
            refresh()
          }}
        />
      </Tabs.Panel>
      <Tabs.Panel value="closes" className={classes.panel}>
        <Closes closes={closes} zone={cashDay.zone} onPrint={setPrinted} />
      </Tabs.Panel>
      <Tabs.Panel value="unallocated" className={classes.panel}>
        <Unallocated receipts={unallocated} zone={cashDay.zone} onSettled={refresh} />
      </Tabs.Panel>
      <Tabs.Panel value="refunds" className={classes.panel}>
        <OpenRefunds branchId={branchId} />
      </Tabs.Panel>
      {maySeeNumbers && (
        <Tabs.Panel value="numbers" className={classes.panel}>
          <Numbers branchId={branchId} day={cashDay.day} zone={cashDay.zone} />
        </Tabs.Panel>
      )}
      {printed && <DayCloseSheet close={printed} onClose={() => setPrinted(undefined)} />}
    </Tabs>
  )
}

const TABS = ['drawer', 'closes', 'unallocated', 'refunds', 'numbers'] as const
const tabIn = (params: URLSearchParams) => TABS.find((tab) => tab === params.get('tab')) ?? 'drawer'

/** Returns a function that sets the chosen tab in the address; the first tab is left out. */
const withTab = (tab: string | null) => (params: URLSearchParams) => {
  const next = new URLSearchParams(params)
  if (tab === null || tab === TABS[0]) next.delete('tab')
  else next.set('tab', tab)
  return next
}

function Recorded({
  drawer,
  cashDay,
  branchId,
  refresh,
  onClosed,
}: DrawerTabsProps & { onClosed: (close: Closed) => void }) {
  const { online } = useLink()
  const waiting = useQueue().items.filter(
    ({ key, state }) => key === 'appt/createReceipts' && state !== 'flagged',
  )
  const { day, userId, setDay, today } = cashDay
  return (
    <>
      {waiting.length > 0 && (
        <Alert color="orange" role="status">
          {WORDS.waiting(waiting.length)}
        </Alert>
      )}
      {drawer.open_days.length > 0 && (
        <Group gap={8} role="status">
          {WORDS.openDays}
          {drawer.open_days.map((one) => (
            <Anchor key={one} component="button" onClick={() => setDay(one)}>
              {formatDay(one)}
            </Anchor>
          ))}
        </Group>
      )}
      <div className={classes.drawer}>
        <DrawerTable modes={drawer.modes} isBlind={drawer.recorded_cash === undefined} />
        <CloseForm
          key={`${branchId} ${day} ${userId ?? ''}`}
          branchId={branchId}
          day={day}
          userId={userId}
          recordedCash={drawer.recorded_cash}
          wasCounted={drawer.counted?.counted_cash}
          onCounted={refresh}
          refusal={online ? (day > today ? WORDS.future : undefined) : WORDS.offline}
          onClosed={onClosed}
          onStale={refresh}
        />
      </div>
    </>
  )
}
