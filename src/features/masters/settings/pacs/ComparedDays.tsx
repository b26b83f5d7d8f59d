import { Button, Table } from '@mantine/core'
import { Fragment, useState } from 'react'
import type { CheckedDay, CheckedServer } from '#contract/calls/pacs-check.ts'
import { formatDay } from '#domain/time/formats.ts'
import stacked from '#src/ui/stacked-table.module.css'
import classes from '../settings.module.css'
import { ComparedGaps } from './ComparedGaps.tsx'
import { COMPARE_WORDS as WORDS } from './compare-words.ts'

const COUNTS = ['fetched', 'missing_here', 'missing_there', 'changed_there'] as const

/** One row per day with both counts and the differences; a day opens the list of its studies. */
export function ComparedDays({ server }: { server: CheckedServer }) {
  const [opened, setOpened] = useState<string>()
  return (
    <div className={stacked.wrap}>
      <Table className={`tabular ${stacked.table}`} verticalSpacing={6} aria-label={WORDS.table(server.name)}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{WORDS.columns.day}</Table.Th>
            <Table.Th>{WORDS.columns.aet}</Table.Th>
            <Table.Th ta="end">{WORDS.columns.there}</Table.Th>
            <Table.Th ta="end">{WORDS.columns.here}</Table.Th>
            {COUNTS.map((name) => (
              <Table.Th key={name} ta="end">
                {WORDS.columns[name]}
              </Table.Th>
            ))}
            <Table.Th aria-label={WORDS.show} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {server.days.map((day) => {
            const key = `${day.day} ${day.aet}`
            return (
              <Fragment key={key}>
                <DayRow
                  day={day}
                  isOpen={opened === key}
                  onToggle={() => setOpened(opened === key ? undefined : key)}
                />
                {opened === key && (
                  <Table.Tr>
                    <Table.Td colSpan={9} className={classes.wide}>
                      <ComparedGaps server={server} day={day} />
                    </Table.Td>
                  </Table.Tr>
                )}
              </Fragment>
            )
          })}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function DayRow({ day, isOpen, onToggle }: { day: CheckedDay; isOpen: boolean; onToggle: () => void }) {
  const { aet, count_there, count_here, missing_here, fetched } = day
  const shown = { ...day, missing_here: Math.max(0, missing_here - fetched) }
  const hasStudies = COUNTS.some((name) => day[name] > 0)
  const named = aet === '' ? WORDS.nobody : aet
  return (
    <Table.Tr>
      <Table.Td>{formatDay(day.day)}</Table.Td>
      <Table.Td data-label={WORDS.columns.aet}>{named}</Table.Td>
      <Table.Td ta="end" data-label={WORDS.columns.there}>
        {count_there}
      </Table.Td>
      <Table.Td ta="end" data-label={WORDS.columns.here}>
        {count_here}
      </Table.Td>
      {COUNTS.map((name) => (
        <Table.Td
          key={name}
          ta="end"
          data-label={WORDS.columns[name]}
          {...(shown[name] > 0 && name !== 'fetched' && { c: 'orange.4', fw: 600 })}
          {...(shown[name] === 0 && { c: 'dimmed' })}
        >
          {shown[name]}
        </Table.Td>
      ))}
      <Table.Td ta="end">
        {hasStudies && (
          <Button
            size="compact-sm"
            variant="default"
            aria-expanded={isOpen}
            aria-label={WORDS.showOf(formatDay(day.day), named)}
            onClick={onToggle}
          >
            {isOpen ? WORDS.hide : WORDS.show}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
