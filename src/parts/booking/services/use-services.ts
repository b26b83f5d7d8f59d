import { useState } from 'react'
import { findMinor, minorToText } from '#domain/money/minor-units.ts'
import { hasVisitStarted } from '#domain/status/visit-status.ts'
import { useSession } from '#src/sync/session/session.ts'
import { addServices, clearLines, hasService, removeLine } from '../draft/change-draft.ts'
import type { DraftLine } from '../draft/draft.ts'
import { type Booking, isCancelledLine } from '../use-booking.ts'
import { BOOKING_WORDS as WORDS } from '../words.ts'

/** Adding and removing services by the booking rules. */
export interface Services {
  /** Why the last choice was not possible. */
  notice: string | undefined
  add: (serviceId: string) => void
  addPackage: (packageId: string | null) => void
  remove: (lineId: string) => void
  /** Why a line cannot be removed; undefined if it can. */
  keptBecause: (line: DraftLine) => string | undefined
}

export function useServices(booking: Booking): Services {
  const [notice, setNotice] = useState<string>()
  const mayRemove = useSession()?.modules.includes('remove_service_after_visit_start') ?? false
  const { draft, change, catalogue, visit, machineId, decimals } = booking
  const isStarted = visit !== undefined && hasVisitStarted(visit.status)

  const choose = (serviceId: string, charges?: number) => {
    const service = catalogue.services.find(({ id }) => id === serviceId)
    if (!service) return undefined
    const departmentId = service.department_id ?? ''
    const places = catalogue.placesOf(departmentId)
    const place = places.find(({ id }) => id === machineId) ?? places[0]
    return {
      id: serviceId,
      name: service.name,
      code: service.code ?? '',
      departmentId,
      placeId: place?.id ?? null,
      ...(charges !== undefined && { charges: minorToText(findMinor(charges, decimals) ?? 0, decimals) }),
    }
  }
  /** Returns false, and clears the list, if a department defines no slot length (docs/visits.md#booking). */
  const isConfigured = (departments: readonly string[]) => {
    if (departments.every((id) => catalogue.slotMinutesOf(id) !== undefined)) return true
    change(clearLines)
    setNotice(WORDS.unconfigured)
    return false
  }

  return {
    notice,
    add: (serviceId) => {
      const chosen = choose(serviceId)
      if (!chosen) return
      if (hasService(draft, serviceId, isCancelledLine)) return setNotice(WORDS.alreadyAdded)
      if (!isConfigured([chosen.departmentId])) return
      setNotice(undefined)
      change((now) => addServices(now, [chosen]))
    },
    addPackage: (packageId) => {
      const found = catalogue.packages.find(({ id }) => id === packageId)
      if (!found) return change((now) => ({ ...now, packageId: null }))
      const known = found.services.flatMap(({ service_id, charges }) => choose(service_id, charges) ?? [])
      const chosen = known.filter(({ id }) => !hasService(draft, id, isCancelledLine))
      if (!isConfigured(chosen.map(({ departmentId }) => departmentId))) return
      setNotice(chosen.length < known.length ? WORDS.alreadyAdded : undefined)
      change((now) => ({ ...addServices(now, chosen), packageId }))
    },
    remove: (lineId) => {
      setNotice(undefined)
      change((now) => removeLine(now, lineId))
    },
    keptBecause: ({ status }) =>
      isStarted && status !== undefined && !mayRemove ? WORDS.keptAfterStart : undefined,
  }
}
