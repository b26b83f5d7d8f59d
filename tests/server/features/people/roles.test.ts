import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import {
  deleteRole,
  deleteUser,
  receptionist,
  roleInput,
  STRONG,
  saveRole,
  saveUser,
  trySignIn,
} from './people-fixture.ts'

let server: DemoServer
let admin: ApiUser
beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
})
afterAll(() => server.close())

const roles = async (desk: ApiUser, query: Record<string, string> = {}) =>
  (await desk.get(`${PHP}roles`, { ps: '100', ...query })).body.result.data as {
    id: number
    uid: string
    rev: number
    title: string
    app_modules: number[]
    users: number
  }[]

async function ownAdminRole() {
  const [role] = await roles(admin, { k: 'Administrator' })
  if (!role) throw new Error('no administrator’s role')
  const { id, title, app_modules, rev } = role
  return { rev, input: { id, title, status: 1, sales_report: 'All', sales_invoice: 'All', app_modules } }
}

test('a role is created once under its uid, numbered by the server, and listed with the number of its users', async () => {
  const input = roleInput({
    title: 'Night desk',
    sales_report: 'Self_Created_Only',
    sales_invoice: 'Paid_Only',
  })
  const made = await saveRole(admin, input)
  expect(made.body.result).toMatchObject({ title: 'Night desk', app_modules: [2, 6], users: 0, rev: 1 })
  expect(made.body.result.id).toBeGreaterThan(9)
  expect((await saveRole(admin, input)).body.result.id).toBe(made.body.result.id)
  expect((await saveRole(admin, roleInput({ title: 'night DESK' }))).body.fields).toEqual({
    title: 'is taken already',
  })
  expect(await roles(admin, { k: 'night' })).toHaveLength(1)
  expect((await roles(admin, { k: 'Reception' }))[0]?.users).toBe(2)
  expect((await admin.get(`${PHP}roles/ALL`, { status: '0' })).body.result).toEqual([])
})

test('name, status and scopes are required, and a module must be grantable by a client', async () => {
  const blank = await saveRole(admin, { app_modules: [] })
  expect(Object.keys(blank.body.fields).sort()).toEqual(['sales_invoice', 'sales_report', 'status', 'title'])
  for (const id of [999, 11])
    expect((await saveRole(admin, roleInput({ app_modules: [id] }))).body.fields).toEqual({
      app_modules: 'holds a module that does not exist',
    })
  const { body } = await admin.get(`${PHP}modules`)
  expect(body.result).toContainEqual({
    id: 2,
    name: 'view_archives',
    label: 'View archives and lab reports',
    group: 'Studies and reports',
  })
  expect(body.result.some((module: { name: string }) => module.name === 'manage_clients')).toBe(false)
})

test('a role’s rights apply from the next call', async () => {
  const input = roleInput({ app_modules: [2] })
  const { id } = (await saveRole(admin, input)).body.result
  const person = receptionist({ role_id: id })
  await saveUser(admin, person)
  const desk = await trySignIn(server, person.username, STRONG)
  const modules = async () => (await desk.get('/api/auth/getModules')).body.result.modules
  expect(await modules()).toEqual(['view_archives'])
  const { id: _, ...edit } = input
  await saveRole(admin, { id, ...edit, app_modules: [2, 13] }, 1)
  expect(await modules()).toEqual(['view_archives', 'sales_report'])
})

test('a role in use cannot be disabled, an unused one can', async () => {
  const input = roleInput()
  const { id } = (await saveRole(admin, input)).body.result
  const person = receptionist({ role_id: id })
  await saveUser(admin, person)
  const { id: _, ...edit } = input
  const refused = await saveRole(admin, { id, ...edit, status: 0 }, 1)
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    422,
    'in_use',
    'This role is in use: 1 user.',
  ])
  await deleteUser(admin, person.id)
  expect((await saveRole(admin, { id, ...edit, status: 0 }, 1)).status).toBe(200)
})

test('the second of two people who edit the same role gets a conflict with the current version', async () => {
  const { id, rev } = (await saveRole(admin, roleInput())).body.result
  const { id: _, ...edit } = roleInput({ title: 'Changed' })
  expect((await saveRole(admin, { id, ...edit }, rev)).status).toBe(200)
  const late = await saveRole(admin, { id, ...edit, title: 'Mine' }, rev)
  expect([late.status, late.body.current.title]).toEqual([409, 'Changed'])
})

test('the administrator’s role keeps its name, status and recovery rights, and is never deleted', async () => {
  const { input, rev } = await ownAdminRole()
  const refused = async (change: object) => (await saveRole(admin, { ...input, ...change }, rev)).body.message
  expect(await refused({ title: 'Boss' })).toBe('The administrator’s role cannot be renamed.')
  expect(await refused({ status: 0 })).toBe('The status of the administrator’s role cannot be changed.')
  const without = input.app_modules.filter((id) => id !== 8)
  expect(await refused({ app_modules: without })).toBe(
    'The administrator’s role keeps: Manage users and roles.',
  )
  expect((await deleteRole(admin, 2)).body.message).toBe('The administrator’s role cannot be deleted.')
  expect((await saveRole(admin, { ...input, app_modules: [...input.app_modules, 13] }, rev)).status).toBe(200)
})

