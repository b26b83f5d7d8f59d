import { sql } from 'kysely'
import { linePrice } from '#domain/visit/line-price.ts'
import type { Booking } from '#server/features/visits/public/booking/booking-plan.ts'
import type { Referral } from '#server/features/visits/public/prices/freeze-commission.ts'
import type { Context } from '#server/kernel/context.ts'

/** The commission tables store "Without Hospital" as this id. */
const NO_HOSPITAL = '00000000-0000-0000-0000-000000000000'

/** Returns the list price of a service for its referrers; null if there is no price to compare with. */
export type ListPriceOf = (serviceId: string, referral: Referral) => number | null

interface Named {
  serviceIds: readonly string[]
  referrals: readonly Referral[]
}

/** Reads the price of each service within a package, by service id; empty without a package. */
export async function readPackagePrices(
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
  packageId: string | null,
): Promise<ReadonlyMap<string, number>> {
  if (packageId === null) return new Map()
  const { rows } = await sql<{ service_id: string; charges: number }>`
    select service_id, charges::float8 as charges from package_service
    where client_id = ${caller.clientId} and package_id = ${packageId}`.execute(tx)
  return new Map(rows.map((row) => [row.service_id, row.charges]))
}

/**
 * Reads the prices of these services at the booking's branch: the doctor's agreement, else the hospital's, else the
 * branch's charge, else the service's. Services of a package have no list price of their own; services booked beside
 * the package have one.
 */
export async function readListPrices(
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
  { branch_id, package_id }: Pick<Booking, 'branch_id' | 'package_id'>,
  { serviceIds, referrals }: Named,
): Promise<ListPriceOf> {
  if (serviceIds.length === 0) return () => null
  const referrers = [
    ...new Set(referrals.flatMap((one) => [one.ref_dr_id, one.ref_hospital_id]).filter((id) => id !== null)),
  ]
  const { rows } = await sql<{
    id: string
    charges: number
    branches: Record<string, number>
    agreed: Record<string, number>
  }>`
    select s.id, s.charges::float8 as charges, s.branches, coalesce((
      select jsonb_object_agg(a.ref_dr_id, a.service_charges) from ref_dr_commission_service a
      where a.client_id = ${caller.clientId} and a.service_id = s.id and a.branch_id = ${branch_id}
        and a.hospital_id = ${NO_HOSPITAL} and a.ref_dr_id = any(${referrers}::uuid[])
        and a.service_charges is not null), '{}') as agreed
    from service s where s.client_id = ${caller.clientId} and s.id = any(${[...serviceIds]}::uuid[])
      and not exists (select from package_service k where k.client_id = ${caller.clientId}
        and k.package_id = ${package_id}::uuid and k.service_id = s.id)`.execute(tx)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (serviceId, { ref_dr_id, ref_hospital_id }) => {
    const service = byId.get(serviceId)
    if (!service) return null
    const referrer = [ref_dr_id, ref_hospital_id]
      .flatMap((id) => (id === null ? [] : [service.agreed[id]]))
      .find((price) => price !== undefined)
    return linePrice(branch_id, { ...service, referrer })
  }
}
