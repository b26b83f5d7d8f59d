import { useMemo } from 'react'
import { type Resource, useCatalogue } from '#src/parts/booking/services/use-catalogue.ts'

interface Choice {
  id: string
  name: string
}

/**
 * The targets to which a request can be converted at a branch: radiology departments with machines, clinic
 * departments with doctors.
 */
export interface Offer {
  radiology: readonly Choice[]
  clinic: readonly Choice[]
  /** Returns the services of the department. */
  servicesOf: (departmentId: string | null) => readonly Choice[]
  placesOf: (departmentId: string | null) => readonly Resource[]
  slotMinutesOf: (departmentId: string | null) => number | undefined
  isClinical: (departmentId: string | null) => boolean
  /**
   * Whether a machine or doctor must be chosen; false for clinic departments without doctors, such as a
   * laboratory.
   */
  needsPlace: (departmentId: string | null) => boolean
}

export function useOffer(branchId: string): Offer {
  const radiology = useCatalogue({ branchId, isRadiology: 1 })
  const clinic = useCatalogue({ branchId, isRadiology: 0 })
  return useMemo(() => {
    const clinical = new Set(clinic.departments.map(({ id }) => id))
    const isClinical = (id: string | null) => id !== null && clinical.has(id)
    const of = (id: string | null) => (isClinical(id) ? clinic : radiology)
    const placesOf = (id: string | null) => (id === null ? [] : of(id).placesOf(id))
    return {
      radiology: radiology.departments,
      clinic: clinic.departments,
      servicesOf: (id) => of(id).services.filter(({ department_id }) => department_id === id),
      placesOf,
      slotMinutesOf: (id) => (id === null ? undefined : of(id).slotMinutesOf(id)),
      isClinical,
      needsPlace: (id) => !isClinical(id) || placesOf(id).length > 0,
    }
  }, [radiology, clinic])
}
