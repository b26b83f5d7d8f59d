import { Button, Card, Group, Stack, Text } from '@mantine/core'
import type { PeerReadingRow } from '#contract/calls/peer-learning.ts'
import { OutcomeWords } from './OutcomeWords.tsx'
import classes from './peer-learning.module.css'
import { dayOf, factsOf, nameOf } from './study-words.ts'
import { PEER_WORDS as WORDS } from './words.ts'

/** Pending second readings, the longest waiting first. */
export function WaitingCards({
  rows,
  onOpen,
}: {
  rows: readonly PeerReadingRow[]
  onOpen: (id: string) => void
}) {
  return (
    <ul className={classes.list} aria-label={WORDS.waitingList}>
      {rows.map((row) => (
        <Card key={row.id} component="li" withBorder padding="sm">
          <Group justify="space-between" wrap="nowrap">
            <Facts row={row} last={WORDS.since(dayOf(row.given_on, row))} />
            <Button size="xs" aria-label={WORDS.openOne(nameOf(row))} onClick={() => onOpen(row.id)}>
              {WORDS.open}
            </Button>
          </Group>
        </Card>
      ))}
    </ul>
  )
}

/** Completed second readings with the replies. */
export function DoneCards({ rows }: { rows: readonly PeerReadingRow[] }) {
  return (
    <ul className={classes.list} aria-label={WORDS.doneList}>
      {rows.map((row) => (
        <Card key={row.id} component="li" withBorder padding="sm">
          <Stack gap="xs">
            <Facts row={row} last={row.read_on === null ? '' : WORDS.readOn(dayOf(row.read_on, row))} />
            <OutcomeWords said={row} />
            {row.answers.map((answer) => (
              <Text key={answer} size="sm" className={classes.words}>
                <b>{WORDS.answers}:</b> {answer}
              </Text>
            ))}
          </Stack>
        </Card>
      ))}
    </ul>
  )
}

function Facts({ row, last }: { row: PeerReadingRow; last: string }) {
  return (
    <div>
      <Text fw={600}>{nameOf(row)}</Text>
      <Text c="dimmed" size="sm">
        {[factsOf(row), last].filter(Boolean).join(' · ')}
      </Text>
    </div>
  )
}
