import { Button, Group, Input, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { AiBodyPartItem } from '#contract/masters/ai-body-part.ts'
import { FilePicker } from '#src/ui/master/fields/FilePicker.tsx'
import { RichTextWidget } from '#src/ui/master/fields/RichTextWidget.tsx'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import { AI_WORDS as WORDS } from './words.ts'

export interface AiBodyPartItemsProps {
  form: MasterFormState
  disabled: boolean
}

// The viewer of body parts renders the description as formatted text.
const DESCRIPTION = { kind: 'richText', label: WORDS.description, max: 5000 } as const
const BLANK: AiBodyPartItem = { heading: '', description: '', specifications: '', photo_id: null }

/** The items of a body part, in display order. */
export function AiBodyPartItems({ form, disabled }: AiBodyPartItemsProps) {
  const items = (form.values.items ?? []) as readonly AiBodyPartItem[]
  const set = (rows: readonly AiBodyPartItem[]) => form.setValue('items', rows)
  return (
    <Input.Wrapper label={WORDS.items} labelElement="div" error={form.errors.items}>
      <Stack gap="sm" mt="xs">
        {items.length === 0 && (
          <Text size="sm" c="dimmed">
            {WORDS.noItems}
          </Text>
        )}
        {items.map((item, place) => (
          <Item
            // Items have no name before they are saved, so the index identifies them.
            // oxlint-disable-next-line react/no-array-index-key -- see above
            key={place}
            item={item}
            place={place + 1}
            disabled={disabled}
            onChange={(changed) => set(items.map((row, at) => (at === place ? { ...row, ...changed } : row)))}
            onRemove={() => set(items.filter((_, at) => at !== place))}
          />
        ))}
        {!disabled && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            style={{ alignSelf: 'flex-start' }}
            onClick={() => set([...items, BLANK])}
          >
            {WORDS.addItem}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  )
}

interface ItemProps {
  item: AiBodyPartItem
  place: number
  disabled: boolean
  onChange: (changed: Partial<AiBodyPartItem>) => void
  onRemove: () => void
}

function Item({ item, place, disabled, onChange, onRemove }: ItemProps) {
  const name = item.heading === '' ? WORDS.item(place) : item.heading
  return (
    <Paper withBorder p="sm" component="fieldset" aria-label={WORDS.item(place)}>
      <Stack gap="sm">
        <Group align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            label={WORDS.heading}
            withAsterisk
            value={item.heading}
            maxLength={200}
            disabled={disabled}
            onChange={(event) => onChange({ heading: event.currentTarget.value })}
          />
          {!disabled && (
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />}
              onClick={onRemove}
            >
              {WORDS.removeItem(name)}
            </Button>
          )}
        </Group>
        <RichTextWidget
          name={`description-${place}`}
          field={DESCRIPTION}
          value={item.description}
          disabled={disabled}
          onChange={(description) => onChange({ description: String(description) })}
        />
        <Textarea
          label={WORDS.specifications}
          value={item.specifications}
          autosize
          minRows={2}
          maxLength={5000}
          disabled={disabled}
          onChange={(event) => onChange({ specifications: event.currentTarget.value })}
        />
        <FilePicker
          label={WORDS.photo}
          use="bodyPartPhoto"
          purpose="bodypart_photo"
          value={item.photo_id}
          disabled={disabled}
          onChange={(photo_id) => onChange({ photo_id })}
        />
      </Stack>
    </Paper>
  )
}
