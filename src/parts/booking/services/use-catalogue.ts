import { useMemo } from 'react'
import type { UserItem } from '#contract/calls/directory.ts'
import type { DepartmentRecord } from '#contract/masters/department.ts'
import type { ServiceRecord } from '#contract/masters/service.ts'
import { usePeople } from '#src/sync/desk/use-people.ts'
import type { MasterRecordOf } from '#src/sync/masters/master-of.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'

/** A machine, or in a clinic a doctor: where a slot takes place. */
export interface Resource {
  id: string
  name: string
  departmentId: string
}

/** What can be booked at a branch, and where. */
export interface Catalogue {
  departments: readonly DepartmentRecord[]
  services: readonly ServiceRecord[]
  packages: readonly MasterRecordOf<'package'>[]
  placesOf: (departmentId: string) => readonly Resource[]
  /** Minutes of a slot; undefined if the department defines none. */
  slotMinutesOf: (departmentId: string) => number | undefined
  isLoading: boolean
}

interface CatalogueOptions {
  branchId: string
  isRadiology: 0 | 1
}

const NONE: readonly Resource[] = []

/** Returns the active departments, services, packages, machines and clinic doctors of a branch, from this device. */
export function useCatalogue({ branchId, isRadiology }: CatalogueOptions): Catalogue {
  const departments = useMasters('department', { isradiology: isRadiology, status: 1 })
  const services = useMasters('service', { status: 1 })
  const packages = useMasters('package', { status: 1, is_radiology: isRadiology })
  const machines = useMasters('machine', { status: 1, branch_id: branchId })
  const { people, isLoading: areDoctorsLoading } = usePeople()
  const isLoading =
    departments.isLoading || services.isLoading || (isRadiology ? machines.isLoading : areDoctorsLoading)
  // Memoized by rows: their wrapper is a new object at each render.
  const [ofDepartments, ofServices, ofPackages, ofMachines] = [
    departments.rows,
    services.rows,
    packages.rows,
    machines.rows,
  ]
  return useMemo(() => {
    const known = new Map(ofDepartments.map((row) => [row.id, row]))
    const places = isRadiology ? machinePlaces(ofMachines) : doctorPlaces(people, branchId)
    const byDepartment = Map.groupBy(places, ({ departmentId }) => departmentId)
    return {
      departments: ofDepartments,
      services: ofServices.filter(({ department_id }) => known.has(department_id ?? '')),
      packages: ofPackages,
      placesOf: (id) => byDepartment.get(id) ?? NONE,
      slotMinutesOf: (id) => known.get(id)?.slot_duration || undefined,
      isLoading,
    }
  }, [ofDepartments, ofServices, ofPackages, ofMachines, people, branchId, isRadiology, isLoading])
}

function machinePlaces(machines: readonly MasterRecordOf<'machine'>[]): Resource[] {
  return machines
    .toSorted((a, b) => (a.disp_odr ?? 0) - (b.disp_odr ?? 0))
    .map(({ id, name, department_id }) => ({ id, name, departmentId: department_id ?? '' }))
}

function doctorPlaces(people: readonly UserItem[], branchId: string): Resource[] {
  const isHere = ({ is_clinic_doctor, status, branch_ids = [] }: UserItem) =>
    is_clinic_doctor === 1 && status === 1 && branch_ids.includes(branchId)
  return people
    .filter(isHere)
    .map(({ id, name, department_id }) => ({ id, name, departmentId: department_id ?? '' }))
}
