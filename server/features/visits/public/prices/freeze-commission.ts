import { sql } from 'kysely'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import { findCountry } from '#domain/masters/countries.ts'
import { type AgreedRates, type CommissionRate, commissionRate } from '#domain/money/commission.ts'
import type { Context } from '#server/kernel/context.ts'
import type { BookedService } from '../booking/booking-masters.ts'

/** The commission tables store "Without Hospital" as this id (server/features/catalogue/commission-store.ts). */
const NO_HOSPITAL = '00000000-0000-0000-0000-000000000000'

interface Referrer {
  id: string
  is_commission: boolean
  basis: 'Service' | 'Department'
}

interface RateRow {
  ref_dr_id: string
  hospital_id: string
  /** The id of the service or department. */
  about: string
  kind: 'service' | 'department'
  type: CommissionRate['type']
  rate: number
}

/** The columns that keep the rates of a line as they were at booking. */
export interface FrozenRates {
  commission_type: '' | CommissionRate['type']
  commission_rate: number | null
  hospital_commission_type: '' | CommissionRate['type']
  hospital_commission_rate: number | null
}

/** The referrers of a line. */
export interface Referral {
  ref_dr_id: string | null
  ref_hospital_id: string | null
}

/** Returns the frozen rates of a line. The agreements of all referrers were read beforehand, at once. */
export type FreezeRates = (service: BookedService, referral: Referral) => FrozenRates

/**
 * Reads the agreements with these referrers at a branch. Nothing is frozen where fee-splitting is banned
 * (docs/money.md); a line that was booked earlier keeps its frozen rates.
 */
export async function readCommissions(
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
  branchId: string,
  referrals: readonly Referral[],
): Promise<FreezeRates> {
  const ids = [
    ...new Set(referrals.flatMap((one) => [one.ref_dr_id, one.ref_hospital_id]).filter((id) => id !== null)),
  ]
  if (ids.length === 0 || (await isCommissionBanned({ tx, caller }))) return () => NONE
  const whose = sql`client_id = ${caller.clientId} and branch_id = ${branchId} and ref_dr_id = any(${ids}::uuid[])`
  const { rows: referrers } = await sql<Referrer>`
    select id, ref_dr_is_commission as is_commission, ref_dr_commission_on as basis from app_user
    where client_id = ${caller.clientId} and id = any(${ids}::uuid[])`.execute(tx)
  const { rows: rates } = await sql<RateRow>`
    select ref_dr_id, hospital_id, service_id as about, 'service' as kind, charges_type as type,
      charges::float8 as rate from ref_dr_commission_service where ${whose} and charges is not null
    union all
    select ref_dr_id, hospital_id, department_id, 'department', 'Percent', charges_per::float8
      from ref_dr_commission_department where ${whose}`.execute(tx)
  return (service, referral) => {
    const rateOf = (id: string | null, hospital: string | null) =>
      rateFor(
        service,
        referrers.find((one) => one.id === id),
        { hospital, rates },
      )
    const doctor = rateOf(referral.ref_dr_id, referral.ref_hospital_id)
    const hospital = rateOf(referral.ref_hospital_id, null)
    return {
      commission_type: doctor?.type ?? '',
      commission_rate: doctor?.rate ?? null,
      hospital_commission_type: hospital?.type ?? '',
      hospital_commission_rate: hospital?.rate ?? null,
    }
  }
}

/** Returns true if fee-splitting is banned in the client's country, by the platform's settings. */
async function isCommissionBanned({ tx, caller }: Pick<Context, 'tx' | 'caller'>): Promise<boolean> {
  const { country_id } = await tx
    .selectFrom('client')
    .select('country_id')
    .where('id', '=', caller.clientId)
    .executeTakeFirstOrThrow()
  const country = findCountry(country_id)
  if (!country) return false
  const ban = await tx
    .selectFrom('commission_ban')
    .select('id')
    .where('client_id', '=', PLATFORM_CLIENT_ID)
    .where('name', '=', country.name)
    .where('active', '=', true)
    .where('hidden', 'is', null)
    .executeTakeFirst()
  return ban !== undefined
}

const NONE: FrozenRates = {
  commission_type: '',
  commission_rate: null,
  hospital_commission_type: '',
  hospital_commission_rate: null,
}

function rateFor(
  service: BookedService,
  referrer: Referrer | undefined,
  { hospital, rates }: { hospital: string | null; rates: readonly RateRow[] },
): CommissionRate | undefined {
  if (!referrer) return undefined
  const agreed = (hospitalId: string): AgreedRates => {
    const about = (kind: RateRow['kind'], id: string) =>
      rates.find(
        (row) =>
          row.kind === kind &&
          row.about === id &&
          row.ref_dr_id === referrer.id &&
          row.hospital_id === hospitalId,
      )
    return {
      service: about('service', service.id),
      department: about('department', service.department_id)?.rate,
    }
  }
  return commissionRate({
    isCommission: referrer.is_commission,
    basis: referrer.basis,
    ...(hospital !== null && { withHospital: agreed(hospital) }),
    withoutHospital: agreed(NO_HOSPITAL),
    ofService: service.commission,
    ofDepartment: service.department_commission,
  })
}
