import { serviceIdOf } from '#server/features/demo/centre/insert-catalogue.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { type ApiUser, PHP } from '../open-demo.ts'

export const [ANDHERI, KOTHRUD] = SANJEEVANI.branches.map(({ id }) => id) as [string, string]
export const serviceId = (code: string) => serviceIdOf(SANJEEVANI, code)

export const post = (desk: ApiUser, path: string, body: object, headers = {}) =>
  desk.post(`${PHP}${path}`, body, headers)
export const get = (desk: ApiUser, path: string, query: Record<string, string> = {}) =>
  desk.get(`${PHP}${path}`, query)

/** Returns the department of that name, as the desk's client sees it. */
export async function department(desk: ApiUser, name: string) {
  const { body } = await get(desk, 'master/departments', { k: name })
  return body.result.data.find((one: { name: string }) => one.name === name)
}
