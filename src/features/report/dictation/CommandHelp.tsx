import { ActionIcon, Popover, Table, Text } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { type CommandPosition, VOICE_COMMANDS } from '#domain/dictation/commands.ts'
import { type DictationLanguage, spokenLanguage } from '#domain/dictation/languages.ts'
import { sayingOf } from '#domain/dictation/spoken-forms.ts'
import classes from './dictation.module.css'
import { DICTATION_WORDS as WORDS } from './words.ts'

/** The voice commands in the spoken language. */
export function CommandHelp({ language }: { language: DictationLanguage }) {
  return (
    <Popover position="top-end" withinPortal width={340}>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={WORDS.commands}
          title={WORDS.commands}
        >
          <IconHelpCircle size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.help}>
        <Table fz="sm" verticalSpacing={3}>
          <Table.Tbody>
            {VOICE_COMMANDS.map((command) => (
              <CommandRow key={command} command={command} language={language} />
            ))}
          </Table.Tbody>
        </Table>
      </Popover.Dropdown>
    </Popover>
  )
}

interface CommandRowProps {
  command: (typeof VOICE_COMMANDS)[number]
  language: DictationLanguage
}

const PLACES: Partial<Record<CommandPosition, string>> = {
  alone: WORDS.commandsAlone,
  first: WORDS.commandsFirst,
}

function CommandRow({ command, language }: CommandRowProps) {
  const form = sayingOf(command, spokenLanguage(language))
  const place = form && PLACES[form.place]
  return (
    <Table.Tr>
      <Table.Td fw={600}>
        {form?.words}
        {place && <Text span size="xs" c="dimmed">{` (${place})`}</Text>}
      </Table.Td>
      <Table.Td c="dimmed">{WORDS.command(command)}</Table.Td>
    </Table.Tr>
  )
}
