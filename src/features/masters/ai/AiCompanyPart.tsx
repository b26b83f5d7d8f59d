import { ActionIcon, Group, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { AI_CURRENCIES, type AiCompanyBodyPart } from '#contract/masters/ai-company.ts'
import { AI_WORDS as WORDS } from './words.ts'

export interface AiCompanyPartProps {
  part: AiCompanyBodyPart
  disabled: boolean
  onChange: (changed: Partial<AiCompanyBodyPart>) => void
  /** Absent for the last body part of its modality, which is removed with the modality. */
  onRemove: (() => void) | undefined
}

/** One body part of a company: its name, price, description and viewer. */
export function AiCompanyPart({ part, disabled, onChange, onRemove }: AiCompanyPartProps) {
  const name = part.bodypart === '' ? WORDS.bodyPart : part.bodypart
  return (
    <Stack gap={4} component="fieldset" style={{ border: 0, padding: 0, margin: 0 }} aria-label={name}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          miw={100}
          label={WORDS.bodyPart}
          withAsterisk
          value={part.bodypart}
          maxLength={100}
          disabled={disabled}
          onChange={(event) => onChange({ bodypart: event.currentTarget.value })}
        />
        <NumberInput
          w={96}
          label={WORDS.price}
          value={part.price}
          allowNegative={false}
          decimalScale={2}
          fixedDecimalScale
          hideControls
          disabled={disabled}
          className="tabular"
          onChange={(value) => onChange({ price: Number(value) || 0 })}
        />
        <Select
          w={92}
          label={WORDS.currency}
          data={AI_CURRENCIES}
          value={part.currency}
          allowDeselect={false}
          disabled={disabled}
          onChange={(currency) => currency && onChange({ currency: currency })}
        />
        {!disabled && (
          <ActionIcon
            variant="subtle"
            color="gray"
            mb={4}
            disabled={onRemove === undefined}
            aria-label={WORDS.removePart(name)}
            onClick={onRemove}
          >
            <IconTrash size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        <TextInput
          label={WORDS.description}
          value={part.description}
          maxLength={2000}
          disabled={disabled}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
        <TextInput
          label={WORDS.viewerUrl}
          value={part.viewer_url}
          maxLength={1000}
          disabled={disabled}
          onChange={(event) => onChange({ viewer_url: event.currentTarget.value })}
        />
      </SimpleGrid>
    </Stack>
  )
}
