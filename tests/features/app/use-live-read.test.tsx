import 'fake-indexeddb/auto'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { Dexie, type Table } from 'dexie'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setDevice } from '#src/sync/current-device.ts'
import type { Device } from '#src/sync/device.ts'
import { useLiveRead } from '#src/sync/use-live-read.ts'

class Words extends Dexie {
  readonly words: Table<{ id: number; word: string }>
  constructor(name: string) {
    super(name)
    this.version(1).stores({ words: 'id' })
    this.words = this.table('words')
  }
}

const opened: Words[] = []
/** Returns a device whose databases are one table of words; the hook reads nothing else. */
function deviceWith(name: string): { words: Words; device: Device } {
  const words = new Words(name)
  opened.push(words)
  return { words, device: { databases: words } as unknown as Device }
}

const readWord = async ({ databases }: Device) =>
  (await (databases as unknown as Words).words.get(1))?.word ?? 'none'

function Word() {
  return <p>{useLiveRead(readWord) ?? 'unknown'}</p>
}

beforeEach(() => setDevice(undefined))
afterEach(async () => {
  cleanup()
  for (const words of opened.splice(0)) await words.delete()
})

test('the result follows the stored data', async () => {
  const { words, device } = deviceWith('one')
  await words.words.put({ id: 1, word: 'first' })
  setDevice(device)
  render(<Word />)
  expect(screen.getByText('unknown')).toBeTruthy()
  await screen.findByText('first')
  await act(() => words.words.put({ id: 1, word: 'second' }))
  await screen.findByText('second')
})

test('the next person never sees the result of the previous one', async () => {
  const [one, two] = [deviceWith('one'), deviceWith('two')]
  await one.words.words.put({ id: 1, word: 'of the first person' })
  setDevice(one.device)
  render(<Word />)
  await screen.findByText('of the first person')
  act(() => setDevice(two.device))
  expect(screen.queryByText('of the first person')).toBeNull()
  await screen.findByText('none')
})

test('databases that close during the query cause no screen error', async () => {
  const { words, device } = deviceWith('one')
  await words.words.put({ id: 1, word: 'first' })
  words.close()
  setDevice(device)
  render(<Word />)
  await waitFor(() => expect(screen.getByText('unknown')).toBeTruthy())
  act(() => setDevice(undefined))
  expect(screen.getByText('unknown')).toBeTruthy()
})
