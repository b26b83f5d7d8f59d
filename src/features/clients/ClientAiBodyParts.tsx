import { ActionIcon, Input, NumberInput, Select, Stack, Table, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { AI_CURRENCIES } from '#contract/masters/ai-company.ts'
import type { ClientAiBodyPart } from '#contract/masters/client.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import { CLIENT_WORDS as WORDS } from './words.ts'

export interface ClientAiBodyPartsProps {
  form: MasterFormState
  disabled: boolean
}

const nameOf = ({ company = '', modality = '', bodypart = '' }: ClientAiBodyPart) =>
  `${company} · ${modality} · ${bodypart}`

/** The AI body parts that the client has bought, each with its AE title and the client's own price. */
export function ClientAiBodyParts({ form, disabled }: ClientAiBodyPartsProps) {
  const parts = (form.values.ai_bodyparts ?? []) as readonly ClientAiBodyPart[]
  const set = (rows: readonly ClientAiBodyPart[]) => form.setValue('ai_bodyparts', rows)
  const offered = useOffered(parts)
  const change = (id: string, changed: Partial<ClientAiBodyPart>) =>
    set(parts.map((row) => (row.bodypart_id === id ? { ...row, ...changed } : row)))
  return (
    <Input.Wrapper
      label={WORDS.ai}
      labelElement="div"
      description={WORDS.aiHint}
      error={form.errors.ai_bodyparts}
    >
      <Stack gap="sm" mt="xs">
        {!disabled && (
          <Select
            aria-label={WORDS.addPart}
            placeholder={WORDS.addPartHint}
            data={offered.map((row) => ({ value: row.bodypart_id, label: nameOf(row) }))}
            // Cleared after each choice: the field only adds to the list.
            value={null}
            onChange={(id) => {
              const found = offered.find((row) => row.bodypart_id === id)
              if (found) set([...parts, found])
            }}
            searchable
            limit={100}
          />
        )}
        {parts.length === 0 ? (
          <Text size="sm" c="dimmed">
            {WORDS.noParts}
          </Text>
        ) : (
          <Table.ScrollContainer minWidth={560}>
            <Table withTableBorder verticalSpacing={4}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{WORDS.part}</Table.Th>
                  <Table.Th w={150}>{WORDS.aeTitle}</Table.Th>
                  <Table.Th w={110}>{WORDS.price}</Table.Th>
                  <Table.Th w={100}>{WORDS.currency}</Table.Th>
                  <Table.Th w={40} aria-label={WORDS.removePart('')} />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {parts.map((row) => (
                  <PartRow
                    key={row.bodypart_id}
                    row={row}
                    disabled={disabled}
                    onChange={(changed) => change(row.bodypart_id, changed)}
                    onRemove={() => set(parts.filter(({ bodypart_id }) => bodypart_id !== row.bodypart_id))}
                  />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Stack>
    </Input.Wrapper>
  )
}

// Returns the body parts of all companies in use that the client has not bought yet.
function useOffered(chosen: readonly ClientAiBodyPart[]): ClientAiBodyPart[] {
  const { rows } = useMasters('aiCompany', { status: 1 })
  return useMemo(() => {
    const taken = new Set(chosen.map(({ bodypart_id }) => bodypart_id))
    return rows
      .flatMap(({ name: company, modalities }) =>
        modalities.flatMap(({ modality, bodyparts }) =>
          bodyparts.map(({ id, bodypart }) => ({
            bodypart_id: id,
            ae_title: '',
            price: null,
            currency: null,
            company,
            modality,
            bodypart,
          })),
        ),
      )
      .filter(({ bodypart_id }) => !taken.has(bodypart_id))
  }, [rows, chosen])
}

interface PartRowProps {
  row: ClientAiBodyPart
  disabled: boolean
  onChange: (changed: Partial<ClientAiBodyPart>) => void
  onRemove: () => void
}

function PartRow({ row, disabled, onChange, onRemove }: PartRowProps) {
  const name = nameOf(row)
  return (
    <Table.Tr>
      <Table.Td>
        {row.bodypart}
        <Text size="xs" c="dimmed">
          {row.company}, {row.modality}
        </Text>
      </Table.Td>
      <Table.Td>
        <TextInput
          size="xs"
          aria-label={WORDS.of(WORDS.aeTitle, name)}
          value={row.ae_title}
          maxLength={16}
          disabled={disabled}
          onChange={(event) => onChange({ ae_title: event.currentTarget.value })}
        />
      </Table.Td>
      <Table.Td>
        <NumberInput
          size="xs"
          aria-label={WORDS.of(WORDS.price, name)}
          value={row.price ?? ''}
          allowNegative={false}
          decimalScale={3}
          hideControls
          disabled={disabled}
          className="tabular"
          onChange={(value) => onChange({ price: value === '' ? null : Number(value) })}
        />
      </Table.Td>
      <Table.Td>
        <Select
          size="xs"
          aria-label={WORDS.of(WORDS.currency, name)}
          data={AI_CURRENCIES}
          value={row.currency}
          clearable
          disabled={disabled}
          onChange={(currency) => onChange({ currency: currency })}
        />
      </Table.Td>
      <Table.Td>
        {!disabled && (
          <ActionIcon variant="subtle" color="gray" aria-label={WORDS.removePart(name)} onClick={onRemove}>
            <IconTrash size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
