import { Alert, Group, Radio, Stack, Table, Text } from '@mantine/core'
import { IconArrowsSplit2 } from '@tabler/icons-react'
import { useState } from 'react'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { FieldText } from '../FieldText.tsx'
import type { Values } from '../form-values.ts'
import { kindsReferredTo, NamesProvider } from '../names.tsx'
import { OnlineButton } from '../OnlineButton.tsx'
import { MASTER_WORDS as WORDS } from '../words.ts'
import { chosenValues, type Difference, differencesOf, type Side } from './differences.ts'

export interface ConflictPanelProps {
  master: AnyMaster
  base: Values
  yours: Values
  theirs: Values
  isSaving: boolean
  onSettle: (chosen: Values) => void
}

/** Both versions of a record side by side: choose for each field that differs, then saving continues. */
export function ConflictPanel({ master, base, yours, theirs, isSaving, onSettle }: ConflictPanelProps) {
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({})
  const differences = differencesOf(master, base, yours, theirs)
  const chosen = chosenValues(differences, sides)
  return (
    <NamesProvider kinds={kindsReferredTo(master)}>
      <Stack gap="sm">
        <Alert
          color="orange"
          variant="light"
          role="alert"
          icon={<IconArrowsSplit2 aria-hidden />}
          title={WORDS.conflict}
        >
          {differences.length === 0 ? WORDS.sameNow : WORDS.conflictHint}
        </Alert>
        {differences.length > 0 && (
          <Table withTableBorder verticalSpacing="xs" layout="fixed">
            <Table.Thead>
              <Table.Tr>
                <Table.Th w="26%">{WORDS.field}</Table.Th>
                <Table.Th>{WORDS.yours}</Table.Th>
                <Table.Th>{WORDS.theirs}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {differences.map((one) => (
                <Choice
                  key={one.name}
                  difference={one}
                  side={sides[one.name] ?? one.proposed}
                  onChoose={(side) => setSides((before) => ({ ...before, [one.name]: side }))}
                />
              ))}
            </Table.Tbody>
          </Table>
        )}
        <Group justify="flex-end">
          <OnlineButton
            loading={isSaving}
            refusal={chosen === undefined ? WORDS.chooseAll : undefined}
            onClick={() => chosen && onSettle(chosen)}
          >
            {differences.length === 0 ? WORDS.save : WORDS.saveChoice}
          </OnlineButton>
        </Group>
      </Stack>
    </NamesProvider>
  )
}

interface ChoiceProps {
  difference: Difference
  side: Side | undefined
  onChoose: (side: Side) => void
}

function Choice({ difference, side, onChoose }: ChoiceProps) {
  return (
    <Table.Tr role="radiogroup" aria-label={WORDS.choose(difference.label)}>
      <Table.Th scope="row">{difference.label}</Table.Th>
      {(['yours', 'theirs'] as const).map((one) => (
        <Table.Td key={one}>
          <Radio
            name={`kept-${difference.name}`}
            checked={side === one}
            onChange={() => onChoose(one)}
            label={
              <>
                <Text span size="xs" c="dimmed">
                  {WORDS[one]}:{' '}
                </Text>
                <Version difference={difference} value={difference[one]} />
              </>
            }
          />
        </Table.Td>
      ))}
    </Table.Tr>
  )
}

function Version({ difference, value }: { difference: Difference; value: unknown }) {
  const { field } = difference
  if (field) return <FieldText field={field} value={value} blank={<Text span>{WORDS.blank}</Text>} />
  if (Array.isArray(value)) return WORDS.entries(value.length)
  return typeof value === 'string' || typeof value === 'number' ? value : WORDS.blank
}
