import { useCallback, useState } from 'react'
import type { StudyListInput } from '#contract/calls/studies.ts'
import type { ListedStudy } from '#src/db/listed-study.ts'
import { openWaiting, readWaiting, type WaitingChanges } from '#src/db/waiting-changes.ts'
import type { OverlayRow } from '#src/db/work-database.ts'
import type { WindowAnswer } from '#src/workers/worklist-window.ts'
import { OfflineError } from '../api/errors.ts'
import { useDevice } from '../current-device.ts'
import { useLink } from '../link/use-link.ts'
import { branchZone } from '../session/branch-zone.ts'
import { useSession } from '../session/session.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'
import { type Coverage, covers, useCoverage } from './coverage.ts'
import { showWith } from './first-page.ts'
import { listKeyOf } from './nearby-pages.ts'
import { useDeviceList } from './use-device-list.ts'
import { type ServerList, useServerList } from './use-server-list.ts'
import { viewerOf } from './viewer.ts'

/** A row of a study list; `onDevice` marks one that shows a change the server does not have yet. */
export type StudyListRow = ListedStudy

export interface StudyListPage {
  start: number
  total: number
  total_records: number
  cur_page: number
}

export interface StudyList {
  rows: StudyListRow[]
  page: StudyListPage
  from: 'device' | 'server'
  isLoading: boolean
  error?: Error
  /** Set if the device covers less than was requested: studies received before this are not in the list. */
  coveredFrom?: Date
  refresh: () => void
}

type Shown = Omit<StudyList, 'refresh'>

/**
 * Returns one page of the studies that match `filter`, newest first. From the device if it has everything that may
 * match, otherwise from the server; offline, the device reports since when its data is complete. Includes the user's
 * changes on this device at once.
 */
export function useStudyList(filter: StudyListInput): StudyList {
  const key = listKeyOf(filter)
  const device = useDevice()
  const { online } = useLink()
  const coverage = useCoverage()
  const own = useDeviceList(key)
  const waiting = useLive(WAITING, '').answer ?? NONE_WAITING
  const [asked, setAsked] = useState(0)
  const session = useSession()
  const isCovered =
    coverage !== undefined &&
    session !== undefined &&
    covers(coverage, filter, { zone: branchZone(), viewer: viewerOf(session) })
  const isWanted = !device || (coverage !== undefined && !isCovered && online)
  const remote = useServerList(key, isWanted, `${coverage?.cursor} ${asked}`)

  const refresh = useCallback(() => {
    device?.refresh()
    setAsked((n) => n + 1)
  }, [device])

  const shown = isCovered
    ? ofDevice(own, filter)
    : ofBoth(remote, own, filter, { coverage, waiting, isWanted, hasDevice: device !== undefined })
  return { ...shown, refresh }
}

const WAITING: LiveQuestion<OverlayRow[], WaitingChanges> = {
  read: ({ databases }) => readWaiting(databases.work, 'study'),
  open: (rows, { databases }) => openWaiting(databases, rows),
}
const NONE_WAITING: WaitingChanges = new Map()

function ofDevice(own: WindowAnswer | undefined, { p, ps }: StudyListInput): Shown {
  const rows = own?.rows ?? []
  const page = { start: (p - 1) * ps, total: rows.length, total_records: own?.matching ?? 0, cur_page: p }
  return { rows, page, from: 'device', isLoading: own === undefined }
}

interface Circumstances {
  coverage: Coverage | undefined
  waiting: WaitingChanges
  /** The server is being queried. */
  isWanted: boolean
  hasDevice: boolean
}

// The list opens with the device's data; the server's answer replaces it when it arrives.
function ofBoth(
  { answer, error, isLoading }: ServerList,
  own: WindowAnswer | undefined,
  filter: StudyListInput,
  { coverage, waiting, isWanted, hasDevice }: Circumstances,
): Shown {
  const problem = isWanted && !(error instanceof OfflineError) ? error : undefined
  if (isWanted && answer) {
    const rows = answer.rows.map((row) => showWith(waiting, row))
    return { rows, page: answer.page, from: 'server', isLoading, error: problem }
  }
  const fromDevice = ofDevice(own, filter)
  const isAwaited = isWanted && !error
  return {
    ...fromDevice,
    isLoading: isAwaited || (hasDevice && fromDevice.isLoading),
    // An unreachable server is no error while the device still reads: its answer comes, and the rows stay till then.
    error: problem ?? (hasDevice ? undefined : error),
    ...(coverage?.from && !isAwaited ? { coveredFrom: coverage.from } : {}),
  }
}
