import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { reportIdOf } from '#domain/report/report-id.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { makeSoftwarePasskey, type SoftwarePasskey } from '#tests/helpers/device/software-passkey.ts'
import { readAudit, updateClient } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import { AT_DOMAIN, registerPasskey } from '../passkeys/passkey-fixture.ts'
import { putStudy, reportOf, save } from '../reports/report-fixture.ts'
import { countTouches, hashOfText, setTouchRule, signWith, touchBy, touchOfText } from './touch-fixture.ts'

let server: DemoServer
let iyer: ApiUser
let mehta: ApiUser
let key: SoftwarePasskey
let keyId: string
let otherKey: SoftwarePasskey

beforeAll(async () => {
  server = await openDemo(AT_DOMAIN)
  iyer = await server.signIn('dr.iyer')
  mehta = await server.signIn('dr.mehta')
  ;({ passkey: key, id: keyId } = await registerPasskey(iyer, makeSoftwarePasskey(), 'YubiKey'))
  ;({ passkey: otherKey } = await registerPasskey(mehta))
})
afterAll(() => server.close())
afterEach(async () => {
  server.clock.now = NOW
  await setTouchRule(server, 'Off')
  await updateClient(server, SANJEEVANI.id, { report_edit_type: 'Addendum' })
})

const TEXT = '<p>Normal study.</p>'
const newStudy = () => putStudy(server, { writer: 'dr.iyer', signer: 'dr.iyer' })
const later = (minutes: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + minutes * 60_000)
}
const answered = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await answer
  return [status, body.code]
}

test('a signature by touch is accepted, stored with the report, and named in the trail', async () => {
  const study = await newStudy()
  const touch = touchOfText(server, key, { study, text: TEXT })
  const { status, body } = await signWith(iyer, study, TEXT, touch)
  expect([status, body.result.report.status]).toEqual([200, 'Signed'])
  expect(await countTouches(server, study)).toBe(1)
  const trail = await readAudit(server, SANJEEVANI.id, 'report')
  const line = trail.find(({ record_id, action }) => record_id === reportIdOf(study, 1) && action === 'sign')
  expect(line?.detail).toMatchObject({ hash: hashOfText(TEXT), passkey: keyId })
})

test('the touch signs the stored text; an earlier draft is its previous revision', async () => {
  const study = await newStudy()
  await save(iyer, study, { status: 'Draft', text: '<p>First words.</p>' })
  const touch = touchOfText(server, key, { study, text: TEXT, rev: 1 })
  expect((await signWith(iyer, study, TEXT, touch, { base: 1 })).status).toBe(200)
})

test.each([
  ['over another text', (study: string) => touchOfText(server, key, { study, text: '<p>Normal study</p>' })],
  ['for another report', () => touchOfText(server, key, { study: crypto.randomUUID(), text: TEXT })],
  [
    'as a verification',
    (study: string) => touchOfText(server, key, { study, text: TEXT }, { act: 'verify' }),
  ],
  [
    'in the name of somebody else',
    (study: string) => touchOfText(server, key, { study, text: TEXT }, { author: 'dr.mehta' }),
  ],
  [
    'by the passkey of somebody else',
    (study: string) => touchOfText(server, otherKey, { study, text: TEXT }),
  ],
  [
    'by a passkey that nobody registered',
    (study: string) => touchOfText(server, makeSoftwarePasskey(), { study, text: TEXT }),
  ],
  [
    'by another key under the same id',
    (study: string) =>
      touchOfText(server, makeSoftwarePasskey(Buffer.from(key.id, 'base64url')), { study, text: TEXT }),
  ],
  [
    'at another address',
    (study: string) =>
      touchOfText(server, key, { study, text: TEXT }, { asked: { origin: 'https://evil.example' } }),
  ],
  [
    'at the right name without https',
    (study: string) =>
      touchOfText(server, key, { study, text: TEXT }, { asked: { origin: 'http://ris.example.org' } }),
  ],
  [
    'for another domain name',
    (study: string) => touchOfText(server, key, { study, text: TEXT }, { asked: { rpId: 'evil.example' } }),
  ],
  [
    'without the finger',
    (study: string) => touchOfText(server, key, { study, text: TEXT }, { asked: { isVerified: false } }),
  ],
  [
    'as a registration',
    (study: string) =>
      touchOfText(server, key, { study, text: TEXT }, { asked: { type: 'webauthn.create' } }),
  ],
  [
    'before the click',
    (study: string) =>
      touchOfText(server, key, { study, text: TEXT }, { at: new Date(NOW.getTime() - 3_600_000) }),
  ],
  [
    'after the click',
    (study: string) =>
      touchOfText(server, key, { study, text: TEXT }, { at: new Date(NOW.getTime() + 3_600_000) }),
  ],
])('a touch %s signs nothing', async (_, make) => {
  const study = await newStudy()
  expect(await answered(signWith(iyer, study, TEXT, make(study)))).toEqual([422, 'touch_refused'])
  expect(await reportOf(iyer, study)).toBeUndefined()
  expect(await countTouches(server, study)).toBe(0)
})

