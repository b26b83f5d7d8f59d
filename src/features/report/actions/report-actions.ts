import { canRevise, type ReportEditType } from '#domain/report/edit-type.ts'
import {
  canVerify,
  isSigned,
  isUnwritten,
  type ReportStatus,
  type SaveStatus,
} from '#domain/status/report-status.ts'
import { REPORT_WORDS } from '../words.ts'

/** The actions of the editor's buttons (docs/reports.md#editor). */
export const REPORT_ACTIONS = [
  'draft',
  'readyForSign',
  'sign',
  'signAndClose',
  'signAndNext',
  'next',
  'skip',
  'clear',
  'verify',
  'addendum',
  'revise',
  'leaveRevision',
] as const
export type ReportAction = (typeof REPORT_ACTIONS)[number]

/** The status requested by each action that saves; the other actions do not save. */
export const STATUS_OF_ACTION = {
  draft: 'Draft',
  readyForSign: 'ReadyForSign',
  sign: 'Signed',
  signAndClose: 'Signed',
  signAndNext: 'Signed',
  clear: 'Pending',
} as const satisfies Partial<Record<ReportAction, SaveStatus>>

/** The facts that decide whether a button is enabled. */
export interface ActionGrounds {
  /** The status of the open report. */
  status: ReportStatus
  /** The status of the study: the least advanced of its reports. */
  studyStatus: ReportStatus
  hasText: boolean
  canWrite: boolean
  /** Whether the person's account may sign at all, and whether it may sign this study. */
  isSigner: boolean
  canSign: boolean
  canVerify: boolean
  /** Whether two texts of this report conflict and nobody has decided yet. */
  hasConflict: boolean
  /** Whether two texts of any report of the study conflict. */
  hasStudyConflict: boolean
  /** Whether a signature on this device is waiting for the server. */
  isSignatureWaiting: boolean
  /** How the client changes signed reports. */
  editType: ReportEditType
  /** Whether a signed text is being revised on this device. */
  isRevising: boolean
  /** Whether the revision differs from the signed text. */
  isRevised: boolean
  /** Whether the AI result is shown instead of the text. */
  isAiShown: boolean
  /** Whether Addendum is offered at all, and why it cannot be written now. */
  isAddendumOffered: boolean
  addendumRefusal: string | undefined
}

const { refusals: WHY } = REPORT_WORDS

function refuseWriting(grounds: ActionGrounds): string | undefined {
  if (isSigned(grounds.status) && !grounds.isRevising) return WHY.signed
  if (!grounds.canWrite) return WHY.noRight
  return grounds.hasConflict ? WHY.conflict : undefined
}

/** Returns why saving is refused: of a signed text, only the signature of a revision can be saved. */
function refuseSaving(grounds: ActionGrounds): string | undefined {
  return refuseWriting(grounds) ?? (grounds.isRevising ? WHY.revisionIsSigned : undefined)
}

function refuseSigner({ isSigner, canSign }: ActionGrounds): string | undefined {
  if (!isSigner) return WHY.noSignRight
  return canSign ? undefined : WHY.otherSigner
}

function refuseSigning(grounds: ActionGrounds): string | undefined {
  const refusal = refuseWriting(grounds) ?? refuseSigner(grounds)
  if (refusal) return refusal
  if (grounds.isAiShown) return WHY.aiShown
  if (grounds.isRevising && !grounds.isRevised) return WHY.revisionSame
  return grounds.hasText ? undefined : WHY.noText
}

function refuseRevising(grounds: ActionGrounds): string | undefined {
  if (!grounds.canWrite) return WHY.noRight
  if (grounds.hasConflict) return WHY.conflict
  return refuseSigner(grounds) ?? (grounds.isSignatureWaiting ? WHY.notFiled : undefined)
}

/** Returns why going to the next report is refused; always allowed if the person may not write. */
function refuseNext({ status, isRevising, canWrite }: ActionGrounds): string | undefined {
  return !canWrite || (isSigned(status) && !isRevising) ? undefined : WHY.notSigned
}

/** Returns why skipping is refused; allowed with two conflicting texts, because skipping changes no text. */
function refuseSkipping({ status, canWrite }: ActionGrounds): string | undefined {
  if (isSigned(status)) return WHY.signed
  return canWrite ? undefined : WHY.noRight
}

function refuseClearing(grounds: ActionGrounds): string | undefined {
  return refuseSaving(grounds) ?? (isUnwritten(grounds.status) && !grounds.hasText ? WHY.empty : undefined)
}

function refuseVerifying(grounds: ActionGrounds): string | undefined {
  if (!grounds.canVerify) return WHY.noVerifyRight
  if (grounds.hasConflict || grounds.hasStudyConflict) return WHY.conflict
  if (grounds.isSignatureWaiting) return WHY.notFiled
  return canVerify(grounds.studyStatus) ? undefined : WHY.notAllSigned
}

const RULES: Record<ReportAction, (grounds: ActionGrounds) => string | undefined> = {
  draft: refuseSaving,
  readyForSign: refuseSaving,
  sign: refuseSigning,
  signAndClose: refuseSigning,
  signAndNext: refuseSigning,
  next: refuseNext,
  skip: refuseSkipping,
  clear: refuseClearing,
  verify: refuseVerifying,
  addendum: ({ addendumRefusal, hasConflict }) => addendumRefusal ?? (hasConflict ? WHY.conflict : undefined),
  revise: refuseRevising,
  leaveRevision: () => undefined,
}

/** Returns why an action is not allowed now, as text for its tooltip; undefined if it is allowed. */
export function refuseAction(action: ReportAction, grounds: ActionGrounds): string | undefined {
  return RULES[action](grounds)
}

const OFFERS: Partial<Record<ReportAction, (grounds: ActionGrounds) => boolean>> = {
  verify: (grounds) => grounds.canVerify && canVerify(grounds.status) && !grounds.isRevising,
  addendum: (grounds) => grounds.isAddendumOffered && isSigned(grounds.status),
  revise: ({ editType, status, isRevising }) => canRevise(editType, status, 'Signed') && !isRevising,
  leaveRevision: ({ isRevising }) => isRevising,
}

/**
 * Returns whether an action is offered at all: Verify only at Signed and with the permission, Addendum and
 * Revise only if the client changes signed reports that way (docs/reports.md#status). The others are always
 * offered.
 */
export function isActionOffered(action: ReportAction, grounds: ActionGrounds): boolean {
  return OFFERS[action]?.(grounds) ?? true
}
