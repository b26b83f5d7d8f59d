import { sql } from 'kysely'
import type { template } from '#contract/masters/template.ts'
import { ownerOfNew } from '#domain/masters/ownership.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { MasterHooks, StoredRow } from '#server/masters/hooks.ts'
import { announceTemplate } from './announce-templates.ts'
import { demandOwn, ownOrEverybodys } from './owned.ts'

/**
 * Hooks of templates, which belong to one doctor or to everybody; devices hold the active ones for the report editor.
 */
export const templateHooks: MasterHooks<typeof template> = {
  visible: ownOrEverybodys,
  prepare: async ({ cat_id, file_id: fileId, ...ages }, before, ctx) => {
    demandAgeRange(ages, before)
    if (before) demandOwn(before, ctx.caller)
    const owner = before ? (before.user_id as string | null) : ownerOfNew(ctx.caller)
    if (cat_id !== before?.cat_id) await demandCategory(cat_id, owner, ctx)
    if (fileId != null && fileId !== before?.file_id) await demandWordFile(fileId, ctx)
    return { ...(before ? {} : { user_id: owner }), ...(fileId !== undefined && { file_id: fileId }) }
  },
  afterSave: async (id, _input, before, ctx) => announceTemplate(ctx, { id, rev: (before?.rev ?? 0) + 1 }),
  beforeRemove: async (row, ctx) => {
    demandOwn(row, ctx.caller)
    announceTemplate(ctx, { id: row.id, rev: row.rev + 1 })
  },
  filter: (eb, { department_id: departmentId }) =>
    departmentId === undefined
      ? undefined
      : eb(
          'm.cat_id',
          'in',
          sql<string>`(select c.id from template_category c where c.client_id = m.client_id and c.department_id = ${departmentId})`,
        ),
  complete: async (rows, { tx, caller }) => {
    const categories = await tx
      .selectFrom('template_category')
      .select(['id', 'name', 'department_id'])
      .where('client_id', '=', caller.clientId)
      .where('id', 'in', [...new Set(rows.map(({ cat_id }) => cat_id as string))])
      .execute()
    const byId = new Map(categories.map((category) => [category.id, category]))
    return new Map(rows.map((row) => [row.id, completed(row, byId.get(row.cat_id as string))]))
  },
}

// A field omitted by a save stays unchanged.
function demandAgeRange(
  input: { age_from?: unknown; age_to?: unknown },
  before: StoredRow | undefined,
): void {
  const [from, to] = [input.age_from, input.age_to].map((age, at) =>
    age === undefined ? before?.[at === 0 ? 'age_from' : 'age_to'] : age,
  )
  if (typeof from === 'number' && typeof to === 'number' && from > to)
    throw invalid({ age_to: 'is not below Age from' })
}

const completed = (
  { user_id, file_id }: StoredRow,
  category: { name: string; department_id: string | null } | undefined,
) => ({
  user_id,
  file_id,
  category: category?.name ?? '',
  department_id: category?.department_id ?? null,
})

// Everybody's template must not be in a category that only one doctor sees.
async function demandCategory(
  id: string | null,
  owner: string | null,
  { tx, caller }: Context,
): Promise<void> {
  const category = await tx
    .selectFrom('template_category')
    .select('user_id')
    .where('client_id', '=', caller.clientId)
    .where('id', '=', id ?? '')
    .where('hidden', 'is', null)
    .executeTakeFirst()
  const fits = category && (category.user_id === null || category.user_id === owner)
  if (!fits) throw invalid({ cat_id: 'names a category that does not exist' })
}

async function demandWordFile(fileId: string, { tx, caller }: Context): Promise<void> {
  const file = await tx
    .selectFrom('file')
    .select('id')
    .where('client_id', '=', caller.clientId)
    .where('id', '=', fileId)
    .where('purpose', '=', 'template_word')
    .executeTakeFirst()
  if (!file) throw invalid({ file_id: 'names a file that is not there' })
}