test('an invalid passkey response is refused by its field', async () => {
  const study = await newStudy()
  const touch = touchOfText(server, key, { study, text: TEXT })
  const { response } = touch.assertion
  const broken = { ...touch.assertion, response: { ...response, clientDataJSON: 'AAAA' } }
  const { status, body } = await signWith(iyer, study, TEXT, { ...touch, assertion: broken })
  expect([status, body.fields]).toEqual([400, { touch: 'must be the answer of a passkey' }])
})

test('a touch is valid for one signature: a revision back to the same text needs another', async () => {
  await updateClient(server, SANJEEVANI.id, { report_edit_type: 'UpdateContent' })
  const study = await newStudy()
  const touch = touchOfText(server, key, { study, text: TEXT })
  const first = await signWith(iyer, study, TEXT, touch)
  const second = await save(iyer, study, {
    status: 'Signed',
    text: '<p>B</p>',
    base: first.body.result.report.rev,
  })
  const base = second.body.result.report.rev as number
  const again = await signWith(iyer, study, TEXT, touch, { base })
  expect([again.status, again.body.message]).toEqual([422, 'This touch was used before. Sign again.'])
  expect((await reportOf(iyer, study))?.report_data).toBe('<p>B</p>')
})

test('a counter that went back is refused; a touch from an earlier hour may arrive late', async () => {
  const { passkey } = await registerPasskey(iyer)
  const sign = async (counter: number) => {
    const study = await newStudy()
    const touch = touchOfText(server, passkey, { study, text: TEXT }, { asked: { counter } })
    return signWith(iyer, study, TEXT, touch)
  }
  const early = await newStudy()
  const offline = touchOfText(server, passkey, { study: early, text: TEXT }, { asked: { counter: 3 } })
  const madeAt = server.clock.now
  later(60)
  expect((await sign(5)).status).toBe(200)
  later(60)
  const back = await sign(4)
  expect([back.status, back.body.code]).toEqual([422, 'touch_refused'])
  expect((await sign(6)).status).toBe(200)
  const queued = await postQueued(iyer, early, offline, madeAt)
  expect(queued).toMatchObject({ status: 200 })
})

/** Delivers a signature that was made offline on a device. */
async function postQueued(desk: ApiUser, study: string, touch: object, at: Date, skew_ms = 0) {
  const input = {
    id: reportIdOf(study, 1),
    study_id: study,
    report_no: 1,
    report_name: 'CT',
    report_data: TEXT,
    conclusion: '',
    recommendation: '',
    status: 'Signed',
    is_main: 1,
    touch,
  }
  const command = {
    id: crypto.randomUUID(),
    call: 'saveReport',
    version: 3,
    input,
    depends: [],
    at: at.toISOString(),
    skew_ms,
  }
  const { body } = await desk.post('sync/commands', {
    device_id: crypto.randomUUID(),
    commands: [{ ...command, made_offline: true }],
  })
  return body.answers?.[0] ?? body
}

test('a touch is dated by the server’s clock, however wrong its device’s clock is', async () => {
  const { passkey } = await registerPasskey(iyer)
  const signAt = async (behindMinutes: number, counter: number) => {
    const study = await newStudy()
    const skew = behindMinutes * 60_000
    const at = new Date(server.clock.now.getTime() - skew)
    const touch = touchOfText(server, passkey, { study, text: TEXT }, { at, asked: { counter } })
    return postQueued(iyer, study, touch, at, skew)
  }
  later(60)
  expect(await signAt(0, 1)).toMatchObject({ status: 200 })
  later(60)
  // The second desk is three hours behind: by its own clock its signature is the earlier one.
  expect(await signAt(180, 2)).toMatchObject({ status: 200 })
  later(60)
  expect(await signAt(-180, 3)).toMatchObject({ status: 200 })
})

