// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sealedContext } from '#contract/calls/delivery.ts'
import { openSealed } from '#contract/kernel/sealed-envelope.ts'
import type { QueueInput } from '#contract/registry.ts'
import { NO_ANSWERS } from '#domain/consent/answers.ts'
import { getDevice } from '#src/sync/current-device.ts'
import { handOver } from '#src/sync/kiosk/hand-over.ts'
import { findKioskForm, KIOSK_FORM_ID, type KioskForm } from '#src/sync/kiosk/kiosk-form.ts'
import { kioskState, setKiosk } from '#src/sync/kiosk/kiosk-state.ts'
import { isSealed } from '#src/sync/sealed/travelling.ts'
import { lockState } from '#src/sync/session/lock/lock-state.ts'
import { startSession, unlock } from '#src/sync/session/session.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { closeVault, currentDatabases } from '#src/sync/session/vault/current-vault.ts'
import { resumeVault } from '#src/sync/session/vault/vault.ts'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { SECRET, SERVER_KEY, VAULT_SCRIPT } from '#tests/helpers/device/vault-server.ts'
import { withPageGlobals } from '#tests/helpers/page/page-globals.ts'
import { newUser } from '../support/test-page.ts'

withPageGlobals()
const OFFLINE = () => ({ status: 503, body: { message: 'not now', code: 'unavailable' } })
beforeEach(() => void scriptServer({ ...VAULT_SCRIPT, 'sync/commands': OFFLINE, 'sync/deliver': OFFLINE }))
afterEach(async () => {
  setKiosk({ kind: 'none' })
  await closeVault()
  setSession(undefined)
})

const ID = '01994000-0000-7000-8000-000000000001'
const VISIT = '01994000-0000-7000-8000-000000000002'
const FORM: KioskForm = {
  visitId: VISIT,
  patientId: '01994000-0000-7000-8000-000000000003',
  detail: {
    form: {
      id: '01994000-0000-7000-8000-000000000004',
      name: 'MRI safety questionnaire',
      name_slang: '',
      questions: [],
      sha256: 'f'.repeat(64),
      has_slang: false,
    },
    patient: { name: 'Asha Pillai', passport: '', gender: 'Female', mobile: '', dob: null },
    centre: { name: '', branch: 'Andheri', visit_no: 'V1', start_dt: '2026-11-21T04:00:00.000Z' },
    saved: null,
  },
  draft: { id: ID, answers: NO_ANSWERS, strokes: [] },
  label: 'Consent MRI safety questionnaire',
  depends: [],
}
const toInput = ({ id, answers }: KioskForm['draft'], form: KioskForm): QueueInput<'consent/sign'> => ({
  ...answers,
  id,
  appt_id: form.visitId,
  consent_form_id: form.detail.form.id,
  strokes: [],
  signed_on: '2026-11-21T05:00:00.000Z',
  via: 'Kiosk',
})

async function handedOver() {
  const fields = sessionFields({ user_id: newUser() })
  await startSession(fields, SECRET)
  await vi.waitFor(async () => expect(await getDevice().databases.work.keys.get('server')).toBeDefined())
  await handOver(FORM, toInput)
  const state = kioskState()
  if (state.kind !== 'filling') throw new Error(`the kiosk is ${state.kind}`)
  return { userId: fields.user_id, handed: state.handed }
}
const rowOf = async () => currentDatabases()?.work.session.get(KIOSK_FORM_ID)
const filled = (height: string) => ({ ...FORM.draft, answers: { ...NO_ANSWERS, height } })

test('handing over locks the vault; answers are kept sealed while it is locked', async () => {
  const { handed } = await handedOver()
  expect(lockState().kind).toBe('locked')
  const before = await rowOf()
  expect(before?.rev).toBe(0)
  expect(new TextDecoder('latin1').decode(before?.e as Uint8Array)).not.toContain('Pillai')
  handed.keep(filled('164'))
  await vi.waitFor(async () => expect((await rowOf())?.e).not.toEqual(before?.e))
  await unlock(SECRET.password)
  const found = await findKioskForm(getDevice().databases)
  expect(found).toEqual({ ...FORM, draft: filled('164') })
})

