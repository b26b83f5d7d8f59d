import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportSettings } from '#contract/calls/report-settings.ts'
import { DEMO_PEOPLE } from '#server/features/demo/centre/people.ts'
import { AL_NOOR } from '#server/features/demo/centres.ts'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'
import { personId } from '../reports/report-fixture.ts'

let server: DemoServer
let admin: ApiUser
beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
})
afterAll(() => server.close())

const general = async () => (await admin.get('client/generalSettings')).body.result as Record<string, unknown>
/** Saves the current settings of the tab with this change. */
async function save(change: object) {
  const stored = await general()
  const input = Object.fromEntries(Object.keys(reportSettings).map((name) => [name, stored[name]]))
  return admin.post('client/saveReportSettings', { ...input, ...change, rev: stored.rev })
}

test('a client starts with a reminder after a quarter of an hour and an escalation after an hour', async () => {
  expect(await general()).toMatchObject({
    critical_escalation: 1,
    critical_remind_minutes: 15,
    critical_escalate_minutes: 60,
    critical_contacts: [],
    critical_auto_link: 0,
  })
})

test('automatic links are enabled and disabled, and unchanged if left out', async () => {
  expect((await save({ critical_auto_link: 1 })).body.result).toMatchObject({ critical_auto_link: 1 })
  expect((await save({})).body.result).toMatchObject({ critical_auto_link: 1 })
  expect((await save({ critical_auto_link: 0 })).body.result).toMatchObject({ critical_auto_link: 0 })
})

test('times and people are stored, and unchanged if left out', async () => {
  const people = [personId('dr.mehta'), personId('admin.sanjeevani')]
  const saved = await save({
    critical_remind_minutes: 10,
    critical_escalate_minutes: 45,
    critical_contacts: [...people, ...people],
  })
  expect(saved.body.result).toMatchObject({
    critical_remind_minutes: 10,
    critical_escalate_minutes: 45,
    critical_contacts: people,
  })
  expect((await save({ critical_escalation: 0 })).body.result).toMatchObject({
    critical_escalation: 0,
    critical_remind_minutes: 10,
    critical_contacts: people,
  })
})

const stranger = DEMO_PEOPLE.find(({ centre }) => centre.id === AL_NOOR.id)?.id ?? ''

test.each([
  ['a reminder too soon', { critical_remind_minutes: 4 }, 'critical_remind_minutes', 'is at least 5'],
  [
    'a passing on too late',
    { critical_escalate_minutes: 1441 },
    'critical_escalate_minutes',
    'is at most 1440',
  ],
  [
    'half a minute',
    { critical_escalate_minutes: 60.5 },
    'critical_escalate_minutes',
    'must be a whole number',
  ],
  [
    'a passing on that comes first',
    { critical_remind_minutes: 30, critical_escalate_minutes: 30 },
    'critical_escalate_minutes',
    'must be longer than the time of the reminder',
  ],
  // The other half of the pair is stored already.
  [
    'one that overtakes what is stored',
    { critical_remind_minutes: 46 },
    'critical_escalate_minutes',
    'must be longer',
  ],
  [
    'somebody without the right',
    { critical_contacts: [personId('reception.kothrud')] },
    'critical_contacts',
    'may not record critical results',
  ],
  ['somebody of another client', { critical_contacts: [stranger] }, 'critical_contacts', 'may not record'],
])('%s is refused at its field', async (_what, change, field, rule) => {
  const refused = await save(change)
  expect(refused.status).toBe(400)
  expect(refused.body.fields[field]).toContain(rule)
})

test('only users who may record critical results can be named', async () => {
  const { critical_people: people } = await general()
  const ids = (people as { id: string }[]).map(({ id }) => id)
  expect(ids).toContain(personId('dr.mehta'))
  expect(ids).not.toContain(personId('reception.kothrud'))
  expect(ids).not.toContain(stranger)
})
