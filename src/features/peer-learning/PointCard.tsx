import { Alert, Anchor, Button, Card, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type PeerPointRow, peerCalls } from '#contract/calls/peer-learning.ts'
import { PEER_TEXT_MAX } from '#domain/peer/outcomes.ts'
import { formatDay } from '#domain/time/formats.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { UnreadTextNote } from '#src/ui/notes/UnreadTextNote.tsx'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { OutcomeWords } from './OutcomeWords.tsx'
import classes from './peer-learning.module.css'
import { factsOf, nameOf } from './study-words.ts'
import { type OpenText, usePeerText } from './use-peer-text.ts'
import { PEER_WORDS as WORDS } from './words.ts'

/** A learning point about one of the reader's own reports: shown, with an optional reply. */
export function PointCard(props: PointCardProps) {
  const { id, study_id } = props.row
  const kept = usePeerText({ kind: 'answer', id, study_id, about: nameOf(props.row) })
  const { found, problem, retry } = kept.begun
  if (problem)
    return (
      <Card component="li" withBorder padding="sm">
        <UnreadTextNote problem={problem} onRetry={retry} />
      </Card>
    )
  if (found === undefined) return <SkeletonRows rows={2} />
  return <OpenCard {...props} kept={{ ...kept, begun: found }} />
}

interface PointCardProps {
  row: PeerPointRow
  onChanged: () => void
}

function OpenCard({ row, onChanged, kept }: PointCardProps & { kept: OpenText }) {
  const { online } = useLink()
  const [box, act] = useAct()
  const [isAnswering, setAnswering] = useState(kept.begun !== '' && row.answered_on === null)
  const [answer, setAnswer] = useState(kept.begun)
  const [isAsked, setAsked] = useState(false)
  const reason = online ? undefined : WORDS.needsNetwork
  const markSeen = () => act.run(async () => callApi(peerCalls.markSeen, { id: row.id })).then(tellDone)
  const isMissing = answer.trim() === ''
  const type = (text: string) => {
    act.forget()
    setAnswer(text)
    kept.keep(text.trim() === '' ? '' : text)
  }
  const leave = () => {
    type('')
    setAsked(false)
    setAnswering(false)
  }
  const send = async () => {
    setAsked(true)
    if (isMissing) return act.refuse()
    const isDone = await act.run(async () => callApi(peerCalls.answer, { id: row.id, answer: answer.trim() }))
    if (isDone) leave()
    tellDone(isDone)
  }
  const tellDone = (isDone: boolean) => {
    if (isDone) onChanged()
  }
  return (
    <Card component="li" withBorder padding="sm">
      <Stack gap="xs" ref={box}>
        <Group justify="space-between" align="flex-start">
          <div>
            <Anchor
              component={Link}
              to={`/study/${row.study_id}`}
              fw={600}
              aria-label={`${WORDS.openStudy}: ${nameOf(row)}`}
            >
              {nameOf(row)}
            </Anchor>
            <Text c="dimmed" size="sm">
              {[factsOf(row), WORDS.readOn(formatDay(row.read_day))].join(' · ')}
            </Text>
          </div>
          {row.seen_on === null && <TintBadge colour="blue">{WORDS.unread}</TintBadge>}
        </Group>
        <OutcomeWords said={row} />
        {row.answer !== '' && (
          <Text size="sm" className={classes.words}>
            <b>{WORDS.yourAnswer}:</b> {row.answer}
          </Text>
        )}
        {isAnswering ? (
          <>
            <Textarea
              label={WORDS.answer}
              description={WORDS.answerHint}
              rows={3}
              maxLength={PEER_TEXT_MAX}
              withAsterisk
              value={answer}
              error={isAsked && isMissing ? WORDS.needed : act.fields.answer}
              data-autofocus
              onChange={(event) => type(event.currentTarget.value)}
            />
            {kept.problem && <Alert color="red">{WORDS.notKept(kept.problem)}</Alert>}
            <Group justify="flex-end">
              <Button variant="default" size="xs" onClick={leave}>
                {isMissing ? WORDS.cancel : WORDS.discard}
              </Button>
              <ReasonButton size="xs" loading={act.isBusy} reason={reason} onClick={() => void send()}>
                {WORDS.sendAnswer}
              </ReasonButton>
            </Group>
          </>
        ) : (
          <Group gap="xs">
            {row.seen_on === null && (
              <ReasonButton size="xs" loading={act.isBusy} reason={reason} onClick={() => void markSeen()}>
                {WORDS.markSeen}
              </ReasonButton>
            )}
            {row.answered_on === null && (
              <ReasonButton size="xs" variant="default" reason={reason} onClick={() => setAnswering(true)}>
                {WORDS.answer}
              </ReasonButton>
            )}
          </Group>
        )}
        <RefusalNote act={act} isAtField={(name) => name === 'answer'} />
      </Stack>
    </Card>
  )
}
