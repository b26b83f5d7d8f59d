import { randomUUID } from 'node:crypto'
import { DEMO_PASSWORD } from '#server/features/demo/centre/people.ts'
import { demoId } from '#server/features/demo/random.ts'
import { type ApiUser, type DemoServer, PHP } from '../open-demo.ts'
import { BYTES } from '../parts-fixture.ts'

export const personId = (username: string) => demoId('user', username)
export const STRONG = 'Strong#2026'

/** Returns a user as the receptionist form sends it. */
export const receptionist = (change: object = {}) => ({
  id: randomUUID(),
  fname: 'Nandini',
  lname: 'Rao',
  mobile: '9820012345',
  email: '',
  username: `nandini.${randomUUID().slice(0, 8)}`,
  password: STRONG,
  status: 1,
  role_id: 6,
  ...change,
})

/** Returns a radiologist as the form of radiology doctors sends it. */
export const radiologist = (change: object = {}) =>
  receptionist({ fname: 'Dr. Farah', lname: 'Khan', role_id: 4, is_doctor: 1, can_sign: 1, ...change })

/** Returns a role as its form sends it. */
export const roleInput = (change: object = {}) => ({
  id: randomUUID(),
  title: `Role ${randomUUID().slice(0, 8)}`,
  status: 1,
  sales_report: 'All',
  sales_invoice: 'All',
  app_modules: [2, 6],
  ...change,
})

/** Saves a person; a `password` is set through the person's link, because no form has a field for it. */
export const saveUser = async (
  desk: ApiUser,
  { password, ...input }: { id?: string; password?: string | undefined; [field: string]: unknown },
  rev?: number,
) => {
  const saved = await desk.post(`${PHP}saveUser`, input, rev === undefined ? {} : { 'if-match': `"${rev}"` })
  if (saved.status === 200 && password !== undefined) await setByLink(desk, String(input.id), password)
  return saved
}

/** Makes a link for a person and opens it as the person does. */
export async function setByLink(desk: ApiUser, id: string, password: string) {
  const { body } = await desk.post(`${PHP}user/passwordLink`, { id, is_shown: 1 })
  return useLink(desk, String(body.result.url), password)
}

/** Sets a password by the secret of a link; does not use the session of `desk`. */
export const useLink = (desk: ApiUser, url: string, password: string) =>
  desk.post('auth/setPassword', {
    secret: url.split('#')[1],
    new_password: password,
    confirm_password: password,
  })
export const deleteUser = (desk: ApiUser, id: string) => desk.post(`${PHP}deleteUser`, { id })
export const saveRole = (desk: ApiUser, input: object, rev?: number) =>
  desk.post(`${PHP}saveRole`, input, rev === undefined ? {} : { 'if-match': `"${rev}"` })
export const deleteRole = (desk: ApiUser, id: number) => desk.post(`${PHP}deleteRole`, { id })

/** Returns the users of a list as the caller sees them. */
export const listUsers = async (desk: ApiUser, query: Record<string, string> = {}) =>
  (await desk.get(`${PHP}users`, { ps: '200', ...query })).body.result.data as {
    id: string
    rev: number
    name: string
    [field: string]: unknown
  }[]

/** Signs in with any password; returns the status, and the desk if the sign-in succeeded. */
export async function trySignIn(
  server: DemoServer,
  username: string,
  password = DEMO_PASSWORD,
  address = '127.0.0.1',
) {
  const payload = { username, password }
  const from = { 'x-forwarded-for': address }
  const answer = await server.send({ method: 'POST', url: '/api/auth/login', payload, headers: from })
  const token = answer.body.token as string | undefined
  const headers = { authorization: `Bearer ${token}`, ...from }
  const get = (url: string, more: object = {}) =>
    server.send({ method: 'GET', url, headers: { ...headers, ...more } })
  return { status: answer.status, body: answer.body, token, get }
}

/** Uploads a picture for a purpose as a page does; returns the file's id and the server's answer. */
export async function uploadPicture(server: DemoServer, desk: ApiUser, purpose: string, owner?: string) {
  const id = randomUUID()
  const boundary = 'readroom-test-boundary'
  const field = (key: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`
  const payload = Buffer.concat([
    Buffer.from(field('id', id) + field('purpose', purpose) + (owner ? field('owner_id', owner) : '')),
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`,
    ),
    BYTES.png,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const headers = {
    authorization: `Bearer ${desk.token}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
  }
  return { id, ...(await server.send({ method: 'POST', url: '/api/file/upload', payload, headers })) }
}
