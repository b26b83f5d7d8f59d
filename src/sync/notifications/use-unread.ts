import { useEffect } from 'react'
import { notificationCalls } from '#contract/calls/notifications.ts'
import { NOTIFICATION_COUNT_MS } from '#domain/time/intervals.ts'
import { callApi } from '../api/call-api.ts'
import { useDevice } from '../current-device.ts'
import { browserPage } from '../link/page.ts'
import { pollEvery } from '../link/poll-every.ts'
import { useLink } from '../link/use-link.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'
import { openNotifications, readNotifications, type StoredNotifications } from './local-notifications.ts'

/**
 * Returns the number of unread notifications from this device's copies. Also asks the server every 2 minutes, apart
 * from the feed: if it counts differently, the device pulls.
 */
export function useUnread(): number {
  const count = useLive(UNREAD, 'unread').answer
  useCountCheck(count)
  return count ?? 0
}

const UNREAD: LiveQuestion<StoredNotifications, number> = {
  read: ({ databases }) => readNotifications(databases),
  open: async (stored, { databases }) => {
    const rows = await openNotifications(databases, stored)
    return rows.filter(({ read_on }) => read_on === null).length
  },
}

function useCountCheck(count: number | undefined): void {
  const device = useDevice()
  const { online } = useLink()
  useEffect(() => {
    if (!device || !online || count === undefined) return undefined
    const asking = new AbortController()
    const ticks = pollEvery(NOTIFICATION_COUNT_MS, true, browserPage()).subscribe(() => {
      callApi(notificationCalls.getCount, {}, { signal: asking.signal }).then(
        ({ result }) => {
          if (result.count !== count) device.refresh()
        },
        // The feed brings it all the same.
        () => undefined,
      )
    })
    return () => {
      asking.abort()
      ticks.unsubscribe()
    }
  }, [device, online, count])
}
