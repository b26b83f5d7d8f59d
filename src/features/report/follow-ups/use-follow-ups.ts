import { useMemo, useState } from 'react'
import { type FollowUpRow, followUpCalls } from '#contract/calls/follow-ups.ts'
import type { ReportDetail } from '#contract/calls/reports.ts'
import { type FollowUpProposal, keyOf, recogniseFollowUps } from '#domain/follow-up/recognise.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { followUpInput, setFollowUps } from '#src/sync/reports/set-follow-ups.ts'
import { useSession } from '#src/sync/session/session.ts'
import { notifyError, notifyRefusal } from '#src/ui/notes/notify.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import type { OpenReport } from '../writer/use-open-report.ts'
import { recordOf, useOwnFollowUps } from './use-own-follow-ups.ts'
import { FOLLOW_UP_WORDS as WORDS } from './words.ts'

/** A person's decisions about the follow-ups that the text requests. */
export interface FollowUps {
  /** Whether the person may currently set any follow-up. */
  isOffered: boolean
  /** The proposals (by keyOf) that are sent with the signature, and those set here. */
  chosen: ReadonlySet<string>
  sent: ReadonlySet<string>
  /** The server's follow-ups of the study, by knownKey. */
  known: ReadonlyMap<string, FollowUpRow>
  /** The ids that other reports of the study request. */
  askedElsewhere: ReadonlySet<string>
  isRevising: boolean
  /** Follow-ups in the person's own words, which are sent with the signature or were set here. */
  own: readonly FollowUpProposal[]
  /**
   * Whether some that this device keeps could not be read: they are not sent with the signature, and new ones
   * are not kept.
   */
  isOwnUnread: boolean
  discardUnread: () => Promise<void>
  /** Why none can be set now, as text; undefined if they can. */
  refusal: string | undefined
  /**
   * Adds one in the person's own words to the signature, or sets it immediately in a signed report. Throws if
   * that fails.
   */
  addOwn: (proposal: FollowUpProposal) => Promise<void>
  dropOwn: (proposal: FollowUpProposal) => void
  /** Closes one that the signed text no longer requests. */
  closeOne: (row: FollowUpRow) => Promise<void>
  /**
   * Sets all that the text requests: with the signature, or immediately if it is signed. A second call
   * removes them again.
   */
  toggle: () => void
  /** Does the same for one of them. */
  toggleOne: (proposal: FollowUpProposal) => void
  /** Sends the chosen follow-ups after the signature. The signature is valid even if this fails. */
  afterSigning: () => Promise<void>
}

const NONE: ReadonlySet<string> = new Set()
const NOTHING: ReadonlyMap<string, FollowUpRow> = new Map()

/** The state of the report. */
export interface Standing {
  /** Whether the report is signed, so that follow-ups are sent immediately. */
  isFiled: boolean
  /** Whether the signed text is being revised. */
  isRevising: boolean
  /** Whether two texts of the report conflict, so that it is unclear which follow-ups apply. */
  hasTwoTexts: boolean
}

/** Returns a key of the follow-up's id and days: with other days it is not the one that the text requests. */
export const knownKey = ({ id, due_on, due_to }: Pick<FollowUpRow, 'id' | 'due_on' | 'due_to'>) =>
  `${id} ${due_on} ${due_to}`

/**
 * Returns the follow-ups of a report. Nothing is set without a press: the text proposes, and the signature
 * sends what was chosen.
 */
