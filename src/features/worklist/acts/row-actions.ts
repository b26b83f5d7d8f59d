import type { StudyListFlag } from '#contract/calls/studies.ts'
import { READING_MODULES } from '#contract/kernel/modules.ts'
import type { MainModule } from '#domain/access/main-modules.ts'
import type { Permission } from '#domain/access/permissions.ts'
import type { AccessSession } from '#domain/access/rules.ts'
import { SCREEN_RULES } from '#domain/access/screens.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { hasPreview, hasSigned, hasVerified } from '#domain/report/filed.ts'
import { activeAt } from '#domain/sharing/activation.ts'
import { assignScope, isAssignmentLocked } from '#domain/study/assign-rules.ts'
import { imagesReason } from '#src/parts/open-images/open-images.ts'
import type { StudyListRow } from '#src/sync/studies/use-study-list.ts'
import { WORKLIST_WORDS as WORDS } from '../words.ts'

/** The actions on a study's row, in the order of the menu. */
export const ROW_ACTION_KINDS = [
  'open',
  'preview',
  'images',
  'details',
  'comments',
  'documents',
  'assign',
  'tags',
  'activate',
  'deactivate',
  'share',
  'portal_access',
  'ai_send',
  'ai_result',
  'download',
  'resend',
  'sent_out',
  'profile',
  'link',
  'edit_details',
  'split',
  'delete',
] as const
export type RowActionKind = (typeof ROW_ACTION_KINDS)[number]

/** An action of a row; if it has a reason, it is shown disabled and the reason explains why. */
export interface RowAction {
  kind: RowActionKind
  reason: string | undefined
}

/** The person, the list's mode, and whether the server is reachable. */
export interface RowActionContext {
  session: AccessSession & Pick<SessionFields, 'study_download'>
  flag: StudyListFlag
  isOnline: boolean
}

type Row = StudyListRow

interface ActionRule {
  /** Returns whether the action appears for this person, list and study. */
  isOffered: (row: Row, context: RowActionContext) => boolean
  /** Returns why it is unavailable now; omitted if it is always available. */
  reason?: (row: Row, context: RowActionContext) => string | undefined
}

const REASONS = WORDS.reasons
const SHARE_MODULES = ['whatsapp_share', 'sms_share', 'email_share', 'telegram_share'] as const

const may = ({ session }: RowActionContext, permission: Permission) => session.modules.includes(permission)
const has = ({ session }: RowActionContext, module: MainModule) => session.main_modules.includes(module)
const always = () => true
const isStaffList = (_: Row, { flag }: RowActionContext) => flag !== 'portal'
const isPortal = ({ flag }: RowActionContext) => flag === 'portal'
const needsNetwork = (_: Row, { isOnline }: RowActionContext) => (isOnline ? undefined : REASONS.offline)
const notSigned = (row: Row, context: RowActionContext) =>
  hasSigned(row) ? REASONS.signed : needsNetwork(row, context)

/**
 * Returns true if the person can open the editor from this list: only doctors write reports
 * (docs/people.md#permissions).
 */
export function canWrite({ session, flag }: Pick<RowActionContext, 'session' | 'flag'>): boolean {
  return flag !== 'portal' && SCREEN_RULES['/report/:studyId'](session)
}

// The portal shows what the patient sees: an activated study and its signed reports.
function previewReason(row: Row, context: RowActionContext): string | undefined {
  if (isPortal(context) && row.is_active_for_patient === 0) return REASONS.notActivated
  if (isPortal(context) && !hasSigned(row)) return REASONS.notReported
  return hasPreview(row) ? undefined : REASONS.pending
}

function viewReason(row: Row, context: RowActionContext): string | undefined {
  if (isPortal(context) && row.is_active_for_patient === 0) return REASONS.notActivated
  return imagesReason(row, context.isOnline)
}

/** Returns the fields of the person that the assignment rule needs. */
export const assignerOf = ({ session }: Pick<RowActionContext, 'session'>) => ({
  isClientAdmin: session.is_client_admin === 1,
  isDoctor: session.is_doctor === 1,
  permissions: session.modules,
})

