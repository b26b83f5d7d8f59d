import type { directoryCalls, PacsStatus } from '#contract/calls/directory.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { isStaff } from '#domain/access/rules.ts'
import { VISIT_STATUS_TABLE, VISIT_STATUSES, type VisitStatus } from '#domain/status/visit-status.ts'
import { accessOf } from '#server/kernel/auth/access-of.ts'
import type { Caller, Context, HandlersFor } from '#server/kernel/context.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { selectPeople } from './people-store.ts'
import { selectBranches, selectDocumentTags, selectShortcuts, selectTags, selectTemplates } from './store.ts'

export const directoryHandlers: HandlersFor<typeof directoryCalls> = {
  branches: async (_, { tx, caller }) => ({ result: await selectBranches(tx, demandNotPatient(caller)) }),
  studyTags: async (_, { tx, caller }) => ({ result: await selectTags(tx, demandNotPatient(caller)) }),
  doctors: async (input, { tx, caller }) => ({
    result: await selectPeople(tx, demandNotPatient(caller), input),
  }),
  templates: async (_, { tx, caller }) => ({ result: await selectTemplates(tx, demandStaff(caller)) }),
  shortcuts: async (_, { tx, caller }) => ({ result: await selectShortcuts(tx, demandStaff(caller)) }),
  documentTags: async (_, { tx, caller }) => ({ result: await selectDocumentTags(tx, demandStaff(caller)) }),
  apptStatusList: async (_, { caller }) => {
    demandNotPatient(caller)
    return { result: VISIT_STATUSES.map((id) => ({ id, ...named(id) })) }
  },
  pacsStatus: async (_, ctx) => {
    demandStaff(ctx.caller)
    return { result: await selectPacsStatus(ctx) }
  },
}

const named = (id: VisitStatus) => {
  const { label: name, colour } = VISIT_STATUS_TABLE[id]
  return { name, colour }
}

/** Throws for patients: the centre's lists are for staff and referrers. */
function demandNotPatient(caller: Caller): Caller {
  if (caller.userType === 'PATIENT') throw new Refusal('not_permitted')
  return caller
}

/** Throws for patients and referrers: only staff may use the lists for writing and scanning. */
function demandStaff(caller: Caller): Caller {
  if (!isStaff(accessOf(caller))) throw new Refusal('not_permitted')
  return caller
}

/** Checked before the input is parsed. */
export const DIRECTORY_DEMANDS: DemandsFor<typeof directoryCalls> = {
  branches: demandNotPatient,
  studyTags: demandNotPatient,
  doctors: demandNotPatient,
  templates: demandStaff,
  shortcuts: demandStaff,
  documentTags: demandStaff,
  apptStatusList: demandNotPatient,
  pacsStatus: demandStaff,
}

async function selectPacsStatus({ tx, caller }: Context): Promise<PacsStatus[]> {
  const rows = await tx
    .selectFrom('pacs')
    .select(['id', 'name', 'state', 'state_detail', 'last_ok', 'last_try'])
    .where('client_id', '=', caller.clientId)
    .where('active', '=', true)
    .where('hidden', 'is', null)
    .orderBy('name')
    .execute()
  return rows.map(({ id, name, state, state_detail, last_ok, last_try }) => ({
    id,
    name,
    state: state as PacsStatus['state'],
    detail: state_detail,
    last_ok: last_ok?.toISOString() ?? null,
    last_try: last_try?.toISOString() ?? null,
  }))
}
