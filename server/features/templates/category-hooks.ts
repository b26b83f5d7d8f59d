import type { templateCat } from '#contract/masters/template-cat.ts'
import { ownerOfNew } from '#domain/masters/ownership.ts'
import type { MasterHooks, StoredRow } from '#server/masters/hooks.ts'
import { announceTemplatesOf } from './announce-templates.ts'
import { demandOwn, ownOrEverybodys } from './owned.ts'

/**
 * Hooks of template categories, which belong to one doctor or to everybody; the copies of their templates on devices
 * contain the category's name.
 */
export const templateCatHooks: MasterHooks<typeof templateCat> = {
  visible: ownOrEverybodys,
  prepare: async (_input, before, { caller }) => {
    if (!before) return { user_id: ownerOfNew(caller) }
    demandOwn(before, caller)
    return undefined
  },
  afterSave: async (id, input, before, ctx) => {
    if (before && isOtherInTemplates(input, before)) await announceTemplatesOf(id, ctx)
  },
  beforeRemove: async (row, { caller }) => demandOwn(row, caller),
  complete: async (rows) => new Map(rows.map(({ id, user_id }) => [id, { user_id }])),
}

type Input = { name: string; department_id?: string | null | undefined; status: 0 | 1 }

const isOtherInTemplates = (input: Input, before: StoredRow) =>
  input.name !== before.name ||
  (input.department_id !== undefined && input.department_id !== before.department_id) ||
  (input.status === 1) !== before.active
