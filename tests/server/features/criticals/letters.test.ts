import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCriticalStepsJob } from '#server/features/criticals/steps-job.ts'
import { MESSAGE_CHECKS } from '#server/features/message-checks.ts'
import { createSealedTexts } from '#server/features/messages/public/sealed-text.ts'
import { createSendMessageJob } from '#server/features/messages/send-message-job.ts'
import { type Write, write } from '#server/kernel/sync/feed/write.ts'
import { findLetter, type MailSink, openMailSink } from '#tests/helpers/network/mail-sink.ts'
import { askAdmin, updateClient } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo } from '../open-demo.ts'
import { CLIENT } from '../parts-fixture.ts'
import { putStudy } from '../reports/report-fixture.ts'

let server: DemoServer
let sink: MailSink
let mehta: ApiUser
let reception: ApiUser

beforeAll(async () => {
  sink = await openMailSink()
  // The server's own queue cannot reach a mail server: each letter waits for another try.
  server = await openDemo({ READROOM_SMTP_URL: 'smtp://127.0.0.1:1', READROOM_URL: 'https://pacs.example' })
  await updateClient(server, CLIENT, {
    main_modules: ['archive_reporting', 'teleradiology', 'assign_critical_tag_to_study', 'email_share'],
  })
  await askAdmin(server, `update app_user set email = username || '@centre.example' where client_id = $1`, [
    CLIENT,
  ])
})
afterAll(async () => {
  await server.close()
  await sink.close()
})
beforeEach(async () => {
  await setClock(0)
})

interface Made {
  study: string
  id: string
}

async function open(): Promise<Made> {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const id = randomUUID()
  await mehta.post('study/assignCriticalTag', {
    study_id: study,
    tag_name: 'Critical result',
    critical_id: id,
  })
  return { study, id }
}

/** Moves the server's clock; earlier sessions may have expired by then. */
async function setClock(minutes: number): Promise<void> {
  server.clock.now = new Date(NOW.getTime() + minutes * 60_000)
  mehta = await server.signIn('dr.mehta')
  reception = await server.signIn('reception.andheri')
}
const textsOf = () => createSealedTexts(server.app.kernel.keys)

interface Letter {
  id: string
  sent_to: string
  text: string
}

/** Returns the newest message about a study. */
async function letterOf({ study }: Made): Promise<Letter> {
  const [row] = await askAdmin<Omit<Letter, 'text'> & { body: string }>(
    server,
    'select id, sent_to, body from message where study_id = $1 order by created desc, id desc limit 1',
    [study],
  )
  if (!row) throw new Error('nothing was written')
  const { body, ...letter } = row
  return { ...letter, text: await textsOf().open(letter.id, body) }
}
const stateOf = async ({ id }: Pick<Letter, 'id'>) =>
  (await askAdmin<{ state: string }>(server, 'select state from message where id = $1', [id]))[0]?.state

/** Tries a message again as its job does after a pause, now with a mail server that accepts it. */
async function tryAgain({ id }: Pick<Letter, 'id'>): Promise<void> {
  const { kernel, log } = server.app
  const job = createSendMessageJob(
    {
      texts: textsOf(),
      secrets: kernel.secrets,
      wayOut: kernel.wayOut,
      smtpUrl: `smtp://127.0.0.1:${sink.port}`,
    },
    MESSAGE_CHECKS,
  )
  const work = {
    write: <T>(run: (one: Write) => Promise<T>) => write(kernel, CLIENT, run),
    now: kernel.now(),
    log,
  }
  await job.run({ clientId: CLIENT, ids: [id] }, work)
}
const resend = async ({ id }: Pick<Letter, 'id'>) => (await reception.post('message/resend', { id })).body

const save = (made: Made, change: object) =>
  mehta.post('study/saveCritical', {
    id: made.id,
    study_id: made.study,
    told_to: 'Dr. Rao',
    told_how: 'Phone',
    told_on: NOW.toISOString(),
    read_back: 0,
    note: '',
    is_closed: 0,
    ...change,
  })

let receivers = 0
/** Sends the referrer a link to a unique address. */
async function sendLink({ study, id }: Made): Promise<void> {
  const sent = await mehta.post('study/sendCriticalLink', {
    critical_id: id,
    study_id: study,
    channel: 'E',
    share_to: `rao.${(receivers += 1)}@clinic.example`,
    phonecode: '',
    name: 'Dr. Rao',
    finding: 'Tension pneumothorax on the left.',
  })
  expect(sent.status).toBe(200)
}
const secretIn = ({ text }: Letter) => /\/critical#([\w-]{43})/.exec(text)?.[1] ?? ''

