import { randomUUID } from 'node:crypto'
import { client } from '#contract/masters/client.ts'
import { askAdmin } from '../look-inside.ts'
import type { Answer, ApiUser, DemoServer } from '../open-demo.ts'

export const PASSWORD = 'Lumen#2026x'

/** Returns what the platform's administrator enters for a new client. */
export const newClient = (over: Record<string, unknown> = {}) => {
  const id = randomUUID()
  return {
    id,
    name: `Lumen ${id.slice(0, 4)}`,
    country_id: 91,
    can_create_branch: 1,
    pacs_used: 'Self',
    status: 1,
    fname: 'Ravi',
    lname: 'Menon',
    mobile: '9820012345',
    email: `ravi.${id.slice(0, 8)}@lumen.example`,
    main_module_ids: ['teleradiology', 'appointment_system'],
    ai_bodyparts: [],
    ...over,
  }
}

export const newLicence = (over: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  name: `Small ${randomUUID().slice(0, 4)}`,
  no_of_branches: 2,
  no_of_doctors: 1,
  expired_on: '2027-11-21',
  status: 1,
  main_module_ids: [],
  ...over,
})

/** Makes a client as the platform's administrator does; includes the desk of its administrator. */
export async function makeClient(
  server: DemoServer,
  admin: ApiUser,
  over: Record<string, unknown> = {},
): Promise<{ id: string; email: string; desk: ApiUser; saved: Answer }> {
  const input = newClient(over)
  const saved = await admin.post(client.paths.save, input)
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
  await setAdminPassword(server, admin, input.id)
  const desk = await signInAs(server, input.email, PASSWORD)
  return { id: input.id, email: input.email, desk, saved }
}

/** Sets the password of a client's administrator through the link that the platform made. */
export async function setAdminPassword(server: DemoServer, admin: ApiUser, clientId: string): Promise<void> {
  const { body } = await admin.post('client/passwordLink', { id: clientId })
  const secret = new URL(body.result.url, 'https://here.example').hash.slice(1)
  const answer = await server.send({
    method: 'POST',
    url: '/api/auth/setPassword',
    payload: { secret, new_password: PASSWORD, confirm_password: PASSWORD },
  })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
}

/** Signs a person in, with the client's rules for captcha and passkeys relaxed. */
export async function signInAs(server: DemoServer, username: string, password: string): Promise<ApiUser> {
  const { body, status } = await tryToSignIn(server, username, password)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return server.apiUserOf(body.token as string)
}

export async function tryToSignIn(server: DemoServer, username: string, password: string): Promise<Answer> {
  await askAdmin(server, `update client set captcha_rule = 'after_failure', passkey_rule = 'Offered'`)
  return server.send({ method: 'POST', url: '/api/auth/login', payload: { username, password } })
}
