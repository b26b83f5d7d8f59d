import { useMemo } from 'react'
import type { LicenceRecord } from '#contract/masters/licence.ts'
import { LICENCE_WARNING_DAYS, licenceDaysLeft } from '#domain/access/licence-rule.ts'
import { isClientAdmin, isPlatform } from '#domain/access/rules.ts'
import { SETUP_TILES } from '#domain/access/setup-steps.ts'
import { TILE_SLUGS } from '#domain/access/tiles.ts'
import type { Todo, TodoKind } from '#domain/home/todo.ts'
import { deviceLevels, needsAttention } from '#domain/sync/device-urgency.ts'
import { useSetupSteps } from '#src/parts/checklist/use-setup-steps.ts'
import { useDeviceList } from '#src/sync/devices/use-device-list.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import { useQueue } from '#src/sync/outbox/look/use-queue.ts'
import type { TodoContext } from './use-reading-todo.ts'

/** Returns the open tasks of the centre's administrators: refused work, setup, devices and licences. */
export function useAdminTodo({ session, isOnline, now }: TodoContext) {
  const { items } = useQueue()
  const steps = useSetupSteps()
  const { devices } = useDeviceList(isOnline && isClientAdmin(session))
  const isOfPlatform = isPlatform(session) && session.modules.includes('manage_clients')
  const { rows } = useMasters('licence', { status: '1' }, isOfPlatform && isOnline)
  const licences = useMemo(
    () => (isOfPlatform ? endingLicences(rows, new Date(now)) : []),
    [rows, isOfPlatform, now],
  )
  const parked = items.filter(({ state }) => state === 'needs_you')
  const conflicts = parked.filter(({ isConflict }) => isConflict).length
  const open = steps.filter(({ is_done }) => !is_done)
  const late = (devices ?? []).filter((device) => needsAttention(deviceLevels(device, now))).length
  const [next] = open
  const found: Partial<Record<TodoKind, Todo | undefined>> = {
    conflicts: { count: conflicts, to: '/sync' },
    refused: { count: parked.length - conflicts, to: '/sync' },
    setup: next && { count: open.length, to: `/master/${TILE_SLUGS[SETUP_TILES[next.step]]}` },
    devices: { count: late, to: '/devices?state=attention' },
    licences: { count: licences.length, to: '/dashboard?todo=licences' },
  }
  return { found, licences }
}

/** Returns licences in use by clients that end within a month or have ended; the earliest end first. */
function endingLicences(licences: readonly LicenceRecord[], now: Date): LicenceRecord[] {
  return licences
    .filter((one) => one.used_by !== null && licenceDaysLeft(one, now) <= LICENCE_WARNING_DAYS)
    .sort((a, b) => a.expired_on.localeCompare(b.expired_on))
}
