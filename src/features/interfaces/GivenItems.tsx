import { Alert, List, Text } from '@mantine/core'
import { useState } from 'react'
import type { GivenItem, MachineView } from '#contract/calls/machine-view.ts'
import { formatShortDateTime } from '#domain/time/formats.ts'
import { DataGrid } from '#src/ui/grid/DataGrid.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { GivenItemDrawer } from './GivenItemDrawer.tsx'
import { GIVEN_COLUMNS } from './given-columns.tsx'
import classes from './interfaces.module.css'
import { MACHINE_VIEW_WORDS as WORDS, wordsOfRefusal } from './machine-words.ts'

export interface GivenItemsProps {
  aet: string
  answer: MachineView
  zone: string
}

/** The height of a row on touch screens in pixels, and the number of rows visible at once. */
const ROW_PX = 46
const ROWS_SEEN = 10

const rowId = ({ id }: GivenItem) => id

/** The worklist that the machine would receive: the outcome, and the items with the values sent. */
export function GivenItems({ aet, answer, zone }: GivenItemsProps) {
  const [opened, setOpened] = useState<GivenItem>()
  const { items, count, refusals } = answer
  if (refusals.length > 0)
    return (
      <Alert color="orange" role="status" title={WORDS.nothing}>
        <List size="sm">
          {refusals.map((reason) => (
            <List.Item key={reason}>{wordsOfRefusal(reason, aet)}</List.Item>
          ))}
        </List>
      </Alert>
    )
  return (
    <section aria-label={WORDS.answer} className={classes.answer}>
      <div role="status">
        <Text fw={600}>{WORDS.count(count)}</Text>
        <AnswerFacts answer={answer} zone={zone} />
      </div>
      {count === 0 && <EmptyState title={WORDS.none} hint={WORDS.noneHint} />}
      {count > 0 && (
        <div className={classes.given} style={{ height: ROW_PX * (Math.min(count, ROWS_SEEN) + 1) }}>
          <DataGrid
            label={WORDS.list}
            rows={items}
            columns={GIVEN_COLUMNS}
            rowId={rowId}
            start={0}
            total={items.length}
            onOpen={setOpened}
          />
        </div>
      )}
      {opened && <GivenItemDrawer item={opened} onClose={() => setOpened(undefined)} />}
    </section>
  )
}

function AnswerFacts({ answer, zone }: Pick<GivenItemsProps, 'answer' | 'zone'>) {
  const { asked, question, is_unheard, character_set, left_out, items, count } = answer
  const values = question.map(({ keyword, value }) => `${keyword} = ${value}`).join(', ')
  const when = asked === null ? WORDS.composed : WORDS.asked(formatShortDateTime(new Date(asked), zone))
  return (
    <>
      <Text size="sm">
        {when} {values || WORDS.everything}
      </Text>
      <Text size="sm" c="dimmed">
        {[
          WORDS.letters(character_set),
          is_unheard === 1 && WORDS.unheard,
          items.length < count && WORDS.first(items.length),
        ]
          .filter(Boolean)
          .join(' ')}
      </Text>
      {left_out > 0 && (
        <Alert color="orange" mt="xs">
          {WORDS.leftOut(left_out)}
        </Alert>
      )}
    </>
  )
}
