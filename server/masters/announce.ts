import type { AnyMaster, MasterScope } from '#contract/masters/engine/define-master.ts'
import type { MasterKey } from '#contract/masters/engine/keys.ts'
import type { SyncType } from '#contract/records/records.ts'
import type { Change, Context } from '#server/kernel/context.ts'
import { CLIENT_SCOPE, MASTERS_SCOPE, PEOPLE_SCOPE } from '#server/kernel/scopes.ts'
import { ANNOUNCE_PLATFORM_CHANGE } from './platform-change-name.ts'

/** The scope of the feed that holds a master's copies; undefined where no device has any. */
export const FEED_SCOPES: Record<MasterScope, string | undefined> = {
  client: CLIENT_SCOPE,
  masters: MASTERS_SCOPE,
  people: PEOPLE_SCOPE,
  none: undefined,
}

/** Masters that pickers hold as a type of their own as well (contract/calls/directory.ts). */
const PICKER_TYPES: Partial<Record<MasterKey, SyncType>> = {
  studyTag: 'tag',
  documentTag: 'document_tag',
  shortcut: 'shortcut',
}

interface Changed {
  id: string
  rev: number
  /** True where it was deleted: devices let go of it. */
  isGone?: boolean
}

/** What the feed of one client is told of a changed record. */
export function changesOf({ key, scope }: AnyMaster, { id, rev, isGone = false }: Changed): Change[] {
  const at = FEED_SCOPES[scope]
  const picker = PICKER_TYPES[key]
  const holders: [SyncType, string][] = [
    ...(at === undefined ? [] : [['master', at] as [SyncType, string]]),
    ...(picker === undefined ? [] : [[picker, CLIENT_SCOPE] as [SyncType, string]]),
  ]
  return holders.map(([type, holder]) => ({
    type,
    id,
    rev,
    scopes: isGone ? [] : [holder],
    left: isGone ? [holder] : [],
  }))
}

/** Tells the devices of the caller's client, and for the platform's own records those of every client. */
export async function announce(ctx: Context, master: AnyMaster, changed: Changed): Promise<void> {
  for (const change of changesOf(master, changed)) ctx.changed(change)
  if (master.owner === 'platform' && master.scope !== 'none') await announcePlatformChange(ctx, [changed.id])
}

/** Has every active client's devices told, by a job, that these records of the platform changed. */
export function announcePlatformChange(ctx: Pick<Context, 'addJob'>, ids: string[]): Promise<void> {
  return ctx.addJob({ name: ANNOUNCE_PLATFORM_CHANGE }, ids)
}
