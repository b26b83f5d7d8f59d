import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { service } from '#contract/masters/service.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import { TILE_RULES } from '#domain/access/tiles.ts'
import { accessOf } from '#server/kernel/auth/access-of.ts'
import type { Caller, Context, Tx } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { MasterHooks, StoredRow } from '#server/masters/hooks.ts'
import { countWords, useWords } from '#server/masters/use-words.ts'
import { layFormF } from '../form-f/public/lay-forms.ts'

/** Hooks for services: radiology and clinical services have separate tiles, and only radiology services have a TAT. */
export const serviceHooks: MasterHooks<typeof service> = {
  prepare: async (
    { department_id, type, default_refdr_charges, default_refdr_charges_type, lab_services, ...flags },
    before,
    ctx,
  ) => {
    const { tx, caller } = ctx
    demandPregnancy(flags, before)
    demandPercent({
      charges: default_refdr_charges ?? Number(before?.default_refdr_charges ?? 0),
      type: default_refdr_charges_type ?? (before?.default_refdr_charges_type as string | undefined),
    })
    const isRadiology = await isRadiologyDepartment(tx, department_id ?? (before?.department_id as string))
    demandKind(caller, isRadiology)
    if (isRadiology && !(type ?? before?.type)) throw invalid({ type: 'is required' })
    if (lab_services && new Set(lab_services.map(({ id }) => id)).size < lab_services.length)
      throw invalid({ lab_services: 'name a test twice' })
    return {
      ...(isRadiology ? {} : { type: 'Exam_Service', tat: 0 }),
      ...(lab_services ? { lab_services: JSON.stringify(lab_services) } : {}),
    }
  },
  // If Form F already applies, the parts of its section C are created with the first service that needs them.
  afterSave: async (_id, { is_invasive }, _before, ctx) => {
    if (is_invasive === 1 && (await appliesSomewhere(ctx))) await layFormF(ctx)
  },
  complete: async (services) =>
    new Map(services.map(({ id, lab_services }) => [id, { lab_services: lab_services ?? [] }])),
  filter: (eb, { isradiology, is_radiology }) => {
    const kind = isradiology ?? is_radiology
    if (kind === undefined) return undefined
    return sql`exists (select from department d where d.client_id = ${PLATFORM_CLIENT_ID}
      and d.id = ${eb.ref('m.department_id' as 'm.id')} and d.isradiology = ${kind === '1'})`
  },
  beforeRemove: async ({ department_id }, { tx, caller }) =>
    demandKind(caller, await isRadiologyDepartment(tx, department_id as string)),
  usedIn: async (id, { tx, caller }) => {
    const { rows } = await sql<{ packages: number; name: string; rates: number }>`select
      count(*)::int as packages, coalesce(min(p.name), '') as name,
      (select count(*)::int from ref_dr_commission_service r
        where r.client_id = ${caller.clientId} and r.service_id = ${id}) as rates
      from package_service s join package p on p.client_id = s.client_id and p.id = s.package_id
      where s.client_id = ${caller.clientId} and s.service_id = ${id} and p.hidden is null`.execute(tx)
    const { packages = 0, name = '', rates = 0 } = rows[0] ?? {}
    return [
      ...(packages > 0 ? [useWords('package', { n: packages, name })] : []),
      ...(rates > 0 ? [countWords(rates, 'referral commission')] : []),
    ]
  },
}

/** Throws for an invasive procedure that is not marked as obstetric: Form F would not be requested for it. */
function demandPregnancy(
  { is_obstetric, is_invasive }: { is_obstetric?: 0 | 1 | undefined; is_invasive?: 0 | 1 | undefined },
  before: StoredRow | undefined,
): void {
  const isInvasive = is_invasive === undefined ? before?.is_invasive === true : is_invasive === 1
  const isObstetric = is_obstetric === undefined ? before?.is_obstetric === true : is_obstetric === 1
  if (isInvasive && !isObstetric)
    throw invalid({ is_invasive: 'needs “Ultrasound of a pregnancy” to be set as well' })
}

async function appliesSomewhere({ tx, caller }: Context): Promise<boolean> {
  const branch = await tx
    .selectFrom('branch')
    .select('id')
    .where('client_id', '=', caller.clientId)
    .where('pndt_applies', '=', true)
    .where('hidden', 'is', null)
    .executeTakeFirst()
  return branch !== undefined
}

/** Returns true if a department is a radiology department; throws if the id is unknown. */
export async function isRadiologyDepartment(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('department')
    .select('isradiology')
    .where('client_id', '=', PLATFORM_CLIENT_ID)
    .where('id', '=', id)
    .where('hidden', 'is', null)
    .executeTakeFirst()
  if (!row) throw invalid({ department_id: 'names a record that does not exist' })
  return row.isradiology
}

/** Throws unless the caller has the tile for that kind of service. */
export function demandKind(caller: Caller, isRadiology: boolean): void {
  const tile = isRadiology ? TILE_RULES.radiologyServices : TILE_RULES.clinicalServices
  if (!tile(accessOf(caller))) throw new Refusal('not_permitted')
}

/** Throws if a referral charge in percent exceeds 100. */
export function demandPercent({
  charges,
  type = 'Percent',
}: {
  charges: number
  type: string | undefined
}): void {
  if (type === 'Percent' && charges > 100) throw invalid({ default_refdr_charges: 'is 0 to 100' })
}
