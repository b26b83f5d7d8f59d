import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { sendImages } from '#server/integrations/pacs/send-images.ts'
import { LOOPBACK_WAY_OUT } from '#tests/helpers/network/way-out.ts'
import { type FakeServer, startFakeServer } from '../../features/pacs/pacs-fixture.ts'

const open: FakeServer[] = []
afterEach(() => Promise.all(open.splice(0).map((each) => each.close())))

const ORDER = { aet: 'LUMINA', studyUid: '1.2.3' }
const never = new AbortController().signal

/** Starts a dcm4chee archive that answers an export with `answer`, and everything else with 404. */
async function archive(answer: (response: ServerResponse) => void, root = '/dcm4chee-arc/aets/ARC/rs') {
  const fake = await startFakeServer((request: IncomingMessage, response) => {
    if (request.method === 'POST' && request.url?.includes('/export/')) answer(response)
    else {
      response.statusCode = 404
      response.end()
    }
  })
  open.push(fake)
  const exported = () =>
    fake.asked.filter((path) => path.includes('/export/')).map((path) => path.slice(root.length))
  return {
    settings: {
      url: `http://127.0.0.1:${fake.port}${root}`,
      account: { kind: 'none' } as const,
      tls: undefined,
      out: LOOPBACK_WAY_OUT,
    },
    exported,
  }
}
const json =
  (body: object, status = 200) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }

test('a dcm4chee archive exports a study, or each selected series, to the AE title', async () => {
  const { settings, exported } = await archive(json({ completed: 5 }))
  await sendImages(settings, ORDER, never)
  await sendImages(settings, { ...ORDER, seriesUids: ['1.2.3.1', '1.2.3.2'] }, never)
  expect(exported()).toEqual([
    '/studies/1.2.3/export/dicom:LUMINA',
    '/studies/1.2.3/series/1.2.3.1/export/dicom:LUMINA',
    '/studies/1.2.3/series/1.2.3.2/export/dicom:LUMINA',
  ])
})

test.each<[string, object, number, RegExp]>([
  ['some images were not taken', { completed: 3, failed: 2 }, 206, /did not take all/],
  ['nothing was found', { completed: 0 }, 200, /no longer holds/],
  ['the receiver is unknown', {}, 404, /no longer holds/],
  ['the receiver refused', { completed: 0, error: 'x' }, 502, /error 502/],
])('%s: that is reported', async (_, body, status, words) => {
  const { settings } = await archive(json(body, status))
  await expect(sendImages(settings, ORDER, never)).rejects.toThrow(words)
})

test('a server without a way to send is reported as such', async () => {
  const { settings, exported } = await archive(json({ completed: 5 }), '/dicom-web')
  await expect(sendImages(settings, ORDER, never)).rejects.toThrow(/only Orthanc and dcm4chee-arc/)
  expect(exported()).toEqual([])
})
