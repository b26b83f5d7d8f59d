import { Combobox, Text, useCombobox } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { IconBolt } from '@tabler/icons-react'
import { useState } from 'react'
import { holdsWords } from '#domain/match/search-words.ts'
import { markupText } from '#domain/report/markup-text.ts'
import { RICH_TEXT_WORDS as WORDS } from '../words.ts'
import classes from './shortcuts.module.css'
import { type GivenShortcuts, shortcutsOf, type TextShortcut } from './typed-shortcuts.ts'

export interface ShortcutPickerProps {
  shortcuts: GivenShortcuts
  onPick: (shortcut: TextShortcut) => void
}

/** Shortcuts by name with the beginning of their text; a click inserts one at the cursor. */
export function ShortcutPicker({ shortcuts: given, onPick }: ShortcutPickerProps) {
  const shortcuts = shortcutsOf(given)
  const [search, setSearch] = useState('')
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setSearch('')
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  const found = shortcuts.filter((one) => holdsWords([one.name], search))
  const pick = (id: string) => {
    const shortcut = shortcuts.find((one) => one.id === id)
    combobox.closeDropdown()
    if (shortcut) onPick(shortcut)
  }
  return (
    <Combobox store={combobox} onOptionSubmit={pick} width={320} position="bottom-start" withinPortal>
      <Combobox.Target withAriaAttributes={false}>
        <RichTextEditor.Control
          aria-label={WORDS.shortcuts}
          title={WORDS.shortcutsHint}
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
        >
          <IconBolt size={16} stroke={1.5} aria-hidden />
        </RichTextEditor.Control>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={WORDS.findShortcut}
          aria-label={WORDS.findShortcut}
        />
        <Combobox.Options className={classes.options}>
          {found.length === 0 && <Combobox.Empty>{emptyWords(given)}</Combobox.Empty>}
          {found.map((shortcut) => (
            <Combobox.Option key={shortcut.id} value={shortcut.id}>
              <span className={classes.name}>{shortcut.name}</span>
              <Text component="span" size="xs" c="dimmed" className={classes.text} lineClamp={1}>
                {markupText(shortcut.html)}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function emptyWords(given: GivenShortcuts): string {
  if (given === 'loading') return WORDS.shortcutsLoading
  return given.length === 0 ? WORDS.noShortcuts : WORDS.noShortcutFound
}
