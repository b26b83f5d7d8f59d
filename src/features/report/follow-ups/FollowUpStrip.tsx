import { Button } from '@mantine/core'
import { IconCalendarCheck, IconCalendarPlus, IconCalendarX } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { FollowUpRow } from '#contract/calls/follow-ups.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { CLOSE_REASON_WORDS } from '#domain/follow-up/close-reasons.ts'
import { type FollowUpProposal, keyOf, recogniseFollowUps } from '#domain/follow-up/recognise.ts'
import { type FollowUpState, OPEN_STATES } from '#domain/follow-up/states.ts'
import { formatDay } from '#domain/time/formats.ts'
import { dueDaysOf, followUpInput } from '#src/sync/reports/set-follow-ups.ts'
import { DiscardUnread } from '#src/ui/notes/DiscardUnread.tsx'
import type { ReportWriter } from '../writer/report-writer.ts'
import { useWriterState } from '../writer/use-open-report.ts'
import classes from './follow-ups.module.css'
import { OwnFollowUp } from './OwnFollowUp.tsx'
import { type FollowUps, knownKey } from './use-follow-ups.ts'
import { FOLLOW_UP_WORDS as WORDS } from './words.ts'

export interface FollowUpStripProps {
  study: StudyRow
  writer: ReportWriter
  followUps: FollowUps
  /** Whether the report is signed, so that follow-ups are sent immediately. */
  isFiled: boolean
  /** A new object opens the fields for a follow-up in the person's own words. */
  ownAsked: object | undefined
}

/**
 * The follow-ups that the Recommendation requests, as it is written, and those a person adds in their own
 * words; one key or button sets them.
 */
export function FollowUpStrip({ study, writer, followUps, isFiled, ownAsked }: FollowUpStripProps) {
  const recommendation = useWriterState(writer, ({ text }) => text.recommendation)
  const proposals = useMemo(() => recogniseFollowUps(recommendation, study), [recommendation, study])
  const dropped = useMemo(() => droppedOf(followUps, study, proposals), [followUps, study, proposals])
  const setBefore = useMemo(() => ownRowsOf(followUps, study, proposals), [followUps, study, proposals])
  if (!followUps.isOffered) return null
  const { own } = followUps
  const place = { study, followUps, isFiled }
  return (
    <div className={classes.strip}>
      {proposals.length + dropped.length + own.length + setBefore.length > 0 && (
        <ul className={classes.list} aria-label={WORDS.label}>
          {proposals.map((proposal) => (
            <Proposal key={keyOf(proposal)} proposal={proposal} {...place} />
          ))}
          {own.map((proposal) => (
            <Proposal key={`own ${keyOf(proposal)}`} proposal={proposal} isOwn {...place} />
          ))}
          {setBefore.map((row) => (
            <OwnRow key={row.id} row={row} />
          ))}
          {dropped.map((row) => (
            <Dropped key={row.id} row={row} followUps={followUps} />
          ))}
        </ul>
      )}
      {followUps.isOwnUnread && !isFiled && (
        <p className={classes.unread} role="alert">
          {WORDS.ownUnread} <DiscardUnread onDiscard={followUps.discardUnread} />
        </p>
      )}
      <OwnFollowUp {...place} asked={ownAsked} />
    </div>
  )
}

/**
 * Returns whether a person set the follow-up in their own words: the report's words are then empty
 * (docs/decisions/342).
 */
const isOwnRow = ({ words }: FollowUpRow) => words === ''

/** Returns follow-ups set earlier in a person's own words that are not shown here yet. */
function ownRowsOf(
  { known, own }: FollowUps,
  study: StudyRow,
  proposals: readonly FollowUpProposal[],
): FollowUpRow[] {
  const shown = new Set([...proposals, ...own].map((one) => followUpInput(study, one).id))
  return [...known.values()].filter((row) => isOwnRow(row) && !shown.has(row.id))
}

