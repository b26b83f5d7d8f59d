import { Alert } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useMemo } from 'react'
import { formatMoment } from '#domain/time/formats.ts'
import { useDeviceList } from '#src/sync/devices/use-device-list.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { READER_ZONE } from '#src/sync/session/branch-zone.ts'
import list from '#src/ui/list/list.module.css'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { useTickingTime } from '#src/ui/time/ticking-clock.ts'
import { DeviceBar } from './DeviceBar.tsx'
import { DeviceRows, isNarrow } from './DeviceRows.tsx'
import { shownDevices } from './device-view.ts'
import classes from './devices.module.css'
import { RestoreReports } from './RestoreReports.tsx'
import { useDeviceFilter } from './use-device-filter.ts'
import { useDeviceViews } from './use-device-views.ts'
import { DEVICES_WORDS as WORDS } from './words.ts'

/** Lists devices with undelivered work, and since when, for the administrators of a client. */
export function AllDevices({ parts }: { parts: ReactNode }) {
  const { online } = useLink()
  const { devices, asOf, error, refresh } = useDeviceList(online)
  const { filter, change, sortBy } = useDeviceFilter()
  const views = useDeviceViews(devices)
  const shown = useMemo(() => shownDevices(views, filter), [views, filter])
  const { ref, width } = useElementSize<HTMLDivElement>()
  const people = new Set(views.map(({ item }) => item.user_id)).size
  return (
    <div ref={ref} className={list.screen}>
      <PageHeader title={WORDS.title} subtitle={devices && WORDS.subtitle(views.length, people)}>
        {parts}
      </PageHeader>
      {!online && <OfflineNote asOf={asOf} />}
      {error && online && (
        <div className={classes.error}>
          <ErrorNote title={WORDS.failed} message={error.message} onRetry={refresh} />
        </div>
      )}
      {devices ? (
        <>
          <RestoreReports isOnline={online} />
          <DeviceBar
            filter={filter}
            views={views}
            isNarrow={isNarrow(width)}
            isOnline={online}
            onChange={change}
            onRefresh={refresh}
          />
          <div className={list.rows}>
            <DeviceRows
              views={shown}
              hasAny={views.length > 0}
              filter={filter}
              width={width}
              isOnline={online}
              onSort={sortBy}
              onChanged={refresh}
              onClear={() => change({ text: '' })}
            />
          </div>
        </>
      ) : (
        online && !error && <SkeletonRows />
      )}
    </div>
  )
}

/** Shows the time of the shown data; if nothing was loaded yet, says that nothing can be shown. */
function OfflineNote({ asOf }: { asOf: Date | undefined }) {
  const now = useTickingTime(true)
  return (
    <Alert color="orange" role="status" mb="xs">
      {asOf ? WORDS.offlineKept(formatMoment(asOf, new Date(now), READER_ZONE)) : WORDS.offline}
    </Alert>
  )
}
