import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'

let server: DemoServer
let admin: ApiUser

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
})
afterAll(() => server?.close())

const question = (change: Record<string, string> = {}) => ({
  id: mintId(),
  ques: 'Are you allergic? *',
  ques_slang: 'क्या आपको एलर्जी है? *',
  ans_type: 'Single',
  ans_options: 'Yes|No',
  ans_options_slang: 'हाँ|नहीं',
  ...change,
})

const saveForm = (body: Record<string, unknown>) => admin.post('consent/saveForm', { status: 1, ...body })
const questionsOf = async (id: string) =>
  (await admin.get('consent/formQuestions', { consent_form_id: id })).body.result

test('questions keep their order; options of a text answer are cleared', async () => {
  const [first, second] = [question(), question({ ques: 'Medicines', ans_type: 'Text' })]
  const saved = await saveForm({ name: 'Contrast', name_slang: 'कंट्रास्ट', questions: [first, second] })
  const { id, rev } = saved.body.result
  expect(await questionsOf(id)).toEqual([first, { ...second, ans_options: '', ans_options_slang: '' }])

  const turned = await admin.post('consent/saveFormQuestions', {
    consent_form_id: id,
    questions: [second, first],
    rev,
  })
  expect(turned.body.result.rev).toBe(rev + 1)
  expect((await questionsOf(id)).map((one: { id: string }) => one.id)).toEqual([second.id, first.id])
})

test('a removed question is hidden and kept', async () => {
  const [kept, gone] = [question(), question({ ques: 'Was asked once' })]
  const { id, rev } = (await saveForm({ name: 'Shrinks', questions: [kept, gone] })).body.result
  await saveForm({ id, rev, name: 'Shrinks', questions: [kept] })
  expect((await questionsOf(id)).map((one: { id: string }) => one.id)).toEqual([kept.id])
  const rows = await askAdmin<{ ques: string }>(
    server,
    'select ques from consent_question where client_id = $1 and id = $2 and hidden is not null',
    [SANJEEVANI.id, gone.id],
  )
  expect(rows).toEqual([{ ques: 'Was asked once' }])
})

test.each([
  ['no English text', { ques: ' *' }, 'question 1: The question in English is required.'],
  ['no options', { ans_options: ' | ', ans_options_slang: '' }, 'question 1: Answer options are required.'],
  [
    'another number of options',
    { ans_options_slang: 'हाँ' },
    'question 1: There must be as many options as in English: 2, not 1.',
  ],
])('a question with %s is refused by its number', async (_, change, words) => {
  const { status, body } = await saveForm({ name: 'Bad one', questions: [question(change)] })
  expect([status, body.fields?.questions]).toEqual([400, words])
})

test('a question of another form is not accepted, nor is another client’s form', async () => {
  const mine = question()
  await saveForm({ name: 'Owner', questions: [mine] })
  const { status, body } = await saveForm({ name: 'Thief', questions: [mine] })
  expect([status, body.fields]).toEqual([400, { questions: 'name a question of another form' }])
  const stranger = await server.signIn('admin.alnoor')
  const [form] = (await admin.get(`${PHP}master/consentForms`)).body.result
  const read = await stranger.get('consent/formQuestions', { consent_form_id: form.id })
  expect(read.status).toBe(404)
})

test('saving only the form leaves its questions unchanged', async () => {
  const own = question()
  const { id, rev } = (await saveForm({ name: 'Renamed later', questions: [own] })).body.result
  const renamed = await saveForm({ id, rev, name: 'Renamed' })
  expect([renamed.body.result.name, renamed.body.result.questions]).toEqual(['Renamed', [own]])
})

test('the second of two administrators gets a conflict, and the first one’s questions stay', async () => {
  const own = question()
  const { id, rev } = (await saveForm({ name: 'Both edit', questions: [own] })).body.result
  await admin.post('consent/saveFormQuestions', { consent_form_id: id, questions: [own, question()], rev })
  const late = await admin.post('consent/saveFormQuestions', { consent_form_id: id, questions: [], rev })
  expect(late.status).toBe(409)
  expect(await questionsOf(id)).toHaveLength(2)
})
