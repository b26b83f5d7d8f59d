import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAiSendJob } from '#server/features/ai/send-job.ts'
import { write } from '#server/kernel/sync/feed/write.ts'
import { askAdmin } from '../look-inside.ts'
import { type DemoServer, openDemo } from '../open-demo.ts'
import { CLIENT, putRequest, putStudyOf } from './ai-fixture.ts'

let server: DemoServer
beforeAll(async () => {
  server = await openDemo()
})
afterAll(() => server.close())

test('an abandoned sending ends as failed and shows it; one that got a response in the meantime stays', async () => {
  const { id: studyId } = await putStudyOf(server)
  const answered = await putRequest(server, studyId, { status: 'Ready' })
  const stuck = await putRequest(server, studyId, { status: 'Sending' })
  const { kernel, log } = server.app
  const work = { write: write.bind(undefined, kernel, CLIENT), now: kernel.now(), log }
  await createAiSendJob(kernel).giveUp?.({ clientId: CLIENT, ids: [answered, stuck] }, work as never)
  const rows = await askAdmin(
    server,
    'select id, status, last_error from ai_report where study_id = $1 order by status desc',
    [studyId],
  )
  expect(rows).toEqual([
    { id: answered, status: 'Ready', last_error: '' },
    { id: stuck, status: 'Failed', last_error: 'The sending was interrupted. Please send again.' },
  ])
  const [study] = await askAdmin(server, 'select ai_status from study where id = $1', [studyId])
  expect(study).toEqual({ ai_status: 'Failed' })
})