const ENDS: readonly [string, (made: Made, letter: Letter) => Promise<unknown>, string, string][] = [
  ['was replaced', (made) => sendLink(made), 'link_revoked', 'withdrawn'],
  ['is over', () => setClock(24 * 60), 'link_over', 'expired'],
  [
    'was used',
    async (_made, letter) => {
      const payload = { secret: secretIn(letter), page: randomUUID() }
      const pressed = await server.send({ method: 'POST', url: '/api/public/confirmCritical', payload })
      expect(pressed.status).toBe(200)
    },
    'link_over',
    'was used',
  ],
  [
    'leads to a closed record',
    (made) => save(made, { read_back: 1, is_closed: 1 }),
    'link_over',
    'already closed',
  ],
]

test.each(ENDS)('a referrer’s link that %s is not sent', async (_what, end) => {
  const made = await open()
  await sendLink(made)
  const letter = await letterOf(made)
  await end(made, letter)
  await tryAgain(letter)
  expect(await stateOf(letter)).toBe('Recalled')
  expect(findLetter(sink, letter.sent_to)).toBeUndefined()
  expect((await resend(letter)).message).toBe('This message was withdrawn.')
})

test.each(ENDS)('a referrer’s link that %s is not sent again', async (_what, end, code, words) => {
  const made = await open()
  await sendLink(made)
  const letter = await letterOf(made)
  await tryAgain(letter)
  expect(await stateOf(letter)).toBe('Sent')
  await end(made, letter)
  const refused = await resend(letter)
  expect(refused.code).toBe(code)
  expect(refused.message).toContain(words)
  expect(await stateOf(letter)).toBe('Sent')
})

test('a valid link is sent, and sent again, even if a call was recorded without a read-back', async () => {
  const made = await open()
  await save(made, {})
  await sendLink(made)
  const letter = await letterOf(made)
  await tryAgain(letter)
  expect(await stateOf(letter)).toBe('Sent')
  expect((await resend(letter)).message).toBe('The message is on its way.')
})

/** Runs the server's timer, an hour after the record was opened. */
async function passOn(): Promise<void> {
  await setClock(60)
  const { kernel, log } = server.app
  await createCriticalStepsJob({
    texts: textsOf(),
    smtpUrl: 'smtp://127.0.0.1:1',
    publicUrlOf: () => 'https://pacs.example',
  }).run(kernel, log)
}

const ANSWERS: readonly [string, (made: Made) => Promise<unknown>][] = [
  ['a recorded call', (made) => save(made, {})],
  ['a read-back', (made) => save(made, { told_to: '', told_how: '', told_on: null, read_back: 1 })],
  [
    'closing',
    (made) =>
      save(made, { told_to: '', told_how: '', told_on: null, note: 'Known since June.', is_closed: 1 }),
  ],
  [
    'the referrer’s press',
    async (made) => {
      await sendLink(made)
      const payload = { secret: secretIn(await letterOf(made)), page: randomUUID() }
      await server.send({ method: 'POST', url: '/api/public/confirmCritical', payload })
    },
  ],
  [
    'the deletion of its study',
    (made) => askAdmin(server, 'update study set hidden = now() where id = $1', [made.study]),
  ],
]

test.each(ANSWERS)('%s recalls the waiting messages to staff', async (what, answer) => {
  const made = await open()
  await passOn()
  const letter = await letterOf(made)
  await answer(made)
  // Other events recall the letter at once; the deletion of a study is noticed when the letter is tried again.
  expect(await stateOf(letter)).toBe(what.startsWith('the deletion') ? 'Waiting' : 'Recalled')
  sink.letters.length = 0
  await tryAgain(letter)
  expect(await stateOf(letter)).toBe('Recalled')
  expect(findLetter(sink, letter.sent_to, /critical result/)).toBeUndefined()
})

test('a message to staff is sent again while the record waits, and refused once it is answered', async () => {
  const made = await open()
  await passOn()
  const letter = await letterOf(made)
  await tryAgain(letter)
  expect(await stateOf(letter)).toBe('Sent')
  expect((await resend(letter)).message).toBe('The message is on its way.')
  await tryAgain(letter)
  expect(await stateOf(letter)).toBe('Sent')
  await save(made, {})
  expect(await resend(letter)).toMatchObject({
    code: 'refused',
    message: 'This critical result has been answered: this letter is no longer needed.',
  })
  expect(await stateOf(letter)).toBe('Sent')
})

test('a message about a deleted study, to staff or to the referrer, is not sent again', async () => {
  const made = await open()
  await passOn()
  const toStaff = await letterOf(made)
  await sendLink(made)
  const toReferrer = await letterOf(made)
  for (const letter of [toStaff, toReferrer]) await tryAgain(letter)
  await askAdmin(server, 'update study set hidden = now() where id = $1', [made.study])
  for (const letter of [toStaff, toReferrer]) {
    expect((await resend(letter)).code).toBe('not_found')
    expect(await stateOf(letter)).toBe('Sent')
  }
})
