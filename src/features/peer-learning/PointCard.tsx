import { Anchor, Button, Card, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type PeerPointRow, peerCalls } from '#contract/calls/peer-learning.ts'
import { PEER_TEXT_MAX } from '#domain/peer/outcomes.ts'
import { formatDay } from '#domain/time/formats.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { TintBadge } from '#src/ui/TintBadge.tsx'
import { OutcomeWords } from './OutcomeWords.tsx'
import classes from './peer-learning.module.css'
import { factsOf, nameOf } from './study-words.ts'
import { PEER_WORDS as WORDS } from './words.ts'

/** A learning point about a report of one's own: read, and answered where one has something to say. */
export function PointCard({ row, onChanged }: { row: PeerPointRow; onChanged: () => void }) {
  const { online } = useLink()
  const [box, act] = useAct()
  const [isAnswering, setAnswering] = useState(false)
  const [answer, setAnswer] = useState('')
  const reason = online ? undefined : WORDS.needsNetwork
  const markSeen = () => act.run(async () => callApi(peerCalls.markSeen, { id: row.id })).then(tellDone)
  const send = async () => {
    const isDone = await act.run(async () => {
      if (answer.trim() === '') throw new Error(WORDS.needed)
      await callApi(peerCalls.answer, { id: row.id, answer: answer.trim() })
    })
    if (isDone) setAnswering(false)
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
              value={answer}
              data-autofocus
              onChange={(event) => setAnswer(event.currentTarget.value)}
            />
            <Group justify="flex-end">
              <Button variant="default" size="xs" onClick={() => setAnswering(false)}>
                {WORDS.cancel}
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
        <RefusalNote act={act} />
      </Stack>
    </Card>
  )
}
