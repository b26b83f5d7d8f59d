import { v7 as mintId } from 'uuid'
import { type Answer, type ApiUser, PHP } from '../open-demo.ts'

/** Returns a registration that breaks no rule; each call makes another person. */
export function registration(change: Record<string, unknown> = {}) {
  count += 1
  return {
    id: mintId(),
    fname: `Zarna${LETTERS[count % 26]}${LETTERS[Math.floor(count / 26) % 26]}quist`,
    lname: `Oberholtz${LETTERS[(count * 7) % 26]}`,
    mobile: String(7_000_000_000 + count * 7_919_113),
    gender: 'Female',
    dob: `19${60 + (count % 30)}-0${1 + (count % 9)}-1${count % 9}`,
    ...change,
  }
}
let count = 0
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

export const savePatient = (desk: ApiUser, input: object) => desk.post(`${PHP}patient/save`, input)

/** Sends a patient that was saved offline, as a device does; returns the command's own answer. */
export async function saveOffline(
  desk: ApiUser,
  input: object,
  id: string = mintId(),
): Promise<Answer['body']> {
  const at = new Date().toISOString()
  const command = { id, call: 'patient/save', version: 1, input, at, made_offline: true }
  const { body } = await desk.post('sync/commands', { device_id: mintId(), commands: [command] })
  if (!body.answers) throw new Error(JSON.stringify(body))
  return body.answers[0]
}

/** Saves a patient on the server. */
export async function putPatient(desk: ApiUser, change: Record<string, unknown> = {}) {
  const { body } = await savePatient(desk, registration(change))
  if (!body.result) throw new Error(JSON.stringify(body))
  return body.result.patient
}

export const find = async (
  desk: ApiUser,
  k: string,
  more: Record<string, string> = {},
): Promise<string[]> => {
  const { body } = await desk.get(`${PHP}patients`, { k, ps: '25', ...more })
  return body.result.data.map(({ id }: { id: string }) => id)
}
