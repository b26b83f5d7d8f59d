import {
  canVerify,
  isSigned,
  isUnwritten,
  type ReportStatus,
  type SaveStatus,
} from '#domain/status/report-status.ts'
import { REPORT_WORDS } from '../words.ts'

/** What the buttons of the editor do (spec 3 section 2.3 "Save actions"). */
export const REPORT_ACTIONS = ['draft', 'readyForSign', 'sign', 'signAndClose', 'clear', 'verify'] as const
export type ReportAction = (typeof REPORT_ACTIONS)[number]

/** The status that a save of each action asks for; Verify is a call of its own. */
export const STATUS_OF_ACTION = {
  draft: 'Draft',
  readyForSign: 'ReadyForSign',
  sign: 'Signed',
  signAndClose: 'Signed',
  clear: 'Pending',
} as const satisfies Record<Exclude<ReportAction, 'verify'>, SaveStatus>

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
  /** A signature of this device waits for the server. */
  isSignatureWaiting: boolean
}

const { refusals: WHY } = REPORT_WORDS

function refuseWriting(grounds: ActionGrounds): string | undefined {
  if (isSigned(grounds.status)) return WHY.signed
  if (!grounds.canWrite) return WHY.noRight
  return grounds.hasConflict ? WHY.conflict : undefined
}

function refuseSigning(grounds: ActionGrounds): string | undefined {
  const refusal = refuseWriting(grounds)
  if (refusal) return refusal
  if (!grounds.isSigner) return WHY.noSignRight
  if (!grounds.canSign) return WHY.otherSigner
  return grounds.hasText ? undefined : WHY.noText
}

function refuseClearing(grounds: ActionGrounds): string | undefined {
  return refuseWriting(grounds) ?? (isUnwritten(grounds.status) && !grounds.hasText ? WHY.empty : undefined)
}

function refuseVerifying(grounds: ActionGrounds): string | undefined {
  if (!grounds.canVerify) return WHY.noVerifyRight
  if (grounds.isSignatureWaiting) return WHY.notFiled
  return canVerify(grounds.studyStatus) ? undefined : WHY.notAllSigned
}

const RULES: Record<ReportAction, (grounds: ActionGrounds) => string | undefined> = {
  draft: refuseWriting,
  readyForSign: refuseWriting,
  sign: refuseSigning,
  signAndClose: refuseSigning,
  clear: refuseClearing,
  verify: refuseVerifying,
}

/** Why an action may not be done now, in words for its tooltip; undefined where it may. */
export function refuseAction(action: ReportAction, grounds: ActionGrounds): string | undefined {
  return RULES[action](grounds)
}

/** Verify is offered only at Signed and with the right to it (spec 1 section 4); the others always stand there. */
export function isActionOffered(action: ReportAction, grounds: ActionGrounds): boolean {
  return action !== 'verify' || (grounds.canVerify && canVerify(grounds.status))
}
