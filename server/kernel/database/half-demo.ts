import { existsSync, rmSync } from 'node:fs'
import { demoMark } from '../backup/data-folder.ts'
import type { EmbeddedDatabase } from './embedded.ts'

/** Returns true if the embedded database holds only a demo that is being loaded or whose loading was interrupted. */
export const isDemoHalfLoaded = (dataDir: string): boolean => existsSync(demoMark(dataDir))

/** Empties an embedded database whose demo load was interrupted, and removes its mark: later data is not the demo's. */
export async function dropHalfDemo(
  dataDir: string,
  embedded: Pick<EmbeddedDatabase, 'empty'>,
): Promise<void> {
  if (!isDemoHalfLoaded(dataDir)) return
  await embedded.empty()
  rmSync(demoMark(dataDir))
}