test('a role in use is not deleted, an unused one is', async () => {
  const { id } = (await saveRole(admin, roleInput())).body.result
  await saveUser(admin, receptionist({ role_id: id }))
  const refused = await deleteRole(admin, id)
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    422,
    'in_use',
    'This role is in use: 1 user.',
  ])
  const free = (await saveRole(admin, roleInput())).body.result.id
  expect((await deleteRole(admin, free)).body).toEqual({ message: 'Deleted' })
  expect((await deleteRole(admin, free)).status).toBe(404)
  expect((await saveUser(admin, receptionist({ role_id: free }))).body.fields).toEqual({
    role_id: 'is not a role that is in use',
  })
})

test('a non-administrator grants only modules and scopes of their own', async () => {
  const own = { app_modules: [8, 2], sales_report: 'Self_Created_Only', sales_invoice: 'Paid_Only' }
  const manager = await managerOf(own)
  const refused = await manager.save(roleInput({ app_modules: [2, 31] }))
  expect(refused.body.fields).toEqual({
    app_modules: 'may hold what you may do yourself; not: Create receipts',
    sales_report: 'may not be wider than your own',
    sales_invoice: 'may not be wider than your own',
  })
  const pending = await manager.save(roleInput({ ...own, app_modules: [2], sales_invoice: 'Pending_Only' }))
  expect(pending.body.fields).toEqual({ sales_invoice: 'may not be wider than your own' })
  const made = await manager.save(roleInput({ ...own, app_modules: [2] }))
  expect(made.status).toBe(200)
  const { id, title } = made.body.result
  const wider = await manager.save({ id, title, status: 1, ...own, app_modules: [2], sales_report: 'All' }, 1)
  expect(wider.body.fields).toEqual({ sales_report: 'may not be wider than your own' })
  // Rights that an administrator gave stay when another person edits the rest.
  const { id: _, ...input } = roleInput({ app_modules: [2, 31] })
  const given = (await saveRole(admin, input)).body.result
  expect((await manager.save({ ...input, id: given.id, title: `${title} 2` }, 1)).status).toBe(200)
  const taken = await manager.save({ ...input, id: given.id, app_modules: [2] }, 2)
  expect(taken.body.fields).toEqual({ app_modules: 'keeps what you may not do yourself: Create receipts' })
})

test('no user assigns a role with more rights than their own', async () => {
  const manager = await managerOf({ app_modules: [8, 2], sales_report: 'Self_Created_Only' })
  const wide = (await saveRole(admin, roleInput({ app_modules: [2] }))).body.result
  const refused = await manager.saveUser(receptionist({ role_id: wide.id }))
  expect(refused.body.message).toBe(`Only an administrator may give or take the role "${wide.title}".`)
})

test('no user edits their own role, neither to gain nor to lose rights; an administrator edits others’ roles', async () => {
  const manager = await managerOf({ app_modules: [8, 2] })
  const { id: _, ...edit } = manager.role
  for (const change of [{ app_modules: [8] }, { sales_invoice: 'Paid_Only' }, { title: 'Mine' }]) {
    const refused = await manager.save({ id: manager.roleId, ...edit, ...change }, 1)
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'An administrator must change your own role.',
    ])
  }
  expect((await saveRole(admin, { id: manager.roleId, ...edit, app_modules: [8] }, 1)).status).toBe(200)
})

/** Makes a person who manages users and is not an administrator. */
async function managerOf(role: object) {
  const input = roleInput(role)
  const { id: roleId } = (await saveRole(admin, input)).body.result
  const person = receptionist({ role_id: roleId })
  await saveUser(admin, person)
  const { token } = await trySignIn(server, person.username, STRONG)
  const send = (path: string, payload: object, rev?: number) =>
    server.send({
      method: 'POST',
      url: PHP + path,
      payload,
      headers: { authorization: `Bearer ${token}`, ...(rev ? { 'if-match': `"${rev}"` } : {}) },
    })
  return {
    roleId,
    role: input,
    save: (payload: object, rev?: number) => send('saveRole', payload, rev),
    saveUser: (payload: object, rev?: number) => send('saveUser', payload, rev),
  }
}

test('roles of another client are not found, and a user without the permission sees none', async () => {
  const { id } = (await saveRole(admin, roleInput())).body.result
  const alNoor = await server.signIn('admin.alnoor')
  const { id: _, ...edit } = roleInput()
  expect((await saveRole(alNoor, { id, ...edit }, 1)).status).toBe(404)
  expect((await deleteRole(alNoor, id)).status).toBe(404)
  const mehta = await server.signIn('dr.mehta')
  for (const path of ['roles', 'roles/ALL', 'modules'])
    expect((await mehta.get(PHP + path)).body.code).toBe('not_permitted')
  expect((await saveRole(mehta, roleInput())).body.code).toBe('not_permitted')
})

test('a role is in the trail with its rights, and on the devices of users who manage users', async () => {
  const { uid } = (await saveRole(admin, roleInput({ app_modules: [2] }))).body.result
  const lines = (await readAudit(server, SANJEEVANI.id, 'role')).filter((line) => line.record_id === uid)
  expect(lines).toMatchObject([{ action: 'save', detail: { modules: ['view_archives'], before: [] } }])
  const feed = await askAdmin(server, 'select type, scope, op from change_feed where id = $1', [uid])
  expect(feed).toEqual([{ type: 'master', scope: 'people', op: 'put' }])
})
