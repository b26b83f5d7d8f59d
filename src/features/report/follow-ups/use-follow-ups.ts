import { useMemo, useState } from 'react'
import { type FollowUpRow, followUpCalls } from '#contract/calls/follow-ups.ts'
import type { ReportDetail } from '#contract/calls/reports.ts'
import { type FollowUpProposal, keyOf, recogniseFollowUps } from '#domain/follow-up/recognise.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { followUpInput, setFollowUps } from '#src/sync/reports/set-follow-ups.ts'
import { useSession } from '#src/sync/session/session.ts'
import { notifyError, notifyRefusal } from '#src/ui/notify.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import type { OpenReport } from '../writer/use-open-report.ts'
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
  { isFiled, hasTwoTexts }: Standing,
): FollowUps {
  const { study } = detail
  const session = useSession()
  const maySet = session?.can_sign === 1 && detail.can_write_report === 1
  const isOffered = maySet && !hasTwoTexts
  const [chosen, setChosen] = useState(NONE)
  const [sent, setSent] = useState(NONE)
  const known = useKnown(study.id, isOffered && isFiled)

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
    if (!maySet) return notifyRefusal(WORDS.noRight)
    if (hasTwoTexts) return notifyRefusal(WORDS.twoTexts)
    open.flush()
    const asked = proposals()
    return asked.length === 0 ? notifyRefusal(WORDS.nothingFound) : toggleAll(asked)
  })
  const toggleOne = useStableCallback((proposal: FollowUpProposal) => toggleAll([proposal]))
  const afterSigning = useStableCallback(async () => {
    const asked = proposals().filter((one) => chosen.has(keyOf(one)))
    await send(asked).catch(() => notifyRefusal(WORDS.notKept))
  })
  return useMemo(
    () => ({ isOffered, chosen, sent, known, toggle, toggleOne, afterSigning }),
    [isOffered, chosen, sent, known, toggle, toggleOne, afterSigning],
  )
}

/** What the server holds of the study. */
function useKnown(studyId: string, isWanted: boolean): ReadonlyMap<string, FollowUpRow> {
  const { online } = useLink()
  const { answer } = useCall(followUpCalls.followUpsOf, { id: studyId }, isWanted && online)
  const rows = answer?.result
  return useMemo(() => (rows ? new Map(rows.map((row) => [knownKey(row), row])) : NOTHING), [rows])
}
