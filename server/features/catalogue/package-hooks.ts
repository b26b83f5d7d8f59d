import { sql } from 'kysely'
import type { PackageService, servicePackage } from '#contract/masters/package.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import { packageTotal } from '#domain/masters/package-total.ts'
import { brokenDecimals } from '#domain/money/decimals-rule.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { decimalsOf } from '#server/masters/decimals.ts'
import type { MasterHooks } from '#server/masters/hooks.ts'

/** Amounts are stored with three decimals; a client's currency has at most as many. */
const DECIMALS = 3

/** Hooks for packages: their services are separate rows, and the total is the sum of their prices in the package. */
export const packageHooks: MasterHooks<typeof servicePackage> = {
  prepare: async ({ services, is_radiology }, before, ctx) => {
    if (services.length === 0) throw invalid({ services: 'are required' })
    await demandServices(services, ctx)
    const isRadiology = is_radiology === undefined ? before?.is_radiology !== false : is_radiology === 1
    await demandOneKind(services, isRadiology, ctx)
    return undefined
  },
  afterSave: async (id, { services }, _before, { tx, caller }) => {
    await sql`delete from package_service where client_id = ${caller.clientId} and package_id = ${id}`.execute(
      tx,
    )
    if (services.length === 0) return
    const rows = services.map(({ service_id, charges }, place) => ({ service_id, charges, place }))
    await sql`insert into package_service (client_id, package_id, service_id, place, charges)
      select ${caller.clientId}::uuid, ${id}::uuid, r.service_id, r.place, r.charges
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (service_id uuid, place int, charges numeric)`.execute(
      tx,
    )
  },
  complete: async (packages, { tx, caller }) => {
    const ids = packages.map(({ id }) => id)
    const { rows } = await sql<{ id: string; services: PackageService[] }>`
      select p.package_id as id, jsonb_agg(jsonb_build_object('service_id', s.id, 'charges', p.charges, 'name', s.name,
        'code', s.code, 'department', d.name, 'original_charges', s.charges) order by p.place) as services
      from package_service p
      join service s on s.client_id = p.client_id and s.id = p.service_id
      left join department d on d.id = s.department_id
      where p.client_id = ${caller.clientId} and p.package_id = any(${ids}::uuid[])
      group by p.package_id`.execute(tx)
    const services = new Map(rows.map((row) => [row.id, row.services]))
    return new Map(
      ids.map((id) => {
        const own = services.get(id) ?? []
        return [id, { services: own, total: totalOf(own) }]
      }),
    )
  },
}

const totalOf = (services: readonly PackageService[]) =>
  fromMinor(packageTotal(services.map(({ charges }) => toMinor(charges, DECIMALS))), DECIMALS)

async function demandServices(services: readonly PackageService[], { tx, caller }: Context): Promise<void> {
  const decimals = await decimalsOf({ tx, caller })
  const rule = services.map(({ charges }) => brokenDecimals(charges, decimals)).find((found) => found)
  if (rule !== undefined) throw invalid({ services: `have a price that ${rule}` })
  const ids = services.map(({ service_id }) => service_id)
  if (new Set(ids).size < ids.length) throw invalid({ services: 'name a service twice' })
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from service
    where client_id = ${caller.clientId} and id = any(${ids}::uuid[]) and hidden is null`.execute(tx)
  if (rows[0]?.n !== ids.length) throw invalid({ services: 'name a service that does not exist' })
}

// Booking offers a package together with services of its kind; a service of the other kind would have no machine.
async function demandOneKind(
  services: readonly PackageService[],
  isRadiology: boolean,
  { tx, caller }: Context,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`select s.name from service s
    join department d on d.client_id = ${PLATFORM_CLIENT_ID} and d.id = s.department_id
    where s.client_id = ${caller.clientId} and s.id = any(${services.map(({ service_id }) => service_id)}::uuid[])
      and d.isradiology <> ${isRadiology} order by s.name limit 1`.execute(tx)
  const [stranger] = rows
  if (!stranger) return
  const kind = isRadiology ? 'no radiology service' : 'a radiology service'
  throw invalid({ services: `hold ${stranger.name}, which is ${kind}` })
}
