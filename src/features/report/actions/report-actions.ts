import { canRevise, type ReportEditType } from '#domain/report/edit-type.ts'
import {
  canVerify,
  isSigned,
  isUnwritten,
  type ReportStatus,
  type SaveStatus,
} from '#domain/status/report-status.ts'
import { REPORT_WORDS } from '../words.ts'

/** What the buttons of the editor do (docs/reports.md#editor). */
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

/** The status that a save of each action asks for; the others are no saves. */
export const STATUS_OF_ACTION = {
  draft: 'Draft',
  readyForSign: 'ReadyForSign',
  sign: 'Signed',
  signAndClose: 'Signed',
  signAndNext: 'Signed',
  clear: 'Pending',
} as const satisfies Partial<Record<ReportAction, SaveStatus>>

/** What decides whether a button may be pressed. */
export interface ActionGrounds {
  /** Of the open report. */
  status: ReportStatus
  /** Of the study: the least advanced of its reports. */
  studyStatus: ReportStatus
  hasText: boolean
  canWrite: boolean
  /** The person's account may sign at all, and may sign this study. */
  isSigner: boolean
  canSign: boolean
  canVerify: boolean
  /** Two texts disagree and nobody has decided yet. */
  hasConflict: boolean
  /** Two texts of any report of the study disagree. */
  hasStudyConflict: boolean
  /** A signature of this device waits for the server. */
  isSignatureWaiting: boolean
  /** How the client changes what was signed. */
  editType: ReportEditType
  /** A signed text is being revised on this device. */
  isRevising: boolean
  /** The revision has other words than the signed text. */
  isRevised: boolean
  /** The AI result stands in the text's place. */
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

/** Of a signed text only the signature of a revision is a save. */
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

/** Where the person may not write, nothing is left to do. */
function refuseNext({ status, isRevising, canWrite }: ActionGrounds): string | undefined {
  return !canWrite || (isSigned(status) && !isRevising) ? undefined : WHY.notSigned
}

/** Skipping touches no text: two texts that disagree may wait. */
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

/** Why an action may not be done now, in words for its tooltip; undefined where it may. */
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
 * What is not offered at all: Verify but at Signed and with the right to it, Addendum and Revise but where the client
 * changes signed reports so (docs/reports.md#status). The others always stand there.
 */
export function isActionOffered(action: ReportAction, grounds: ActionGrounds): boolean {
  return OFFERS[action]?.(grounds) ?? true
}
