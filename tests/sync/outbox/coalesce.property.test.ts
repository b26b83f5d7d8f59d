import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepDraftIn, saveDraftIn, takeOverDraft } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { type Fault, ModelServer } from '../support/model-server.ts'
import { aDraft, aReport } from '../support/rows.ts'
import { Browser, isDrained, openPage, type Page, until } from '../support/test-page.ts'

/** The possible events while a person writes a report. */
type Event =
  | 'pause in typing'
  | 'autosave'
  | 'draft'
  | 'network goes'
  | 'network comes'
  | 'page dies'
  | 'a while'
  | Fault

const events = fc.array(
  fc.constantFrom<Event>(
    'pause in typing',
    'autosave',
    'autosave',
    'autosave',
    'draft',
    'network goes',
    'network comes',
    'page dies',
    'a while',
    'lost request',
    'lost answer',
    'twice',
    { each: 'unavailable' },
    { status: 502 },
  ),
  { minLength: 1, maxLength: 25 },
)

/** The writer at the screen: each keystroke makes another text, and a reopened page continues with the stored one. */
class Writer {
  readonly browser = new Browser()
  readonly server = new ModelServer()
  page!: Page
  typed = 0
  saved = 0
  #base: number | undefined

  async open(): Promise<void> {
    this.page = await openPage(this.browser, this.server)
    const { databases, device } = this.page
    const draft = await takeOverDraft(databases, device.author, aReport().id)
    const copy = await databases.reports.find(aReport().id)
    this.#base = draft ? draft.base_rev : copy?.rev
    const shown = draft?.report_data ?? copy?.body.report_data ?? ''
    // The reopened editor shows the text that was stored.
    if (this.typed > 0) expect(shown).toBe(`<p>${this.typed}</p>`)
  }

  async happen(event: Event): Promise<void> {
    const { databases, device, link } = this.page
    if (event === 'pause in typing') await keepDraftIn(databases, device.author, this.#type(), saveLabel)
    else if (event === 'autosave' || event === 'draft')
      await this.#save(event === 'autosave' ? 'Auto' : 'Draft')
    else if (event === 'network goes') link.set(false)
    else if (event === 'network comes') link.set(true)
    else if (event === 'page dies') await this.#die()
    else if (event === 'a while') await new Promise((resolve) => setTimeout(resolve, 3))
    else this.server.faults.push(event)
  }

  #type() {
    this.typed += 1
    return aDraft(String(this.typed), { base_rev: this.#base })
  }

  async #save(status: 'Auto' | 'Draft'): Promise<void> {
    const { databases, device } = this.page
    await saveDraftIn(databases, device.author, this.#type(), status, saveLabel)
    this.saved = this.typed
    device.wake()
  }

  async #die(): Promise<void> {
    this.page.databases.close()
    this.browser.locks.release(`readroom-sender-${this.browser.userId}`)
    // The closed databases make the operations of a dead page fail.
    this.page.device.stop().catch(() => undefined)
    await this.open()
  }
}

test('the last saved text of a report always arrives, with saves in order and each at most once', async () => {
  await fc.assert(
    fc.asyncProperty(events, async (script) => {
      const writer = new Writer()
      await writer.open()
      for (const event of script) await writer.happen(event)
      writer.page.link.set(true)
      writer.page.device.wake()
      await until(() => isDrained(writer.page.databases), 'the delivery')

      const { happened, reports } = writer.server
      const numbers = happened.map(({ text }) => Number(text.replace(/\D/g, '')))
      // In the order of typing, none twice, and no command twice.
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      expect(new Set(happened.map(({ id }) => id)).size).toBe(happened.length)
      if (writer.saved > 0) expect(reports.get(aReport().id)?.report_data).toBe(`<p>${writer.saved}</p>`)
      // This device still holds the text that was typed last.
      const { databases } = writer.page
      const kept = await databases.drafts.find(aReport().id)
      if (writer.typed > 0) expect(kept?.body.report_data).toBe(`<p>${writer.typed}</p>`)
      await writer.page.device.stop()
      databases.close()
    }),
    { numRuns: 60 },
  )
}, 120_000)

test('a waiting autosave is replaced, but never a save that a person requested', async () => {
  const browser = new Browser()
  const server = new ModelServer()
  const { databases, device, link } = await openPage(browser, server)
  link.set(false)
  for (const [text, status] of [
    ['1', 'Auto'],
    ['2', 'Auto'],
    ['3', 'Draft'],
    ['4', 'Auto'],
    ['5', 'Auto'],
    ['6', 'ReadyForSign'],
  ] as const)
    await saveDraftIn(databases, device.author, aDraft(text), status, saveLabel)
  link.set(true)
  await until(() => isDrained(databases))
  expect(server.happened.map(({ text, status }) => [text, status])).toEqual([
    ['<p>3</p>', 'Draft'],
    ['<p>6</p>', 'ReadyForSign'],
  ])
  await device.stop()
})

test('an autosave that is being sent is not touched', async () => {
  const browser = new Browser()
  const server = new ModelServer()
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const { callerOver } = await import('../support/test-page.ts')
  const { databases, device } = await openPage(browser, server, {
    call: callerOver(async (url, init) => {
      if (url.includes('commands')) await held
      return server.fetch(url, init)
    }),
  })
  const first = await saveDraftIn(databases, device.author, aDraft('1'), 'Auto', saveLabel)
  device.wake()
  await until(async () => (await databases.work.outbox.get(first))?.state === 'sending')
  await saveDraftIn(databases, device.author, aDraft('2'), 'Auto', saveLabel)
  letGo()
  await until(() => isDrained(databases))
  expect(server.happened.map(({ text }) => text)).toEqual(['<p>1</p>', '<p>2</p>'])
  await device.stop()
})
