import { expect, test } from 'vitest'
import { fileIdOfLink } from '#domain/file/file-of-link.ts'

const ID = '01970000-0000-7000-8000-0000000000a1'

test.each([
  `/api/file/${ID}`,
  `/api/file/${ID}?until=1&signature=abc`,
  `https://ris.example/api/file/${ID}/scan.pdf`,
])('%s leads to the file', (link) => {
  expect(fileIdOfLink(link)).toBe(ID)
})

test.each(['', '/api/file/', `/api/study/${ID}`, '/api/file/logo.png', `blob:${ID}`])(
  '%s leads to no file',
  (link) => {
    expect(fileIdOfLink(link)).toBe('')
  },
)
