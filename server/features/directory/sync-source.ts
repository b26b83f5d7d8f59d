import type { SyncType } from '#contract/records/records.ts'
import { isStaff } from '#domain/access/rules.ts'
import { accessOf } from '#server/kernel/auth/access-of.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { CLIENT_SCOPE, DESK_SCOPE } from '#server/kernel/scopes.ts'
import { declaredSource, type SyncBody, type SyncSource } from '#server/kernel/sync/source.ts'
import { selectDeskPeople, selectDeskPeopleRevisions } from './people-store.ts'
import {
  type MasterRevision,
  selectBranches,
  selectBranchRevisions,
  selectDoctorRevisions,
  selectDoctors,
  selectDocumentTagRevisions,
  selectDocumentTags,
  selectShortcutRevisions,
  selectShortcuts,
  selectTagRevisions,
  selectTags,
  selectTemplateRevisions,
  selectTemplates,
} from './store.ts'

type Body<Type extends SyncType> = SyncBody<Type>['body']
type Select<Type extends SyncType> = (
  tx: Tx,
  caller: Caller,
  ids?: readonly string[],
) => Promise<Body<Type>[]>

/**
 * Creates the source of a master that every device of the client holds completely; uses the same query as the
 * master's list.
 */
function masterSource<Type extends SyncType>(
  type: Type,
  select: Select<Type>,
  selectRevisions: (tx: Tx, caller: Caller) => Promise<MasterRevision[]>,
  scope: typeof CLIENT_SCOPE | typeof DESK_SCOPE = CLIENT_SCOPE,
): SyncSource<Type> {
  return {
    ...declaredSource(type),
    read: async (tx, caller, ids) => {
      const rows = await select(tx, caller, ids)
      return new Map(rows.map((body) => [body.id, { rev: body.rev, body, scopes: [scope] }]))
    },
    backfill: async (tx, caller, _scope, after, limit) => {
      const ids = (await select(tx, caller)).map((row) => row.id).sort()
      return ids.filter((id) => after === undefined || id > after).slice(0, limit)
    },
    revisions: async (tx, caller, scopes, { day }) => {
      if (day || !scopes.includes(scope)) return []
      return (await selectRevisions(tx, caller)).map((row) => ({ ...row, day: '' }))
    },
  }
}

export const branchSource: SyncSource<'branch'> = {
  ...masterSource('branch', selectBranches, selectBranchRevisions),
  ofBranches: (_tx, _caller, branchIds) => Promise.resolve([...branchIds]),
}
export const doctorSource = masterSource('doctor', selectDoctors, selectDoctorRevisions)
export const tagSource = masterSource('tag', selectTags, selectTagRevisions)
/** Hides the source from everybody except staff: referrers, who have sessions of the client too, get none of it. */
function staffSource<Type extends SyncType>(source: SyncSource<Type>): SyncSource<Type> {
  const holds = (caller: Caller) => isStaff(accessOf(caller))
  return {
    ...source,
    read: async (tx, caller, ids, now) =>
      holds(caller) ? source.read(tx, caller, ids, now) : new Map<string, SyncBody<Type>>(),
    backfill: async (tx, caller, ...rest) => (holds(caller) ? source.backfill(tx, caller, ...rest) : []),
    revisions: async (tx, caller, scopes, span) =>
      holds(caller) ? source.revisions(tx, caller, scopes, span) : [],
  }
}

export const templateSource = staffSource(masterSource('template', selectTemplates, selectTemplateRevisions))
export const shortcutSource = staffSource(masterSource('shortcut', selectShortcuts, selectShortcutRevisions))
export const documentTagSource = staffSource(
  masterSource('document_tag', selectDocumentTags, selectDocumentTagRevisions),
)
/** Doctors of every kind, including referrers, for people who book visits. */
export const personSource = masterSource('person', selectDeskPeople, selectDeskPeopleRevisions, DESK_SCOPE)
