import { Group, Text } from '@mantine/core'
import type { PeerPointRow, PeerReadingRow } from '#contract/calls/peer-learning.ts'
import { PEER_CATEGORY_WORDS, PEER_OUTCOME_WORDS } from '#domain/peer/outcomes.ts'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'
import classes from './peer-learning.module.css'
import { PEER_WORDS as WORDS } from './words.ts'

type Said = Pick<PeerReadingRow | PeerPointRow, 'outcome' | 'category' | 'point' | 'is_significant'>

/** The outcome of a second reading. */
export function OutcomeWords({ said: { outcome, category, point, is_significant } }: { said: Said }) {
  if (outcome === null) return null
  return (
    <>
      <Group gap="xs">
        <TintBadge colour={outcome === 'Differ' ? 'orange' : 'green'}>
          {PEER_OUTCOME_WORDS[outcome]}
        </TintBadge>
        {category !== null && <TintBadge colour="gray">{PEER_CATEGORY_WORDS[category]}</TintBadge>}
      </Group>
      {point !== '' && (
        <Text size="sm" className={classes.words}>
          {point}
        </Text>
      )}
      {is_significant === 1 && (
        <Text size="sm" c="dimmed">
          {WORDS.criticalOpened}
        </Text>
      )}
    </>
  )
}
