import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DEMO_PASSWORD, DEMO_PATIENT_LINK } from '#server/features/demo/centre/people.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import { type Answer, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import { BORN, putShared } from '../sharing/share-fixture.ts'

let server: DemoServer
/** The automatic sign-in links of two patients, as name and secret. */
let asha: Link
let meera: Link
beforeAll(async () => {
  server = await openDemo()
  asha = { username: DEMO_PATIENT_LINK.username, password: DEMO_PATIENT_LINK.secret }
  meera = await giveAccess()
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.now = NOW
})

interface Link {
  username: string
  password: string
}

async function giveAccess(): Promise<Link> {
  const studyId = await putShared(server)
  const patientId = crypto.randomUUID()
  await askAdmin(
    server,
    `insert into patient (client_id, id, pat_id, fname, lname, dob, mobile, email, gender)
     values ($1, $2, $3, 'Meera', 'Rao', $4, '9820012345', 'meera@mail.example', 'Female')`,
    [SANJEEVANI.id, patientId, `T-${patientId.slice(0, 8)}`, BORN],
  )
  await askAdmin(server, 'update study set patient_id = $2 where id = $1', [studyId, patientId])
  const desk = await server.signIn('reception.andheri')
  const { body } = await desk.post(`${PHP}portal/giveAccess`, { study_id: studyId })
  const [username = '', password = ''] = (body.result.autoLoginUrl as string)
    .split('#')[1]!
    .split('/')
    .map(decodeURIComponent)
    .slice(-2)
  return { username, password }
}

/** Returns a browser: it stores cookies and sends each one to the paths that the cookie names. */
function browser() {
  const jar = new Map<string, { value: string; path: string }>()
  const told: string[] = []
  return {
    told,
    /** The stored cookies. */
    held: () => [...jar.values()].map(({ value }) => value),
    send: async (path: string, payload: object, headers: Record<string, string> = {}): Promise<Answer> => {
      const url = `/api/${path}`
      const cookie = [...jar].flatMap(([name, one]) =>
        url.startsWith(one.path) ? [`${name}=${one.value}`] : [],
      )
      const answer = await server.send({
        method: 'POST',
        url,
        payload,
        headers: { ...headers, ...(cookie.length > 0 && { cookie: cookie.join('; ') }) },
      })
      for (const text of [answer.headers['set-cookie'] ?? []].flat() as string[]) {
        told.push(text)
        const [, name = '', value = ''] = /^(\w+)=([^;]*)/.exec(text) ?? []
        const path = /; Path=([^;]+)/.exec(text)?.[1] ?? ''
        if (/; Max-Age=0/.test(text)) jar.delete(name)
        else jar.set(name, { value, path })
      }
      return answer
    },
  }
}

const follow = async ({ send }: ReturnType<typeof browser>, link: Link) => {
  const { body } = await send('auth/patAutoLogin', link)
  return body.result as { user_id: string; token: string; session_id: string }
}
const resume = ({ send }: ReturnType<typeof browser>, user_id: string) =>
  send('auth/patientSession', { user_id })
const isGoingOn = async (token: string) =>
  (await server.apiUserOf(token).get('auth/loggedUserDtl')).status === 200

test('a patient’s sign-in gives the browser a cookie that no script reads, and a reload continues with it', async () => {
  const at = browser()
  const begun = await follow(at, asha)
  expect(at.told).toEqual([`patient=${begun.token}; Path=/api/auth; HttpOnly; SameSite=Strict`])
  const { status, body, headers } = await resume(at, begun.user_id)
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(body.result).toEqual(begun)
  expect(await isGoingOn(body.result.token)).toBe(true)
})

test('over https the cookie is sent over https only', async () => {
  const { headers } = await server.send({
    method: 'POST',
    url: '/api/auth/patAutoLogin',
    payload: asha,
    headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'ris.example' },
  })
  expect(headers['set-cookie']).toMatch(/; Secure$/)
})

test('staff never get such a cookie, and one with a staff token opens nothing', async () => {
  const at = browser()
  const { body } = await at.send('auth/login', { username: 'dr.mehta', password: DEMO_PASSWORD })
  expect(at.told).toEqual([])
  const answer = await server.send({
    method: 'POST',
    url: '/api/auth/patientSession',
    payload: { user_id: body.result.user_id },
    headers: { cookie: `patient=${body.token}` },
  })
  expect([answer.status, answer.body.code]).toEqual([403, 'signed_out'])
  expect(await isGoingOn(body.token)).toBe(true)
})

test('the cookie alone is not a session for any other call', async () => {
  const { token } = await follow(browser(), asha)
  const { status } = await server.send({
    method: 'GET',
    url: '/api/auth/loggedUserDtl',
    headers: { cookie: `patient=${token}` },
  })
  expect(status).toBe(403)
})

test('two patients in two tabs never mix: the first one’s session ends', async () => {
  const at = browser()
  const first = await follow(at, asha)
  const second = await follow(at, meera)
  expect(second.user_id).not.toBe(first.user_id)
  expect(await isGoingOn(first.token)).toBe(false)
  const mine = await resume(at, first.user_id)
  expect([mine.status, mine.body.code]).toEqual([403, 'signed_out'])
  // The other tab’s cookie stays as it is.
  expect(at.held()).toEqual([second.token])
  expect((await resume(at, second.user_id)).body.result.token).toBe(second.token)
})

test('the same patient in a second tab continues in both', async () => {
  const at = browser()
  const first = await follow(at, asha)
  const second = await follow(at, asha)
  expect([await isGoingOn(first.token), await isGoingOn(second.token)]).toEqual([true, true])
  expect((await resume(at, first.user_id)).body.result.session_id).toBe(second.session_id)
})

test('Logout deletes the cookie', async () => {
  const at = browser()
  const { token, user_id } = await follow(at, asha)
  await at.send('auth/logout', {}, { authorization: `Bearer ${token}` })
  expect(at.held()).toEqual([])
  expect((await resume(at, user_id)).status).toBe(403)
})

test('another person’s Logout in this browser leaves a patient’s cookie unchanged', async () => {
  const at = browser()
  const { token } = await follow(at, asha)
  const desk = await server.signIn('reception.andheri')
  await at.send('auth/logout', {}, { authorization: `Bearer ${desk.token}` })
  expect(at.held()).toEqual([token])
})

test('an expired session returns nothing, and its cookie is deleted', async () => {
  const at = browser()
  const { user_id } = await follow(at, asha)
  server.clock.now = new Date(NOW.getTime() + 13 * 3_600_000)
  const { status, body } = await resume(at, user_id)
  expect([status, body.code, at.held()]).toEqual([403, 'signed_out', []])
})