test('a passkey removed before the touch signs nothing; one removed afterwards waits for its author’s next sign-in', async () => {
  const { passkey, id } = await registerPasskey(iyer, makeSoftwarePasskey(), 'Lost phone')
  const study = await newStudy()
  const made = server.clock.now
  const touch = touchOfText(server, passkey, { study, text: TEXT })
  later(30)
  expect((await iyer.post('passkey/remove', { id, password: 'Readroom#2026' })).status).toBe(200)
  const held = await postQueued(iyer, study, touch, made)
  expect([held.status, held.body.code]).toEqual([423, 'held'])
  expect(await reportOf(iyer, study)).toBeUndefined()
  later(1)
  const anew = await server.signIn('dr.iyer')
  expect(await postQueued(anew, study, touch, made)).toMatchObject({ status: 200 })
  const other = await newStudy()
  const late = touchOfText(server, passkey, { study: other, text: TEXT })
  expect(await answered(signWith(anew, other, TEXT, late))).toEqual([422, 'touch_refused'])
})

test('a client that requires touches accepts drafts, but no signature or verification, without one', async () => {
  await setTouchRule(server, 'Required')
  const { body } = await server.send({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: 'dr.iyer', password: 'Readroom#2026' },
  })
  expect(body.result.touch_signing).toBe('Required')
  const study = await newStudy()
  expect((await save(iyer, study, { status: 'Draft', text: TEXT })).status).toBe(200)
  const bare = await save(iyer, study, { status: 'Signed', text: TEXT, base: 1 })
  expect([bare.status, bare.body.code]).toEqual([422, 'touch_needed'])
  const touch = touchOfText(server, key, { study, text: TEXT, rev: 1 })
  const signed = await signWith(iyer, study, TEXT, touch, { base: 1 })
  expect(signed.status).toBe(200)
  const seen = [{ report_id: reportIdOf(study, 1), hash: hashOfText(TEXT) }]
  expect(await answered(mehta.post(`${PHP}verifyReport`, { study_id: study, seen }))).toEqual([
    422,
    'touch_needed',
  ])
})

test('a verification by touch covers every report and addendum that was shown', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer', signer: 'dr.iyer', reports: 2 })
  await save(iyer, study, { status: 'Signed', text: TEXT })
  await save(iyer, study, { status: 'Signed', text: '<p>Second.</p>', no: 2 })
  const reports = [
    { report_id: reportIdOf(study, 1), rev: 1, hash: hashOfText(TEXT) },
    { report_id: reportIdOf(study, 2), rev: 1, hash: hashOfText('<p>Second.</p>') },
  ]
  const seen = reports.map(({ report_id, hash }) => ({ report_id, hash }))
  const verify = (of: typeof reports, addenda: string[] = []) =>
    mehta.post(`${PHP}verifyReport`, {
      study_id: study,
      seen,
      seen_addenda: [],
      touch: touchBy(server, otherKey, { reports: of, addenda }, { author: 'dr.mehta', act: 'verify' }),
    })
  expect(await answered(verify(reports.slice(0, 1)))).toEqual([422, 'touch_refused'])
  expect(await answered(verify(reports, [crypto.randomUUID()]))).toEqual([422, 'touch_refused'])
  expect((await verify(reports)).status).toBe(200)
  expect((await reportOf(mehta, study))?.status).toBe('Verified')
})

test('an addendum and the next verification leave the signature’s touch unchanged', async () => {
  const study = await newStudy()
  await signWith(iyer, study, TEXT, touchOfText(server, key, { study, text: TEXT }))
  const appended = await iyer.post(`${PHP}studies/saveAddendum`, {
    id: crypto.randomUUID(),
    study_id: study,
    report_id: reportIdOf(study, 1),
    content: '<p>More.</p>',
    seen_hash: hashOfText(TEXT),
  })
  expect(appended.status).toBe(200)
  expect((await mehta.post(`${PHP}verifyReport`, { study_id: study })).status).toBe(200)
  const { body } = await iyer.get(`${PHP}report/paper/${study}`)
  expect(body.result.signatures).toMatchObject([
    { role: 'Signed', touch: expect.stringMatching(/^([0-9A-F]{4} ){3}[0-9A-F]{4}$/) },
    { role: 'Verified' },
  ])
  expect(body.result.signatures[1].touch).toBeUndefined()
})
