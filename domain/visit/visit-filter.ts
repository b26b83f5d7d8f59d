import { holdsWords } from '../match/search-words.ts'
import type { RefSchemeFilter, SalesOrder } from '../money/sales/sales-filters.ts'
import { SCHEME_TYPE_OF } from '../money/sales/sales-filters.ts'
import { isLiveService, type ServiceStatus } from '../status/service-status.ts'
import { isVisitCancelled, type VisitStatus } from '../status/visit-status.ts'

/** Who referred a visit, or one of its slots. */
interface Referred {
  ref_hospital_id: string | null
  ref_dr_id: string | null
}

/** The part of a service that the list of visits reads. */
export interface FilteredService {
  department_id: string | null
  status: ServiceStatus
}

/** The part of a visit that the filters of Patients Visits read. Times are ISO 8601. */
export interface FilteredVisit extends Referred {
  id: string
  is_radiology: 0 | 1
  status: VisitStatus
  start_dt: string
  started_on: string | null
  created_by_id: string | null
  ref_dr_scheme_type: '' | 'Doctor' | 'Hospital'
  other_ref_dr_ids: readonly string[]
  machines: readonly Referred[]
  services: readonly FilteredService[]
  charges: number
  visit_no: string
  pat_id: string
  name: string
  gender: string
}

/**
 * The filters of Patients Visits that depend on the visit alone; an absent field does not filter. Branch, dates and
 * payment status are checked elsewhere. `'0'` as a referrer or department means none.
 */
export interface VisitConditions {
  is_radiology?: '0' | '1' | undefined
  department_id?: string | undefined
  status?: number | undefined
  ref_scheme?: RefSchemeFilter | undefined
  ref_hospital_id?: string | undefined
  ref_dr_id?: string | undefined
  created_by?: string | undefined
  k?: string | undefined
  is_started?: 'Y' | 'N' | undefined
  gender?: 'Male' | 'Female' | 'Other' | undefined
}

/** The filter value for visits without a referrer or department. */
export const NONE_ID = '0'

/**
 * True if a visit passes every filter. These rules match the server's query, so that a device finds the same visits as
 * the server does.
 */
export function fitsVisit(visit: FilteredVisit, asked: VisitConditions): boolean {
  const { is_radiology, status, created_by, is_started, gender } = asked
  const scheme = SCHEME_TYPE_OF[asked.ref_scheme ?? 'All']
  return (
    (is_radiology === undefined || visit.is_radiology === Number(is_radiology)) &&
    (status === undefined || visit.status === status) &&
    (created_by === undefined || visit.created_by_id === created_by) &&
    (scheme === undefined || visit.ref_dr_scheme_type === scheme) &&
    (asked.ref_hospital_id === undefined || isSentByHospital(visit, asked.ref_hospital_id)) &&
    (asked.ref_dr_id === undefined || isSentByDoctor(visit, asked.ref_dr_id)) &&
    (asked.department_id === undefined || isOfDepartment(visit, asked.department_id)) &&
    (is_started === undefined || hasStarted(visit) === (is_started === 'Y')) &&
    (gender === undefined || genderOf(visit) === gender) &&
    holdsWords([visit.visit_no, visit.pat_id, visit.name], asked.k)
  )
}

/** The order of the list: by start, visits of the same moment by id. */
export function compareVisits(order: SalesOrder) {
  const sign = order === 'date_asc' ? 1 : -1
  return (a: FilteredVisit, b: FilteredVisit): number =>
    sign * (Date.parse(a.start_dt) - Date.parse(b.start_dt) || compareText(a.id, b.id))
}

/** True if the visit is excluded from sums: it is cancelled, or all of its services are. */
export function isLeftOut({
  status,
  charges,
  services,
}: Pick<FilteredVisit, 'status' | 'charges' | 'services'>) {
  return (
    isVisitCancelled(status) ||
    (charges === 0 && services.length > 0 && !services.some((service) => isLiveService(service.status)))
  )
}

/** Live services count; so do those of a visit excluded from sums, since the list still shows it. */
export function listedServices<Service extends FilteredService>(
  visit: Pick<FilteredVisit, 'status' | 'charges'> & { services: readonly Service[] },
): readonly Service[] {
  return isLeftOut(visit) ? visit.services : visit.services.filter(({ status }) => isLiveService(status))
}

function isSentByHospital({ ref_hospital_id, machines }: FilteredVisit, id: string): boolean {
  const hospitals = [ref_hospital_id, ...machines.map((slot) => slot.ref_hospital_id)]
  return id === NONE_ID ? hospitals.every((one) => one === null) : hospitals.includes(id)
}

function isSentByDoctor({ ref_dr_id, other_ref_dr_ids, machines }: FilteredVisit, id: string): boolean {
  const doctors = [ref_dr_id, ...other_ref_dr_ids, ...machines.map((slot) => slot.ref_dr_id)]
  return id === NONE_ID ? doctors.every((one) => one === null) : doctors.includes(id)
}

function isOfDepartment(visit: FilteredVisit, id: string): boolean {
  const departments = listedServices(visit).map(({ department_id }) => department_id)
  if (id !== NONE_ID) return departments.includes(id)
  return departments.includes(null) || visit.services.length === 0
}

const hasStarted = ({ started_on, status }: FilteredVisit) => started_on !== null && !isVisitCancelled(status)

const genderOf = ({ gender }: FilteredVisit) => (gender === 'Male' || gender === 'Female' ? gender : 'Other')

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
