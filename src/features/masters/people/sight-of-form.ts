import { ACTS } from '#contract/acts.ts'
import type { Rights } from '#domain/access/rights-change.ts'
import { compareSight, type MarkedItem, type SightItem, sightOf } from '#domain/access/role-sight.ts'
import type { AccessSession } from '#domain/access/rules.ts'
import type { SessionFields } from '#domain/access/session.ts'

/** The kinds of person for the preview of a role: some rules depend on the kind as well as on the role. */
export const SEEN_AS = ['staff', 'doctor', 'clinicDoctor', 'referrer', 'patient'] as const
export type SeenAs = (typeof SEEN_AS)[number]

/** The role of a form: its current and saved permissions, and whether it is the administrators' role. */
export interface RoleSightOf {
  rights: Rights
  /** Absent for a new role. */
  saved: Rights | undefined
  isAdmin: boolean
}

/** Returns the session that a person of the role would have at the editor's centre. */
function sessionOf(own: SessionFields, { modules }: Rights, seenAs: SeenAs, isAdmin: boolean): AccessSession {
  const is = (kind: SeenAs) => (seenAs === kind ? 1 : 0)
  const isStaff = seenAs !== 'patient' && seenAs !== 'referrer'
  return {
    user_type: seenAs === 'patient' ? 'PATIENT' : own.user_type,
    modules: [...modules],
    main_modules: own.main_modules,
    is_patient: is('patient'),
    is_ref_doctor: is('referrer'),
    is_doctor: is('doctor'),
    is_clinic_doctor: is('clinicDoctor'),
    is_client_admin: isAdmin && isStaff ? 1 : 0,
    can_create_branch: isAdmin && isStaff ? own.can_create_branch : 0,
    pacs_used: own.pacs_used,
  }
}

/** Returns what a person of the role could see and do, marked with the differences from the saved role. */
export function sightOfRole(own: SessionFields, role: RoleSightOf, seenAs: SeenAs): MarkedItem[] {
  const sight = (rights: Rights): SightItem[] => {
    const session = sessionOf(own, rights, seenAs, role.isAdmin)
    return sightOf({ session, salesReport: rights.salesReport, salesInvoice: rights.salesInvoice }, ACTS)
  }
  return compareSight(role.saved && sight(role.saved), sight(role.rights))
}