/** When each action appears and when it is unavailable (docs/studies.md#study-lists, docs/people.md#permissions). */
const RULES: Record<RowActionKind, ActionRule> = {
  open: { isOffered: (_, context) => canWrite(context) },
  preview: { isOffered: always, reason: previewReason },
  images: { isOffered: always, reason: viewReason },
  details: { isOffered: isStaffList },
  comments: { isOffered: isStaffList },
  documents: { isOffered: isStaffList },
  assign: {
    isOffered: (row, context) =>
      isStaffList(row, context) && assignScope(assignerOf(context), row) !== undefined,
    reason: (row) => (isAssignmentLocked(row) ? REASONS.locked : undefined),
  },
  tags: {
    isOffered: (row, context) =>
      isStaffList(row, context) &&
      (may(context, 'assign_tag_to_study') ||
        (may(context, 'assign_critical_tag_to_study') && has(context, 'assign_critical_tag_to_study'))),
  },
  activate: { isOffered: (row, context) => isPortal(context) && row.is_active_for_patient === 0 },
  deactivate: { isOffered: (row, context) => isPortal(context) && row.is_active_for_patient === 1 },
  share: {
    isOffered: (_, context) =>
      may(context, 'share_study') && SHARE_MODULES.some((module) => has(context, module)),
    reason: needsNetwork,
  },
  portal_access: {
    isOffered: (_, context) => may(context, 'share_study') && has(context, 'patient_portal'),
    reason: needsNetwork,
  },
  ai_send: {
    isOffered: (row, context) => isStaffList(row, context) && has(context, 'ezzy_ai_flow'),
    reason: needsNetwork,
  },
  ai_result: {
    isOffered: (row, context) =>
      isStaffList(row, context) && has(context, 'ezzy_ai_flow') && row.ai_report !== null,
    reason: needsNetwork,
  },
  download: {
    isOffered: ({ pacs_type }, { session }) => session.study_download === 1 && pacs_type === 'Premium',
    reason: needsNetwork,
  },
  resend: {
    isOffered: (row, context) => isStaffList(row, context) && row.is_hl7_report_send_err === 'Y',
    reason: needsNetwork,
  },
  // Shows what was sent, and sends what could not be sent yet; if it was refused, `resend` leads there.
  sent_out: {
    isOffered: (row, context) =>
      isStaffList(row, context) &&
      hasVerified(row) &&
      row.is_hl7_report_send_err !== 'Y' &&
      READING_MODULES.some((module) => has(context, module)),
    reason: needsNetwork,
  },
  profile: {
    isOffered: (row, { session }) =>
      row.patient_id !== null && SCREEN_RULES['/patient-profile/:patientId'](session),
  },
  link: {
    isOffered: (row, context) => isStaffList(row, context) && may(context, 'edit_patient_and_study'),
    reason: needsNetwork,
  },
  edit_details: {
    isOffered: (row, context) => isStaffList(row, context) && may(context, 'edit_patient_and_study'),
  },
  split: {
    isOffered: (row, context) =>
      isStaffList(row, context) && may(context, 'split_study') && has(context, 'split_study'),
    reason: notSigned,
  },
  // Only an administrator may delete data for everybody (docs/decisions/080).
  delete: {
    isOffered: (row, context) => isStaffList(row, context) && context.session.is_client_admin === 1,
    reason: notSigned,
  },
}

/** Returns the actions of a row in order, as of `now`; "view image only" leaves only the images. */
export function actionsOf(copy: Row, context: RowActionContext, now = new Date()): RowAction[] {
  const row = { ...copy, is_active_for_patient: activeAt(copy, now) }
  return ROW_ACTION_KINDS.filter((kind) => RULES[kind].isOffered(row, context))
    .filter((kind) => context.session.view_image_only === 0 || kind === 'images')
    .map((kind) => ({ kind, reason: RULES[kind].reason?.(row, context) }))
}

/** The menu's actions that are also buttons on the hovered row. */
const QUICK: readonly RowActionKind[] = [
  'open',
  'preview',
  'images',
  'details',
  'assign',
  'activate',
  'deactivate',
]

/** Returns the actions that are buttons on the row. */
export function quickActionsOf(row: Row, context: RowActionContext): RowAction[] {
  return actionsOf(row, context).filter(({ kind }) => QUICK.includes(kind))
}

export const reportPath = (studyId: string) => `/report/${studyId}`
export const profilePath = (patientId: string) => `/patient-profile/${patientId}`
