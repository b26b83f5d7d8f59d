import { Button, Menu, Text } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import {
  TEMPLATE_BLANKS,
  TEMPLATE_FIELDS,
  TEMPLATE_PLACEHOLDERS,
} from '#domain/report/template-placeholders.ts'
import { TEMPLATE_WORDS as WORDS } from '../words.ts'

export interface InsertMenuProps {
  /** Inserts the text at the cursor. */
  onInsert: (text: string) => void
}

/**
 * Placeholders that the report fills in, fields that the doctor steps through, and blanks that the doctor
 * completes.
 */
export function InsertMenu({ onInsert }: InsertMenuProps) {
  const item = (text: string) => (
    <Menu.Item key={text} onClick={() => onInsert(text)}>
      <code>{text}</code>
    </Menu.Item>
  )
  return (
    <Menu position="bottom-end" withinPortal returnFocus={false}>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconBraces size={14} stroke={1.5} aria-hidden />}
          // Keeps the cursor in the text.
          onMouseDown={(event) => event.preventDefault()}
        >
          {WORDS.insert}
        </Button>
      </Menu.Target>
      <Menu.Dropdown maw={320} mah={420} style={{ overflowY: 'auto' }}>
        <Text size="xs" c="dimmed" p="xs">
          {WORDS.insertHint}
        </Text>
        <Menu.Label>{WORDS.namesOfStudy}</Menu.Label>
        {TEMPLATE_PLACEHOLDERS.map((name) => item(`%${name}%`))}
        <Menu.Label>{WORDS.fields}</Menu.Label>
        {TEMPLATE_FIELDS.map(item)}
        <Menu.Label>{WORDS.toFill}</Menu.Label>
        {TEMPLATE_BLANKS.map(item)}
      </Menu.Dropdown>
    </Menu>
  )
}