export function useFollowUps(
  open: OpenReport,
  detail: ReportDetail,
  { isFiled, isRevising, hasTwoTexts }: Standing,
): FollowUps {
  const { study } = detail
  const session = useSession()
  const maySet = session?.can_sign === 1 && detail.can_write_report === 1
  const isOffered = maySet && !hasTwoTexts
  const refusal = maySet ? (hasTwoTexts ? WORDS.twoTexts : undefined) : WORDS.noRight
  // If the text is in doubt, or its signature was abandoned, the follow-ups sent with it may be lost as well.
  const { chosen, sent, toggleChosen, addSent } = useChoice(isFiled && !hasTwoTexts)
  const reportId = open.writer.draft().report_id
  const { own, setOwn, forget, isUnread: isOwnUnread, discard } = useOwnFollowUps(reportId, sent)
  const { known, closeOne } = useKnown(study.id, isOffered && isFiled)
  const askedElsewhere = useMemo(() => askedByOthers(detail, reportId), [detail, reportId])

  const proposals = () => recogniseFollowUps(open.writer.state().text.recommendation, study)
  const isKnown = (proposal: FollowUpProposal) => known.has(knownKey(followUpInput(study, proposal)))
  const send = async (asked: readonly FollowUpProposal[]) => {
    if (asked.length === 0) return
    await setFollowUps(study, asked)
    addSent(asked.map(keyOf))
  }
  const toggleAll = (asked: readonly FollowUpProposal[]) => {
    const open = asked.filter((one) => !sent.has(keyOf(one)) && !isKnown(one))
    if (isFiled) return void send(open).catch(notifyError)
    return toggleChosen(open.map(keyOf))
  }
  const toggle = useStableCallback(() => {
    if (refusal !== undefined) return notifyRefusal(refusal)
    open.flush()
    const asked = isFiled ? [...proposals(), ...own] : proposals()
    return asked.length === 0 ? notifyRefusal(WORDS.nothingFound) : toggleAll(asked)
  })
  const toggleOne = useStableCallback((proposal: FollowUpProposal) => toggleAll([proposal]))
  const addOwn = useStableCallback(async (proposal: FollowUpProposal) => {
    if (isFiled) await send([proposal])
    else if (isOwnUnread) notifyRefusal(WORDS.ownNotKept)
    setOwn((before) => [...before.filter((one) => recordOf(one) !== recordOf(proposal)), proposal])
  })
  const discardUnread = useStableCallback(discard)
  const dropOwn = useStableCallback((proposal: FollowUpProposal) =>
    setOwn((before) => before.filter((one) => one !== proposal)),
  )
  const afterSigning = useStableCallback(async () => {
    const asked = [...proposals().filter((one) => chosen.has(keyOf(one))), ...own]
    try {
      await send(asked.filter((one) => !sent.has(keyOf(one))))
    } catch {
      return notifyRefusal(WORDS.notKept)
    }
    // The screen may unmount before its next render: then a sent follow-up would still be kept here, and be
    // sent again later.
    await forget().catch(() => undefined)
  })
  return useMemo(
    () => ({
      isOffered,
      isRevising,
      chosen,
      sent,
      known,
      askedElsewhere,
      own,
      isOwnUnread,
      discardUnread,
      refusal,
      addOwn,
      dropOwn,
      toggle,
      toggleOne,
      closeOne,
      afterSigning,
    }),
    [
      isOffered,
      isRevising,
      chosen,
      sent,
      known,
      askedElsewhere,
      own,
      isOwnUnread,
      discardUnread,
      refusal,
      addOwn,
      dropOwn,
      toggle,
      toggleOne,
      closeOne,
      afterSigning,
    ],
  )
}

/** Returns which follow-ups are chosen and which were sent, by keyOf; both are empty again once `isSure` ends. */
function useChoice(isSure: boolean) {
  const [chosen, setChosen] = useState(NONE)
  const [sent, setSent] = useState(NONE)
  const [wasSure, setWasSure] = useState(isSure)
  if (wasSure !== isSure) {
    setWasSure(isSure)
    if (!isSure) {
      setSent(NONE)
      setChosen(NONE)
    }
  }
  const toggleChosen = (keys: readonly string[]) => {
    const areAllChosen = keys.every((key) => chosen.has(key))
    const rest = [...chosen].filter((key) => !keys.includes(key))
    setChosen(new Set(areAllChosen ? rest : [...rest, ...keys]))
  }
  const addSent = (keys: readonly string[]) => setSent((before) => new Set([...before, ...keys]))
  return { chosen, sent, toggleChosen, addSent }
}

/** Returns the server's follow-ups of the study, and the function that closes one. */
function useKnown(studyId: string, isWanted: boolean) {
  const { online } = useLink()
  const [round, setRound] = useState(0)
  const { answer } = useCall(followUpCalls.followUpsOf, { id: studyId }, isWanted && online, round)
  const rows = answer?.result
  const known = useMemo<ReadonlyMap<string, FollowUpRow>>(
    () => (rows ? new Map(rows.map((row) => [knownKey(row), row])) : NOTHING),
    [rows],
  )
  const closeOne = useStableCallback(async ({ id, rev }: FollowUpRow) => {
    const asked = { id, rev, reason: 'Not_Needed' as const, note: WORDS.notAskedNote }
    await callApi(followUpCalls.closeFollowUp, asked).catch(notifyError)
    setRound((before) => before + 1)
  })
  return { known, closeOne }
}

/** Returns the ids of the follow-ups that the other reports of the study request. */
function askedByOthers({ study, reports }: ReportDetail, own: string): ReadonlySet<string> {
  const others = reports.filter(({ id }) => id !== own)
  const asked = others.flatMap(({ recommendation }) => recogniseFollowUps(recommendation, study))
  return new Set(asked.map((one) => followUpInput(study, one).id))
}
