import { Checkbox, Select, Table, Text } from '@mantine/core'
import type { AiBodyPart, SeriesRow } from '#contract/calls/imaging.ts'
import { formatShortDateTime } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { oneSeries, type Picked, type Sendable } from './ai-choice.ts'
import { AI_WORDS as WORDS } from './words.ts'

export interface SeriesTableProps {
  whole: Sendable
  series: readonly SeriesRow[]
  /** Returns the body parts of this kind that the chosen company reads. */
  partsFor: (sendable: Sendable) => AiBodyPart[]
  picked: Picked
  onPick: (sendable: Sendable, isPicked: boolean) => void
  onReadAs: (id: string, partId: string) => void
}

/** The study and its series, each with a checkbox and a body part. */
export function SeriesTable({ whole, series, ...choice }: SeriesTableProps) {
  const isWhole = choice.picked.has(whole.id)
  const { columns } = WORDS
  return (
    <Table.ScrollContainer minWidth={620}>
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={48}>{columns.pick}</Table.Th>
            <Table.Th>{columns.no}</Table.Th>
            <Table.Th>{columns.modality}</Table.Th>
            <Table.Th>{columns.bodyPart}</Table.Th>
            <Table.Th>{columns.description}</Table.Th>
            <Table.Th>{columns.created}</Table.Th>
            <Table.Th w={190}>{columns.readAs}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Row sendable={whole} name={WORDS.whole} {...choice}>
            <Table.Td fw={600}>{WORDS.whole}</Table.Td>
            <Table.Td>{whole.modalities.join(', ')}</Table.Td>
            <Table.Td colSpan={3} c="dimmed">
              {WORDS.wholeHint}
            </Table.Td>
          </Row>
          {series.map((one) => (
            <Row
              key={one.id}
              sendable={oneSeries(one)}
              name={WORDS.series(one.series_no, one.series_desc)}
              isHeld={isWhole}
              {...choice}
            >
              <SeriesCells series={one} />
            </Row>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function SeriesCells({ series }: { series: SeriesRow }) {
  const made = series.created_time && formatShortDateTime(new Date(series.created_time), branchZone())
  return (
    <>
      <Table.Td>{series.series_no}</Table.Td>
      <Table.Td>{series.modality}</Table.Td>
      <Table.Td>{series.body_part}</Table.Td>
      <Table.Td>{series.series_desc}</Table.Td>
      <Table.Td>{made}</Table.Td>
    </>
  )
}

interface RowProps extends Pick<SeriesTableProps, 'partsFor' | 'picked' | 'onPick' | 'onReadAs'> {
  sendable: Sendable
  name: string
  /** Whether it is sent with the whole study. */
  isHeld?: boolean
  children: React.ReactNode
}

function Row({ sendable, name, isHeld = false, partsFor, picked, onPick, onReadAs, children }: RowProps) {
  const parts = partsFor(sendable)
  const partId = picked.get(sendable.id)
  const isPicked = partId !== undefined
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox
          aria-label={WORDS.pick(name)}
          checked={isPicked || isHeld}
          disabled={isHeld || parts.length === 0}
          onChange={(event) => onPick(sendable, event.currentTarget.checked)}
        />
      </Table.Td>
      {children}
      <Table.Td>
        {parts.length === 0 && (
          <Text size="sm" c="dimmed">
            {WORDS.noPartFits}
          </Text>
        )}
        {isPicked && (
          <Select
            aria-label={WORDS.readAs(name)}
            placeholder={WORDS.columns.readAs}
            size="xs"
            data={parts.map((part) => ({ value: part.id, label: part.bodypart }))}
            value={partId || null}
            allowDeselect={false}
            onChange={(id) => onReadAs(sendable.id, id ?? '')}
          />
        )}
      </Table.Td>
    </Table.Tr>
  )
}
