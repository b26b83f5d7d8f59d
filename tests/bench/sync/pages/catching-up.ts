import { filter, firstValueFrom } from 'rxjs'
import { getDevice } from '#src/sync/current-device.ts'
import { browserLink } from '#src/sync/link/browser-link.ts'
import { firstRows } from './opening.ts'

const LOOK_MS = 50

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function countBehind(assignedTo: string, ids: readonly string[]): Promise<number> {
  const rows = await getDevice().databases.cache.studies.bulkGet([...ids])
  return rows.filter((row) => row?.assigned !== assignedTo).length
}

/**
 * Measures from the first response of the server until the first page of the worklist is up to date, and
 * until everything is.
 */
export async function watchCatchUp(
  ids: readonly string[],
  assignedTo: string,
): Promise<{ firstMs: number; allMs: number }> {
  const { databases } = getDevice()
  await firstValueFrom(browserLink().state$.pipe(filter(({ online }) => online)))
  const began = performance.now()
  const changed = new Set(ids)
  const isFirstPageRight = async () => {
    const rows = (await firstRows(databases)).filter(({ id }) => changed.has(id))
    return rows.every(({ assigned_doctor_id }) => assigned_doctor_id === assignedTo)
  }
  while (!(await isFirstPageRight())) await pause(LOOK_MS)
  const firstMs = performance.now() - began
  while ((await countBehind(assignedTo, ids)) > 0) await pause(LOOK_MS)
  return { firstMs, allMs: performance.now() - began }
}
