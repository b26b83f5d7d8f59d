import { useMemo, useState } from 'react'
import { type FollowUpRow, followUpCalls } from '#contract/calls/follow-ups.ts'
import type { ReportDetail } from '#contract/calls/reports.ts'
import { type FollowUpProposal, keyOf, recogniseFollowUps } from '#domain/follow-up/recognise.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { followUpInput, setFollowUps } from '#src/sync/reports/set-follow-ups.ts'
import { useSession } from '#src/sync/session/session.ts'
import { notifyError, notifyRefusal } from '#src/ui/notify.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import type { OpenReport } from '../writer/use-open-report.ts'
import { recordOf, useOwnFollowUps } from './use-own-follow-ups.ts'
import { FOLLOW_UP_WORDS as WORDS } from './words.ts'

/** What a person decided about the follow-ups that the text asks for. */
export interface FollowUps {
  /** Whether the person may set any at all, as things stand. */
  isOffered: boolean
  /** Proposals (by keyOf) that go with the signature, and those that were set here. */
  chosen: ReadonlySet<string>
  sent: ReadonlySet<string>
  /** What the server holds of the study, by knownKey. */
  known: ReadonlyMap<string, FollowUpRow>
  /** Ids that other reports of the study ask for. */
  askedElsewhere: ReadonlySet<string>
  isRevising: boolean
  /** Those in words of one's own, which go with the signature or were set here. */
  own: readonly FollowUpProposal[]
  /** Some that this device keeps could not be read: they do not go with the signature, and new ones are not kept. */
  isOwnUnread: boolean
  discardUnread: () => Promise<void>
  /** Why none can be set now, in words for the person; undefined where it can. */
  refusal: string | undefined
  /** Takes one in words of one's own along with the signature, or sets it at once in a signed report. Throws if that fails. */
  addOwn: (proposal: FollowUpProposal) => Promise<void>
  dropOwn: (proposal: FollowUpProposal) => void
  /** Closes one that the signed text asks for no longer. */
  closeOne: (row: FollowUpRow) => Promise<void>
  /** Sets all that the text asks for: with the signature, or at once where it is signed. Once more takes them out again. */
  toggle: () => void
  /** The same for one of them. */
  toggleOne: (proposal: FollowUpProposal) => void
  /** Sends what was chosen behind the signature. The signature stands, whatever becomes of it. */
  afterSigning: () => Promise<void>
}

const NONE: ReadonlySet<string> = new Set()
const NOTHING: ReadonlyMap<string, FollowUpRow> = new Map()

/** How the report stands. */
export interface Standing {
  /** The report is signed: what is set goes at once. */
  isFiled: boolean
  /** The signed text is being written anew. */
  isRevising: boolean
  /** Two texts disagree: nobody knows yet which of them asks for anything. */
  hasTwoTexts: boolean
}

/** A follow-up by its id and days: with other days it is not the one that the text asks for. */
export const knownKey = ({ id, due_on, due_to }: Pick<FollowUpRow, 'id' | 'due_on' | 'due_to'>) =>
  `${id} ${due_on} ${due_to}`

/** Nothing is recorded without a press: the text proposes, and the signature takes along what was chosen. */
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
  const [chosen, setChosen] = useState(NONE)
  const [sent, setSent] = useState(NONE)
  const reportId = open.writer.draft().report_id
  const { own, setOwn, forget, isUnread: isOwnUnread, discard } = useOwnFollowUps(reportId, sent)
  const { known, look } = useKnown(study.id, isOffered && isFiled)
  const askedElsewhere = useMemo(() => askedByOthers(detail, reportId), [detail, reportId])

  const proposals = () => recogniseFollowUps(open.writer.state().text.recommendation, study)
  const isKnown = (proposal: FollowUpProposal) => known.has(knownKey(followUpInput(study, proposal)))
  // Once the text is in doubt, or its signature was given up, what went with it may have gone with it too.
  const isSure = isFiled && !hasTwoTexts
  const [wasSure, setWasSure] = useState(isSure)
  if (wasSure !== isSure) {
    setWasSure(isSure)
    if (!isSure) {
      setSent(NONE)
      setChosen(NONE)
    }
  }
  const send = async (asked: readonly FollowUpProposal[]) => {
    if (asked.length === 0) return
    await setFollowUps(study, asked)
    setSent((before) => new Set([...before, ...asked.map(keyOf)]))
  }
  const toggleAll = (asked: readonly FollowUpProposal[]) => {
    const open = asked.filter((one) => !sent.has(keyOf(one)) && !isKnown(one))
    if (isFiled) return void send(open).catch(notifyError)
    const areAllChosen = open.every((one) => chosen.has(keyOf(one)))
    const rest = [...chosen].filter((key) => !open.some((one) => keyOf(one) === key))
    return setChosen(new Set(areAllChosen ? rest : [...rest, ...open.map(keyOf)]))
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
  const closeOne = useStableCallback(async ({ id, rev }: FollowUpRow) => {
    const asked = { id, rev, reason: 'Not_Needed' as const, note: WORDS.notAskedNote }
    await callApi(followUpCalls.closeFollowUp, asked).catch(notifyError)
    look()
  })
  const afterSigning = useStableCallback(async () => {
    const asked = [...proposals().filter((one) => chosen.has(keyOf(one))), ...own]
    try {
      await send(asked.filter((one) => !sent.has(keyOf(one))))
    } catch {
      return notifyRefusal(WORDS.notKept)
    }
    // The screen may be gone before its next render: one that was sent would wait here, and be sent again later.
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

/** What the server holds of the study. */
function useKnown(studyId: string, isWanted: boolean) {
  const { online } = useLink()
  const [round, setRound] = useState(0)
  const { answer } = useCall(followUpCalls.followUpsOf, { id: studyId }, isWanted && online, round)
  const rows = answer?.result
  const known = useMemo<ReadonlyMap<string, FollowUpRow>>(
    () => (rows ? new Map(rows.map((row) => [knownKey(row), row])) : NOTHING),
    [rows],
  )
  return { known, look: () => setRound((before) => before + 1) }
}

/** Ids of the follow-ups that the other reports of the study ask for. */
function askedByOthers({ study, reports }: ReportDetail, own: string): ReadonlySet<string> {
  const others = reports.filter(({ id }) => id !== own)
  const asked = others.flatMap(({ recommendation }) => recogniseFollowUps(recommendation, study))
  return new Set(asked.map((one) => followUpInput(study, one).id))
}