function OwnRow({ row }: { row: FollowUpRow }) {
  const { close_reason: reason, due_on, due_to, what } = row
  const state = reason ? WORDS.closed(CLOSE_REASON_WORDS[reason]) : WORDS.set
  return (
    <li className={classes.proposal} data-chosen={!reason || undefined}>
      <IconCalendarCheck size={16} aria-hidden />
      <span className={classes.words}>
        <span className={classes.state}>{state}</span> <strong>{what}</strong>{' '}
        <span className="tabular">{WORDS.due(formatDay(due_on), formatDay(due_to))}</span>
      </span>
    </li>
  )
}

/** Returns pending follow-ups of the patient that neither this text nor another report of the study requests. */
function droppedOf(
  { known, own, askedElsewhere }: FollowUps,
  study: StudyRow,
  proposals: readonly FollowUpProposal[],
): FollowUpRow[] {
  const asked = new Set([...proposals, ...own].map((one) => followUpInput(study, one).id))
  return [...known.values()].filter(
    (row) => !isOwnRow(row) && isOpen(row.state) && !asked.has(row.id) && !askedElsewhere.has(row.id),
  )
}

const isOpen = (state: FollowUpState) => (OPEN_STATES as readonly FollowUpState[]).includes(state)

function Dropped({ row, followUps }: { row: FollowUpRow; followUps: FollowUps }) {
  const [isBusy, setBusy] = useState(false)
  const close = async () => {
    setBusy(true)
    await followUps.closeOne(row)
    setBusy(false)
  }
  return (
    <li className={classes.proposal}>
      <IconCalendarX size={16} aria-hidden />
      <span className={classes.words} role="status">
        <span className={classes.state}>{WORDS.notAsked}</span> <strong>{row.what}</strong>{' '}
        <span className="tabular">{WORDS.due(formatDay(row.due_on), formatDay(row.due_to))}</span>
      </span>
      {!followUps.isRevising && (
        <Button size="compact-xs" variant="light" loading={isBusy} onClick={() => void close()}>
          {WORDS.close}
        </Button>
      )}
    </li>
  )
}

interface ProposalProps extends Pick<FollowUpStripProps, 'study' | 'followUps' | 'isFiled'> {
  proposal: FollowUpProposal
  /** Whether it is in a person's own words; typing it already selects it. */
  isOwn?: boolean
}

function Proposal({
  proposal,
  study,
  followUps: { sent, known, chosen, toggleOne, dropOwn },
  isFiled,
  isOwn = false,
}: ProposalProps) {
  const place = useRef<HTMLLIElement>(null)
  const wasPressed = useRef(false)
  const { due_on, due_to } = dueDaysOf(study, proposal)
  const key = keyOf(proposal)
  const row = known.get(knownKey(followUpInput(study, proposal)))
  const isSet = sent.has(key) || row !== undefined
  const isChosen = (isOwn || chosen.has(key)) && !isFiled
  const reason = row?.close_reason
  const state = reason
    ? WORDS.closed(CLOSE_REASON_WORDS[reason])
    : isSet
      ? WORDS.set
      : isChosen
        ? WORDS.withSignature
        : WORDS.proposed
  const isGoing = (isSet || isChosen) && !reason
  const Icon = isGoing ? IconCalendarCheck : IconCalendarPlus
  // The pressed button is unmounted; keep the focus in place.
  useEffect(() => {
    if (isSet && wasPressed.current) place.current?.focus()
    wasPressed.current = false
  }, [isSet])
  return (
    <li ref={place} className={classes.proposal} data-chosen={isGoing || undefined} tabIndex={-1}>
      <Icon size={16} aria-hidden />
      <span className={classes.words} role="status">
        <span className={classes.state}>{state}</span> <strong>{proposal.what}</strong>{' '}
        <span className="tabular">{WORDS.due(formatDay(due_on), formatDay(due_to))}</span>
      </span>
      {!isSet && (
        <Button
          size="compact-xs"
          variant={isChosen ? 'subtle' : 'light'}
          onClick={() => {
            wasPressed.current = true
            if (isChosen && isOwn) dropOwn(proposal)
            else toggleOne(proposal)
          }}
        >
          {isChosen ? WORDS.drop : isFiled ? WORDS.setNow : WORDS.choose}
        </Button>
      )}
    </li>
  )
}
