import { branchOfScope, CLIENT_SCOPE } from '../scopes.ts'
import type { Page } from './page.ts'
import type { Reading } from './pull-changes.ts'

/**
 * Takes the branches themselves from the device, whose studies it lost: they are masters and stand in another scope,
 * which the device keeps. A branch that the caller may still read is left.
 */
export async function addLostBranches(page: Page, reading: Reading, lost: readonly string[]): Promise<void> {
  const { tx, caller, now, sources } = reading
  const ids = lost.map(branchOfScope).filter((id) => id !== undefined)
  const source = sources.get('branch')
  if (!source || ids.length === 0) return
  const readable = await source.read(tx, caller, ids, now)
  for (const id of ids) if (!readable.has(id)) page.leave('branch', id, CLIENT_SCOPE, 0)
}
