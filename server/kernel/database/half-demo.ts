import { existsSync, rmSync } from 'node:fs'
import { demoMark } from '../backup/data-folder.ts'
import type { EmbeddedDatabase } from './embedded.ts'

/** True where the embedded database holds nothing but a demo that is being loaded or whose loading was cut short. */
export const isDemoHalfLoaded = (dataDir: string): boolean => existsSync(demoMark(dataDir))

/** Empties an embedded database whose demo was cut short, and takes its mark away: what comes next is not the demo's. */
export async function dropHalfDemo(
  dataDir: string,
  embedded: Pick<EmbeddedDatabase, 'empty'>,
): Promise<void> {
  if (!isDemoHalfLoaded(dataDir)) return
  await embedded.empty()
  rmSync(demoMark(dataDir))
}