test('after a reload the form cannot be continued before the unlock, and no answer is lost', async () => {
  const { userId, handed } = await handedOver()
  handed.keep(filled('171'))
  const before = await rowOf()
  await vi.waitFor(async () => expect((await rowOf())?.e).not.toEqual(before?.e))
  await closeVault()
  setSession(undefined)
  setKiosk({ kind: 'none' })
  expect(await resumeVault(userId)).toBeUndefined()
  expect(lockState()).toMatchObject({ kind: 'locked', why: 'cold' })
  expect(await rowOf()).toBeDefined()
  await unlock(SECRET.password)
  expect((await findKioskForm(getDevice().databases))?.draft.answers.height).toBe('171')
})

test('a form sent while locked waits sealed for the server, and opens for its author after the unlock', async () => {
  const { handed } = await handedOver()
  await handed.send(filled('164'))
  expect([kioskState().kind, lockState().kind, await rowOf()]).toEqual(['done', 'locked', undefined])
  const { work } = getDevice().databases
  const [row] = await work.outbox.toArray()
  if (!row?.sealed) throw new Error('nothing waits sealed')
  // A key that the device delegated for this record signed it: the device's own key cannot be used while the
  // vault is locked.
  expect(row).toMatchObject({ delegation: { call: 'consent/sign', record: ID } })
  expect(isSealed(row)).toBe(true)
  expect(row).toMatchObject({ call: 'consent/sign', aggregate: `consent:${ID}` })
  const content = await openSealed(SERVER_KEY.pair.privateKey, row.sealed, sealedContext(row))
  const input = { ...toInput(filled('164'), FORM) }
  expect(JSON.parse(new TextDecoder().decode(content))).toEqual(JSON.parse(JSON.stringify(input)))

  await unlock(SECRET.password)
  const { outbox, overlay } = getDevice().databases
  expect((await outbox.find(row.id))?.body).toMatchObject({ label: FORM.label, input: { height: '164' } })
  const [shown] = await overlay.openAll(await work.overlay.toArray())
  expect(shown).toMatchObject({
    type: 'consent',
    record: ID,
    body: { name: 'MRI safety questionnaire', via: 'Kiosk' },
  })
})

test('a form is on the device from the handing over, before its patient has answered anything', async () => {
  await handedOver()
  expect(await rowOf()).toBeDefined()
  await unlock(SECRET.password)
  expect(await findKioskForm(getDevice().databases)).toEqual(FORM)
})

test('of answers that follow each other quickly only the last are written, and none after the sending', async () => {
  const { handed } = await handedOver()
  const { work } = currentDatabases()!
  let written = 0
  work.session.hook('updating', () => {
    written += 1
    return undefined
  })
  handed.keep(filled('161'))
  handed.keep(filled('162'))
  await vi.waitFor(() => expect(written).toBe(1))
  await new Promise((done) => setTimeout(done, 350))
  expect(written).toBe(1)
  // The sending does not wait for an answer that was about to be written, and forgets it.
  handed.keep(filled('163'))
  await handed.send(filled('164'))
  await new Promise((done) => setTimeout(done, 350))
  expect(await rowOf()).toBeUndefined()
})

test('a form that cannot be kept is not handed over', async () => {
  const fields = sessionFields({ user_id: newUser() })
  await startSession(fields, SECRET)
  const { work } = currentDatabases()!
  work.session.hook('creating', (id) => {
    if (id === KIOSK_FORM_ID) throw new Error('the disk is full')
  })
  await expect(handOver(FORM, toInput)).rejects.toThrow('the disk is full')
  expect([kioskState().kind, lockState().kind]).toEqual(['none', 'open'])
})

test('without a vault no form is handed over', async () => {
  await expect(handOver(FORM, toInput)).rejects.toThrow('no vault')
})
