import { KNOWS } from '#domain/access/knowledge.ts'
import type { AccessSession } from '#domain/access/rules.ts'

/** The tabs of a visit by their numbers in docs/visits.md#visit-panel. */
export const VISIT_TABS = [1, 2, 3, 4, 5, 6, 7] as const
export type VisitTab = (typeof VISIT_TABS)[number]

/** Medical History, Prescription, Investigation, Treatment Plan. */
const FIRST_CLINICAL: VisitTab = 4

/** The tab of a visit's money. */
export const PAYMENTS_TAB: VisitTab = 3

/**
 * Returns the tabs that a person sees: payments if they may see money, clinical ones only for a clinic doctor
 * at a clinical visit.
 */
export function tabsOf(
  visit: { is_radiology: 0 | 1 },
  session: AccessSession | undefined,
): readonly VisitTab[] {
  const isClinical = visit.is_radiology === 0 && session?.is_clinic_doctor === 1
  const knowsMoney = session !== undefined && KNOWS.money(session)
  return VISIT_TABS.filter((tab) => (tab === PAYMENTS_TAB ? knowsMoney : isClinical || tab < FIRST_CLINICAL))
}
