import { expect, test } from 'vitest'
import { picturesInHtml } from '#server/features/documents-html/public/html-images.ts'
import { threadCpuMs } from '#tests/helpers/thread-cpu.ts'

test('the time to search pictures is linear in the text, in any notation', async () => {
  let found: ReturnType<typeof picturesInHtml> | undefined
  const html = '<img '.repeat(400_000)
  expect(
    threadCpuMs(() => {
      found = picturesInHtml(html)
    }),
  ).toBeLessThan(1_000)
  // The tag is not closed, so it is not a tag.
  expect((await found)?.count).toBe(0)
})

test('every kind of picture is counted once, and plain text is not', async () => {
  const html =
    '<!-- <img> --><p title="<img>">A<img><image src="a.png"></p><svg><svg><image href="a"/></svg></svg>' +
    '<object><img src="a.png"></object><canvas></canvas><embed src="a.svg"><script>"<img>"</script>'
  expect((await picturesInHtml(html)).count).toBe(6)
})
