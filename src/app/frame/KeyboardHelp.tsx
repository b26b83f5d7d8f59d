import { Table } from '@mantine/core'
import { useEffect, useSyncExternalStore } from 'react'
import { Dialog } from '#src/ui/Dialog.tsx'
import { KeyHint } from '#src/ui/KeyHint.tsx'
import { APP_KEYS } from '#src/ui/keys/app-keys.ts'
import { SHELL_WORDS as WORDS } from '../words.ts'

let isOpen = false
const listeners = new Set<() => void>()

function show(open: boolean): void {
  isOpen = open
  for (const listener of listeners) listener()
}

/** Opens the table of shortcuts. */
export function openKeyboardHelp(): void {
  show(true)
}

/** The table of shortcuts; `?` opens it outside of text fields. */
export function KeyboardHelp() {
  const opened = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOpen,
  )
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === '?' && !isTypingIn(event.target)) show(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  return (
    <Dialog opened={opened} onClose={() => show(false)} title={WORDS.keyboardHelp} size="md">
      <Table>
        <Table.Tbody>
          {Object.values(APP_KEYS).map(({ shown, does }) => (
            <Table.Tr key={does}>
              <Table.Td w={140}>
                <KeyHint keys={shown} />
              </Table.Td>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  )
}

function isTypingIn(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}
