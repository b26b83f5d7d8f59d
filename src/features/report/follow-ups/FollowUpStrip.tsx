import { Button } from '@mantine/core'
import { IconCalendarCheck, IconCalendarPlus } from '@tabler/icons-react'
import { useEffect, useMemo, useRef } from 'react'
import type { StudyRow } from '#contract/calls/studies.ts'
import { CLOSE_REASON_WORDS } from '#domain/follow-up/close-reasons.ts'
import { type FollowUpProposal, keyOf, recogniseFollowUps } from '#domain/follow-up/recognise.ts'
import { formatDay } from '#domain/time/formats.ts'
import { dueDaysOf, followUpInput } from '#src/sync/reports/set-follow-ups.ts'
import type { ReportWriter } from '../writer/report-writer.ts'
import { useWriterState } from '../writer/use-open-report.ts'
import classes from './follow-ups.module.css'
import { type FollowUps, knownKey } from './use-follow-ups.ts'
import { FOLLOW_UP_WORDS as WORDS } from './words.ts'

export interface FollowUpStripProps {
  study: StudyRow
  writer: ReportWriter
  followUps: FollowUps
  /** The report is signed: what is set goes at once. */
  isFiled: boolean
}

/** What the Recommendation asks for, as it is written; one key or button sets it. */
export function FollowUpStrip({ study, writer, followUps, isFiled }: FollowUpStripProps) {
  const recommendation = useWriterState(writer, ({ text }) => text.recommendation)
  const proposals = useMemo(() => recogniseFollowUps(recommendation, study), [recommendation, study])
  if (!followUps.isOffered || proposals.length === 0) return null
  return (
    <ul className={classes.strip} aria-label={WORDS.label}>
      {proposals.map((proposal) => (
        <Proposal
          key={keyOf(proposal)}
          proposal={proposal}
          study={study}
          followUps={followUps}
          isFiled={isFiled}
        />
      ))}
    </ul>
  )
}

interface ProposalProps extends Pick<FollowUpStripProps, 'study' | 'followUps' | 'isFiled'> {
  proposal: FollowUpProposal
}

function Proposal({
  proposal,
  study,
  followUps: { sent, known, chosen, toggleOne },
  isFiled,
}: ProposalProps) {
  const place = useRef<HTMLLIElement>(null)
  const wasPressed = useRef(false)
  const { due_on, due_to } = dueDaysOf(study, proposal)
  const key = keyOf(proposal)
  const row = known.get(knownKey(followUpInput(study, proposal)))
  const isSet = sent.has(key) || row !== undefined
  const isChosen = chosen.has(key) && !isFiled
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
  // The button that was pressed is gone then: the keyboard stays where it was.
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
            toggleOne(proposal)
          }}
        >
          {isChosen ? WORDS.drop : isFiled ? WORDS.setNow : WORDS.choose}
        </Button>
      )}
    </li>
  )
}
