import { expect, test } from 'vitest'
import { PASTE_MARKUP_MAX, takeOutPictures, verdictOnPaste } from '#src/ui/rich-text/paste/paste-limits.ts'
import { threadCpuMs } from '#tests/helpers/thread-cpu.ts'

const picture = (letters: string) => `data:image/png;base64,${letters}`
const long = (length: number) => 'a'.repeat(length)

test('pictures are extracted once each, and the markup keeps their places', () => {
  const html = `<p>A<img src="${picture('QUJD')}"><img src='${picture('REVG')}'><img src="${picture('QUJD')}"></p>`
  const { html: light, pictures } = takeOutPictures(html)
  expect(light).toBe(`<p>A<img src="picture:0"><img src='picture:1'><img src="picture:0"></p>`)
  expect([...pictures]).toEqual([
    ['picture:0', picture('QUJD')],
    ['picture:1', picture('REVG')],
  ])
})

test.each([
  ['a short paste', { html: '<p>a</p>', text: 'a' }, 'whole'],
  ['a short text', { html: '', text: 'a' }, 'whole'],
  ['30 MB of one picture', { html: `<img src="${picture(long(30_000_000))}">`, text: '' }, 'whole'],
  ['30 MB of markup around little text', { html: `<p style="${long(30_000_000)}">`, text: 'a' }, 'letters'],
  ['30 MB of text in markup', { html: long(30_000_000), text: long(30_000_000) }, 'refused'],
  ['30 MB of text', { html: '', text: long(30_000_000) }, 'refused'],
  ['long markup without text beside it', { html: long(PASTE_MARKUP_MAX + 1), text: '' }, 'refused'],
] as const)('%s is processed quickly', (_, clipboard, verdict) => {
  let found: unknown
  const took = threadCpuMs(() => {
    found = verdictOnPaste(clipboard)
  })
  expect(found).toBe(verdict)
  expect(took).toBeLessThan(1_500)
})
