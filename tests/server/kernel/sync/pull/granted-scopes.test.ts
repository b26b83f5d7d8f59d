import { expect, test } from 'vitest'
import { MAIN_MODULES } from '#domain/access/main-modules.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { selectGrantedScopes } from '#server/kernel/sync/pull/granted-scopes.ts'
import { callerOf } from '../../helpers/caller-of.ts'
import { cannedTx } from '../../helpers/canned-tx.ts'

/** A transaction that must not be read: only an administrator's branches are in the database. */
const NO_TX = {} as Tx
const BASE: Caller = { ...callerOf('client', ['n', 's']), userId: 'me', permissions: new Set() }
const scopesOf = (change: Partial<Caller>) => selectGrantedScopes(NO_TX, { ...BASE, ...change })

test('a patient holds no copies', async () => {
  expect(await scopesOf({ userType: 'PATIENT', isDoctor: true })).toEqual([])
})

test('the platform’s administrator holds the platform’s masters only', async () => {
  expect(await scopesOf({ userType: 'ADMIN' })).toEqual(['client'])
  expect(await scopesOf({ userType: 'ADMIN', permissions: new Set(['manage_masters'] as const) })).toEqual([
    'client',
    'masters',
  ])
})

test('everybody else holds masters and own notifications, and managers what they manage', async () => {
  expect(await scopesOf({})).toEqual(['client', 'user:me'])
  expect(await scopesOf({ permissions: new Set(['manage_users'] as const) })).toEqual([
    'client',
    'people',
    'user:me',
  ])
})

test('a doctor holds the own worklist, and a desk its persons, patients and visits of each branch', async () => {
  expect(await scopesOf({ isDoctor: true })).toEqual(['client', 'user:me', 'doctor:me'])
  expect(await scopesOf({ permissions: new Set(['appointments'] as const) })).toEqual([
    'client',
    'user:me',
    'persons',
    'patients:n',
    'patients:s',
    'visits:n',
    'visits:s',
  ])
  expect(await scopesOf({ permissions: new Set(['view_archives'] as const) })).toEqual([
    'client',
    'user:me',
    'branch:n',
    'branch:s',
  ])
})

test('a client’s administrator holds every branch, and what belongs to none', async () => {
  const tx = cannedTx({ branch: [{ id: 'x' }, { id: 'y' }] })
  const admin = { ...BASE, isClientAdmin: true, mainModules: new Set(['teleradiology'] as const) }
  expect(await selectGrantedScopes(tx, admin)).toEqual([
    'client',
    'user:me',
    'branch:x',
    'branch:y',
    'branch:none',
  ])
})

const WITH_WORK = ['teleradiology', 'archive_reporting', 'patient_portal', 'appointment_system']

test.each(MAIN_MODULES)('the module %s gives work only if it has studies or visits', async (module) => {
  const scopes = await scopesOf({ isDoctor: true, mainModules: new Set([module]) })
  expect(scopes.includes('doctor:me')).toBe(WITH_WORK.includes(module))
})
