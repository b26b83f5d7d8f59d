import type { SessionFields } from '#domain/access/session.ts'

/** The tabs of a visit by their numbers in spec 3 section 2.8. */
export const VISIT_TABS = [1, 2, 3, 4, 5, 6, 7] as const
export type VisitTab = (typeof VISIT_TABS)[number]

/** Medical History, Prescription, Investigation, Treatment Plan. */
const FIRST_CLINICAL: VisitTab = 4

/** The tabs that a person sees: those of the clinic only at a clinical visit, and only a clinic doctor. */
export function tabsOf(
  visit: { is_radiology: 0 | 1 },
  session: Pick<SessionFields, 'is_clinic_doctor'> | undefined,
): readonly VisitTab[] {
  const isClinical = visit.is_radiology === 0 && session?.is_clinic_doctor === 1
  return isClinical ? VISIT_TABS : VISIT_TABS.filter((tab) => tab < FIRST_CLINICAL)
}
