import { randomUUID } from 'node:crypto'
import { DEMO_PASSWORD } from '#server/features/demo/people.ts'
import { demoId } from '#server/features/demo/random.ts'
import { type DemoServer, type Desk, PHP } from '../open-demo.ts'
import { BYTES } from '../parts-desk.ts'

export const personId = (username: string) => demoId('user', username)
export const STRONG = 'Strong#2026'

/** A user as the form of a receptionist sends it. */
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

/** A radiologist as the form of radiology doctors sends it. */
export const radiologist = (change: object = {}) =>
  receptionist({ fname: 'Dr. Farah', lname: 'Khan', role_id: 4, is_doctor: 1, can_sign: 1, ...change })

/** A role as its form sends it. */
export const roleInput = (change: object = {}) => ({
  id: randomUUID(),
  title: `Role ${randomUUID().slice(0, 8)}`,
  status: 1,
  sales_report: 'All',
  sales_invoice: 'All',
  app_modules: [2, 6],
  ...change,
})

export const saveUser = (desk: Desk, input: object, rev?: number) =>
  desk.post(`${PHP}saveUser`, input, rev === undefined ? {} : { 'if-match': `"${rev}"` })
export const deleteUser = (desk: Desk, id: string) => desk.post(`${PHP}deleteUser`, { id })
export const saveRole = (desk: Desk, input: object, rev?: number) =>
  desk.post(`${PHP}saveRole`, input, rev === undefined ? {} : { 'if-match': `"${rev}"` })
export const deleteRole = (desk: Desk, id: number) => desk.post(`${PHP}deleteRole`, { id })

/** Users of a list as the caller gets them. */
export const listUsers = async (desk: Desk, query: Record<string, string> = {}) =>
  (await desk.get(`${PHP}users`, { ps: '200', ...query })).body.result.data as {
    id: string
    rev: number
    name: string
    [field: string]: unknown
  }[]

/** Signs in by any password; answers the status of the server, and the desk where it let the person in. */
export async function trySignIn(server: DemoServer, username: string, password = DEMO_PASSWORD) {
  const payload = { username, password }
  const answer = await server.send({ method: 'POST', url: '/api/auth/login', payload })
  const token = answer.body.token as string | undefined
  const headers = { authorization: `Bearer ${token}` }
  const get = (url: string, more: object = {}) =>
    server.send({ method: 'GET', url, headers: { ...headers, ...more } })
  return { status: answer.status, token, get }
}

/** Uploads a picture for a purpose as a page does; answers the file's id and what the server said. */
export async function uploadPicture(server: DemoServer, desk: Desk, purpose: string, owner?: string) {
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
