import { Table } from '@mantine/core'
import { useEffect, useSyncExternalStore } from 'react'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { APP_KEYS, type AppKeyName } from '#src/ui/keys/app-keys.ts'
import { useHeardKeys, useKeysHere } from '#src/ui/keys/heard-keys.ts'
import { KeyHint } from '#src/ui/keys/KeyHint.tsx'
import { FRAME_WORDS as WORDS } from './frame-words.ts'

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

/** The table of shortcuts; `?` opens it outside text fields. */
export function KeyboardHelp() {
  const opened = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOpen,
  )
  useHeardKeys(['help'])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === '?' && !isTypingIn(event.target)) show(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  return (
    <Dialog opened={opened} onClose={() => show(false)} title={WORDS.keyboardHelp} size="md">
      <KeyTables />
    </Dialog>
  )
}

/** Keys that work now come first; then those of other screens and forms. */
function KeyTables() {
  const here = useKeysHere()
  const elsewhere = NAMES.filter((name) => !here.includes(name))
  return (
    <>
      <KeyTable title={WORDS.keysHere} names={here} />
      {elsewhere.length > 0 && <KeyTable title={WORDS.keysElsewhere} names={elsewhere} />}
    </>
  )
}

const NAMES = Object.keys(APP_KEYS) as AppKeyName[]

function KeyTable({ title, names }: { title: string; names: readonly AppKeyName[] }) {
  return (
    <Table mb="md" captionSide="top" aria-label={title}>
      <Table.Caption ta="start" fw={600}>
        {title}
      </Table.Caption>
      <Table.Tbody>
        {names.map((name) => (
          <Table.Tr key={name}>
            <Table.Td w={140}>
              <KeyHint keys={APP_KEYS[name].shown} />
            </Table.Td>
            <Table.Td>{APP_KEYS[name].does}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function isTypingIn(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}
